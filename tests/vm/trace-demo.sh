#!/bin/bash
# SPDX-License-Identifier: GPL-2.0
#
# `make trace-demo`: boots a stock Debian 6.1 kernel in QEMU with a card that
# has a BAR of 64 MiB, copies 32 MiB into it by every write method once, records
# every store with the plugin, and shows what the stores become on a link,
# uncached and write-combining.  Everything is left in out/trace-demo.
set -eu -o pipefail
cd "$(dirname "$(readlink -f "$0")")/../.."

out=${1:-out/trace-demo}
build=${WCBAR_BUILD:-build}
tool=$build/tools/wcbar
kernel=${WCBAR_KERNELS:-6.1}
kernel=${kernel%% *}
release=$(tests/vm/kernel.sh "$kernel" release)
rm -rf "$out"
mkdir -p "$out"
echo "Booting Debian's kernel $release in QEMU with a card whose BAR2 is 64 MiB, and"
echo "recording every store of every method; the run takes about a minute."

if ! tests/vm/run.sh --kernel "$kernel" --out "$out" --card 64M --timeout 600 \
	--trace "$out/trace" --env WHAT=methods \
	--ko "$build/$release/drivers/wcbar/wcbar.ko" \
	--program "$build/tests/guest/stores" \
	--program "$build/tests/guest/sysio" \
	--file tests/guest/driver.sh tests/guest/storetrace.sh \
	>"$out/run.log" 2>&1; then
	grep -v '^ok' "$out/run.log" >&2 || :
	echo "make trace-demo: the run failed; the whole console is in $out/console.log" >&2
	exit 1
fi

# marks are the numbers of the methods, in order
labels=$(awk '{ printf "%s%d=%s", (NR > 1 ? "," : ""), NR, $1 }' "$out/methods")
# what each request costs is published of one CPU
apply=("$tool" trace "$out/trace" --label "$labels" --cpu-class i7-11700)
"${apply[@]}" --evict-interrupt off --csv "$out/requests.csv" \
	--json "$out/trace.json" >"$out/trace.txt"
"${apply[@]}" --csv "$out/interrupts.csv" >"$out/interrupts.txt"
if command -v gnuplot >/dev/null; then
	"${apply[@]}" --evict-interrupt off --quiet --plot "$out/requests.svg"
fi

echo
echo "32 MiB by each method, once: its stores, and the requests that they become on"
echo "uncached and on write-combining memory (interrupts do not empty the buffers);"
echo "TIMES is uncached against write-combining by the published cost of a request."
echo
awk -F, -f tests/vm/trace-demo.awk "$out/requests.csv" "$out/interrupts.csv"
echo
echo "EXCESS is how many requests more there are on write-combining memory where the"
echo "interrupts that came meanwhile do empty the buffers.  Emulated ones strike"
echo "between blocks of instructions: code whose blocks store whole lines has none."
echo
sed -n '/^buffers: /,$p' "$out/trace.txt" | fold -s -w 79
echo
echo "The emulated CPU has neither AVX-512 nor movdir64b. What the methods with them"
echo "store is foretold from their rows in the table, without a trace:"
echo
"$tool" model --method store64,vmovntdq_zmm,movdir64b --size 32M \
	--cpu-class i7-11700 | sed -n '1,/^$/p'
echo "In $out: trace (stores as executed), trace.txt (the whole analysis), trace.json,"
echo "requests.csv, requests.svg, interrupts.txt (with interrupts), console.log."
