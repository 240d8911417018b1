# shellcheck shell=dash
# SPDX-License-Identifier: GPL-2.0
#
# What guest tests share.  A test begins with `. /guest/lib.sh`, ends with
# `done_testing`, and reports by the functions below; results go to file
# descriptor 3 and, so that they stand between the kernel's messages, to the
# kernel log.
#
#	ok "the module loads" load wcbar test_card=1
#	is "the map is write-combining" "$(cat "$dir/memtype")" wc
#	like "a bad word is named" "$(cat "$dir/bandwidth")" 'unknown word "foo"'
#	skip "1 GiB entries" "the CPU has none"

tests=0
failed=0

mount -t debugfs debugfs /sys/kernel/debug 2>/dev/null
DEBUGFS=/sys/kernel/debug

# result WORDS: one line of TAP.
result()
{
	echo "$*" >&3
	echo "wcbar-test: $*" >/dev/kmsg
}

# diag TEXT: explains the result before it; TEXT may have many lines.
diag()
{
	printf '%s\n' "$*" | sed 's/^/# /' >&3
	printf '%s\n' "$*"
}

pass()
{
	tests=$((tests + 1))
	result "ok $tests - $1"
}

# fail DESCRIPTION [WHY]
fail()
{
	tests=$((tests + 1))
	failed=$((failed + 1))
	result "not ok $tests - $1"
	shift
	[ $# -eq 0 ] || diag "$@"
	return 1
}

# skip DESCRIPTION REASON
skip()
{
	tests=$((tests + 1))
	result "ok $tests - $1 # SKIP $2"
}

# ok DESCRIPTION COMMAND...: passes when the command succeeds.
ok()
{
	ok_what=$1
	shift
	if ok_said=$("$@" 2>&1); then
		pass "$ok_what"
	else
		fail "$ok_what" "failed with status $?: $*
$ok_said"
	fi
}

# not_ok DESCRIPTION COMMAND...: passes when the command fails.
not_ok()
{
	ok_what=$1
	shift
	if ok_said=$("$@" 2>&1); then
		fail "$ok_what" "succeeded, and should not: $*
$ok_said"
	else
		pass "$ok_what"
	fi
}

# is DESCRIPTION GOT WANT
is()
{
	if [ "$2" = "$3" ]; then
		pass "$1"
	else
		fail "$1" "     got: $2
expected: $3"
	fi
}

# isnt DESCRIPTION GOT UNWANTED
isnt()
{
	if [ "$2" != "$3" ]; then
		pass "$1"
	else
		fail "$1" "got what was not to be: $2"
	fi
}

# like DESCRIPTION TEXT PATTERN: one line at least matches (grep -E).
like()
{
	if printf '%s\n' "$2" | grep -qE -- "$3"; then
		pass "$1"
	else
		fail "$1" "no line matches: $3
$2"
	fi
}

# unlike DESCRIPTION TEXT PATTERN: no line matches.
unlike()
{
	if printf '%s\n' "$2" | grep -qE -- "$3"; then
		fail "$1" "a line matches: $3
$2"
	else
		pass "$1"
	fi
}

# same DESCRIPTION FILE FILE: equal byte for byte.
same()
{
	if cmp -s "$2" "$3"; then
		pass "$1"
	else
		fail "$1" "$(diff "$2" "$3" 2>&1)"
	fi
}

# done_testing: the plan.  Without it the run has failed.
done_testing()
{
	echo "1..$tests" >&3
}

# load NAME [PARAMETER...]: insmod of a module from /modules, after those it
# depends on.
load()
{
	load_name=$1
	shift
	load_needs "$load_name"
	insmod "/modules/$load_name.ko" "$@"
}

load_needs()
{
	# shellcheck disable=SC2013 # words of one line
	for load_dep in $(cat "/modules/$1.needs"); do
		[ -e "/modules/$load_dep.ko" ] ||
			load_dep=$(echo "$load_dep" | tr _ -)
		[ -e "/modules/$load_dep.ko" ] || continue	# built in
		[ ! -d "/sys/module/$(echo "$load_dep" | tr - _)" ] || continue
		# a subshell keeps the loop variable of this level
		(load_needs "$load_dep") && insmod "/modules/$load_dep.ko"
	done
}

# cards [VENDOR:DEVICE]: the addresses of the cards, one a line; QEMU's
# ivshmem unless told otherwise.
cards()
{
	for cards_dev in /sys/bus/pci/devices/*; do
		cards_id=$(cut -c3- "$cards_dev/vendor"):$(cut -c3- "$cards_dev/device")
		[ "$cards_id" != "${1:-1af4:1110}" ] || echo "${cards_dev##*/}"
	done
}

# card [VENDOR:DEVICE]: the first of them.
card()
{
	cards "$@" | head -n 1
}

# bar BDF NUMBER: "start size" of a BAR in hexadecimal, without 0x.
bar()
{
	sed -n "$(($2 + 1))p" "/sys/bus/pci/devices/$1/resource" |
		while read -r bar_start bar_end _; do
			printf '%x %x\n' "$((bar_start))" \
				"$((bar_end - bar_start + 1))"
		done
}

# pat_list: the kernel's list of memory types; empty without PAT.
pat_list()
{
	cat $DEBUGFS/x86/pat_memtype_list 2>/dev/null || true
}

# snapshot NAME: keeps the memory types and the MTRRs in /tmp/NAME.pat and
# /tmp/NAME.mtrr.
snapshot()
{
	pat_list >"/tmp/$1.pat"
	cat /proc/mtrr >"/tmp/$1.mtrr" 2>/dev/null || : >"/tmp/$1.mtrr"
}

# same_types DESCRIPTION NAME NAME: two snapshots are equal byte for byte.
same_types()
{
	same "$1: pat_memtype_list" "/tmp/$2.pat" "/tmp/$3.pat"
	same "$1: /proc/mtrr" "/tmp/$2.mtrr" "/tmp/$3.mtrr"
}

# wcbar_dir BDF: the card's folder in debugfs.
wcbar_dir()
{
	echo "$DEBUGFS/wcbar/$1"
}

# info BDF KEY: one value of the card's info file.
info()
{
	sed -n "s/^$2: //p" "$DEBUGFS/wcbar/$1/info"
}
