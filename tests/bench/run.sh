#!/bin/bash
# SPDX-License-Identifier: GPL-2.0
#
# What `make bench` runs: our ways of copying to memory against those of
# others on this machine, and then the kernel path in an emulated one, where
# the clock counts instructions.
#
#	tests/bench/run.sh [OPTIONS OF build/tests/bench/bench]
#
# Leaves in out/bench: report.txt to read, mem.json, mem.svg, auto.table.
set -eu -o pipefail
cd "$(dirname "$(readlink -f "$0")")/../.."

out=out/bench
kernel=${WCBAR_BENCH_KERNEL:-6.1}

mkdir -p "$out"
"${MAKE:-make}" --no-print-directory -s build/tests/bench/bench
build/tests/bench/bench -o "$out" "$@"

release=$(tests/vm/kernel.sh "$kernel" release)
tests/vm/run.sh --kernel "$kernel" --icount --card 64M \
	--ko "build/$release/drivers/wcbar/wcbar.ko" \
	--file tests/guest/driver.sh \
	--timeout 300 --out "$out/kernel" tests/bench/guest.sh \
	>"$out/kernel.log" || {
	cat "$out/kernel.log"
	echo "run.sh: the kernel path could not be measured" >&2
	exit 1
}
{
	echo
	echo "The kernel path, Linux $release: instructions that a method and the driver around"
	echo "it execute for a block, counted by QEMU (64 MiB card, map wc, FPU sections"
	echo "included). It says what code costs, and nothing of memory or link."
	awk -f tests/bench/kernel.awk "$out/kernel/bandwidth"
} | tee -a "$out/report.txt"
echo
echo "In $out: report.txt, mem.json, mem.svg, auto.table, kernel/bandwidth"
