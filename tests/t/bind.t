#!/bin/bash
# SPDX-License-Identifier: GPL-2.0
#
# wcbar bind and unbind, on an NVMe disk with a controller memory buffer, a
# display, and the usual card.
# shellcheck source=tests/t/lib.sh
. "$(dirname "$0")/lib.sh"

work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

for kernel in $KERNELS; do
	truncate -s 32M "$work/disk"
	boot "bind and unbind" --card 4M \
		--qemu -drive --qemu "id=disk,if=none,format=raw,file=$work/disk" \
		--qemu -device --qemu nvme,serial=x,drive=disk,cmb_size_mb=64 \
		--qemu -device --qemu bochs-display \
		--ko nvme --ko ext4 --ko crc32c_generic --ko "$(module)" \
		--program build/tools/wcbar tests/guest/bind.sh
	rm -f "$work/disk"
done
done_testing
