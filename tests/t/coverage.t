#!/bin/bash
# SPDX-License-Identifier: GPL-2.0
#
# What adds coverage up tested: lines that one run reached are reached, and an
# error exit that none did is a failure.
# shellcheck source=tests/t/lib.sh
. "$(dirname "$0")/lib.sh"

work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
mkdir "$work/src"
cat >"$work/src/a.c" <<'EOF'
int f(int x)
{
	if (x < 0)
		return -EINVAL;
	if (g(x))
		goto err_undo;
	return 0;

err_undo:
	undo();
	return x ?: -EIO;
}
EOF

# run COUNT...: the counts of the lines of a.c in one run, as gcov -t has them
run()
{
	local n=0 line

	echo "        -:    0:Source:$work/src/a.c"
	while IFS= read -r line; do
		n=$((n + 1))
		printf '%9s:%5d:%s\n' "$1" "$n" "$line"
		shift
	done <"$work/src/a.c"
}

# merged ARGUMENT...: the sum of the runs on standard input
merged()
{
	status=0
	said=$(tests/coverage/merge.pl --out "$work/out" --root "$work/src" \
		"$@") || status=$?
}

all() { run 1 - 1 1 1 1 1 - - 1 1 -; }
none() { run 1 - 1 '#####' 1 '#####' 1 - - '#####' '=====' -; }
negative() { run 2* - 2 2 '#####' '#####' '#####' - - '#####' '#####' -; }

merged --gate=a.c < <(all)
is "everything reached" "$status" 0
like "in numbers" "$said" '^a\.c +8 +100\.0%'

merged --gate=a.c < <(none)
is "no error exit reached" "$status" 1
like "a return of an error" "$said" 'among them|^a\.c:4: '
is "the goto, the label and the returns are named" \
	"$(sed -n '/among them/,$p' <<<"$said" | grep -o '^a\.c:[0-9]\+' |
		tr '\n' ' ')" "a.c:4 a.c:6 a.c:9 a.c:11 "
merged < <(none)
is "no gate, no failure" "$status" 0

merged --gate=a.c < <(none; negative)
is "two runs: one error exit is reached by the second" \
	"$(sed -n '/among them/,$p' <<<"$said" | grep -o '^a\.c:[0-9]\+' |
		tr '\n' ' ')" "a.c:6 a.c:9 a.c:11 "
like "their counts are added up" "$(cat "$work/out/a.c.gcov")" \
	'^ +3: +1: int f'
merged --gate=a.c < <(none; negative; all)
is "three runs reach all" "$status" 0

cp "$work/src/a.c" "$work/src/b.c"
merged --gate=b.c < <(all)
is "a gated file without counters" "$status" 1
like "is named" "$said" '^b\.c: not compiled with counters'
merged --gate=a.c </dev/null
is "no counters at all are an error" "$([ "$status" = 0 ] || echo error)" error
done_testing
