#!/bin/bash
# SPDX-License-Identifier: GPL-2.0
#
# wcbar mem in a guest: memory on two nodes, huge pages, and BARs that sysfs
# offers, of which one is in a card that can be put to sleep.  One kernel is
# enough: the tool asks it for nothing that changes between them.
# shellcheck source=tests/t/lib.sh
. "$(dirname "$0")/lib.sh"

work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
truncate -s 4M "$work/disk"

node()
{
	printf '%s\n' --qemu -object \
		--qemu "memory-backend-ram,id=node$1,size=256M" \
		--qemu -numa --qemu "node,nodeid=$1,cpus=$1,memdev=node$1"
}
mapfile -t nodes < <(node 0; node 1)

boot "copying in user space" --smp 2,sockets=2 --memory 512M "${nodes[@]}" --card 16M \
	--qemu -drive --qemu "id=disk,if=none,format=raw,file=$work/disk" \
	--qemu -device --qemu nvme,serial=x,drive=disk,cmb_size_mb=4 \
	--ko "$(tests/modules/build.sh "$kernel")/wcbar_recovery.ko" \
	--program build/tools/wcbar tests/guest/mem.sh
done_testing
