#!/bin/bash
# SPDX-License-Identifier: GPL-2.0
#
# `make demo`: boots a stock Debian 6.1 kernel in QEMU with a card that has a
# BAR of 64 MiB, loads the driver, runs every copy method over an uncached and
# over a write-combining map, and shows what came out.  Everything it shows is
# left in out/demo.
set -eu -o pipefail
cd "$(dirname "$(readlink -f "$0")")/../.."

out=out/demo
tool=build/tools/wcbar
size=33554432
# ten sizes from 64 B to 32 MiB: every method at the last one, the sweep for
# the picture; ten operations a row keep the whole demo under a minute
bench="--method all --map uc,wc --size 64,256,1K,4K,16K,64K,256K,1M,4M,32M --iterations 10"

# relevant LIST: the entries that the driver's are among.
relevant()
{
	local aperture regs

	aperture=$(sed -n 's/^aperture.start: 0x//p' "$out/info")
	regs=$(sed -n 's/^regs.start: 0x//p' "$out/info")
	grep -E "mem 0x0*($aperture|$regs)-" "$1" || echo "  (no entry for the card)"
}

# ran, verified: rows in bench.csv that were not skipped, and the right ones.
ran()
{
	awk -F, 'NR > 1 && $9 > 0' "$out/bench.csv" | wc -l
}

verified()
{
	awk -F, 'NR > 1 && $9 > 0 && $24 == "true"' "$out/bench.csv" | wc -l
}

release=$(tests/vm/kernel.sh 6.1 release)
rm -rf "$out"
mkdir -p "$out"
echo "Booting Debian's kernel $release in QEMU with a card whose BAR2 is 64 MiB;"
echo "the run takes about half a minute."

# watch PID: the guest's results as they come and, on a terminal, the time.
watch()
{
	local shown=0 lines

	while kill -0 "$1" 2>/dev/null; do
		sleep 1
		lines=$(grep -cE '^(not )?ok .*' "$out/guest.tap" 2>/dev/null || :)
		if [ "${lines:-0}" -gt "$shown" ]; then
			[ ! -t 1 ] || printf '\r'
			grep -E '^(not )?ok ' "$out/guest.tap" |
				tail -n "+$((shown + 1))" | sed 's/^/  /'
			shown=$lines
		fi
		[ ! -t 1 ] || printf '\r  %d s ' "$SECONDS"
	done
	[ ! -t 1 ] || printf '\r        \r'
}

status=0
tests/vm/run.sh --out "$out" --card 64M --timeout 200 \
	--ko "build/$release/drivers/wcbar/wcbar.ko" --program "$tool" \
	--env "BENCH=$bench" tests/guest/demo.sh >"$out/run.log" 2>&1 &
run=$!
trap 'kill "$run" 2>/dev/null || :' EXIT
watch "$run"
wait "$run" || status=$?
trap - EXIT
if [ "$status" != 0 ]; then
	grep -v '^ok' "$out/run.log" >&2 || :
	echo "make demo: the run failed; the whole console is in $out/console.log" >&2
	exit 1
fi

"$tool" bench --from "$out/bench.json" --csv "$out/bench.csv" \
	--plot "$out/bandwidth.svg" >"$out/bench.txt"

echo
echo "Copies of 32 MiB, GB/s (median until the stores are fenced), by the type of the map:"
echo
awk -F, -v size="$size" -f tests/vm/compare.awk "$out/bench.csv" | fold -s -w 78
echo
# the ratios that the sentence begins with stand in the table already
tail -n 1 "$out/bench.txt" | sed 's/.*; no effect/No effect/' | fold -s -w 78
echo "Every row that ran was verified: $(verified) of $(ran) rows, none with a byte"
echo "wrong inside its range or beside it."

echo
echo "wcbar check, while the driver is loaded:"
sed -n '/^  BAR/,/^$/p' "$out/check.txt"

for list in before loaded after; do
	echo
	echo "pat_memtype_list, $list:"
	relevant "$out/pat_memtype_list.$list"
done
cmp "$out/pat_memtype_list.before" "$out/pat_memtype_list.after"
echo
echo "The whole list is after rmmod what it was before insmod, byte for byte."
echo "In $out: bandwidth.svg (the sweep from 64 B to 32 MiB), bench.json, bench.csv,"
echo "bench.txt (the whole table), check.txt, pat_memtype_list.{before,loaded,after}, console.log."
