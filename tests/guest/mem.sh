# shellcheck shell=dash
# SPDX-License-Identifier: GPL-2.0
#
# wcbar mem: what it copies into is what it says, and a BAR is only written
# into where that is allowed and a card is there to hear it.
# shellcheck source=tests/guest/lib.sh
. /guest/lib.sh

bdf=$(card)
dev=/sys/bus/pci/devices/$bdf
start=0x$(bar "$bdf" 2 | cut -d' ' -f1)

# run ARGUMENT...: wcbar mem, quickly; $status and $said are what came of it.
run()
{
	status=0
	said=$(wcbar mem --method movnti,movntdq --block 64,4K --time 2 \
		--rounds 3 --region 4M "$@" 2>&1) || status=$?
}

# ends DESCRIPTION STATUS PATTERN: how the last run ended.
ends()
{
	is "$1: exit status" "$status" "$2"
	like "$1: says so" "$said" "$3"
}

# --- memory ------------------------------------------------------------------

run --json /tmp/mem.json
ends "anonymous memory" 0 "^4 MiB of anonymous memory, "
like "its schema" "$(cat /tmp/mem.json)" '"schema": "wcbar-mem/1"'
is "every row is verified" "$(grep -c '"verified": true' /tmp/mem.json)" 4
unlike "none has no rate" "$(cat /tmp/mem.json)" '"gbps": (null|0\.000)'
run --baseline /tmp/mem.json --tolerance 100
ends "a baseline" 0 "movnti"
run --min-gbps 100000
ends "a rate that nothing has" 1 "wcbar: 4 of 4 rows are slower than they may be"
run --method nosuch
ends "no such method" 2 "nosuch"

run --pages 4K
ends "small pages" 0 "memory, 4 KiB pages$"
if [ -e /sys/kernel/mm/transparent_hugepage/enabled ]; then
	echo madvise >/sys/kernel/mm/transparent_hugepage/enabled
	run
	ends "transparent huge pages" 0 "2 MiB pages \(transparent huge pages\)$"
	echo never >/sys/kernel/mm/transparent_hugepage/enabled
	run
	ends "without them" 0 "memory, 4 KiB pages$"
else
	skip "transparent huge pages" "the kernel has none"
fi

# --- NUMA nodes --------------------------------------------------------------

# pages_on NODE: pages of the running tool that are on the node, in the
# mapping that is bound to it.
pages_on()
{
	sed -n "s/.* bind:$1 .* N$1=\([0-9]*\).*/\1/p" "/proc/$tool/numa_maps"
}

for node in 0 1; do
	run --node $node
	ends "node $node" 0 "^4 MiB of anonymous memory on node $node, "
	wcbar mem --method movnti,movntdq --rounds 1000 --region 64M \
		--pages 4K --node $node >/dev/null 2>&1 &
	tool=$!
	tries=0
	until [ "$(pages_on $node)" = 16384 ] || [ $tries = 100 ]; do
		tries=$((tries + 1))
		usleep 50000
	done
	is "node $node: the kernel says so of every page" "$(pages_on $node)" 16384
	kill -TERM $tool
	status=0
	wait $tool || status=$?
	is "node $node: a signal ends it" "$status" 130
done
run --node 7
ends "a node that there is not" 2 "this machine has no memory on NUMA node 7"

# --- huge pages that were set aside ------------------------------------------

pool=/sys/devices/system/node/node0/hugepages/hugepages-2048kB
if [ -d $pool ]; then
	echo 4 >$pool/nr_hugepages
	run --node 0
	ends "a pool of huge pages" 0 "on node 0, 2048 KiB pages$"
	# they are on the other node: none may be waited for, or died of
	run --node 1
	ends "a pool on another node" 0 "on node 1, 4 KiB pages$"
	echo 0 >$pool/nr_hugepages
else
	skip "a pool of huge pages" "the CPU has none of 2 MiB"
fi

# --- a card's BAR ------------------------------------------------------------

# word OFFSET: eight bytes of the BAR, by another way than the tool's.
word()
{
	devmem $((start + $1)) 64
}

# What the tool's source begins with, and bytes 4088 to 4095 of it
copy="0xDD4D5E5D981B8DE2 0xA531516A97A7F3C0"
verified=0xB1AAA39C958E8780
guard=0x4746454443424140

# untouched DESCRIPTION: the BAR holds what it held.
untouched()
{
	is "$1: nothing is written" "$(word 0) $(word 128)" "$nothing"
}

echo 1 >"$dev/enable"
nothing="$(word 0) $(word 128)"
run --card "$dev/resource2_wc"
ends "without --allow-writes" 1 "--allow-writes allows it"
untouched "without --allow-writes"
run --card "$dev/resource9" --allow-writes
ends "no such BAR" 2 "is not resourceN or resourceN_wc"

ok "the module that plays the PCI core" load wcbar_recovery "bdf=$bdf"
core=/sys/module/wcbar_recovery/parameters/step
echo lose >$core
run --card "$dev/resource2_wc" --allow-writes
ends "decode off" 1 "memory decode is off"
echo 0 >"$dev/enable"
run --card "$dev/resource2_wc" --allow-writes
ends "not enabled" 1 "is not enabled; 'echo 1 > $dev/enable' enables it"
echo 1 >"$dev/enable"
untouched "decode off, and not enabled"
rmmod wcbar_recovery

# A verification leaves guards, and between them its block, whose bytes are
# 0x80 | (7 i & 0x7f); then one block of the source is copied over its front.
for file in resource2_wc resource2; do
	run --method movnti --block 4K --rounds 1 -n 1 --allow-writes \
		--card "$dev/$file" --json /tmp/card.json
	ends "$file" 0 "^4 MiB of $dev/$file, mapped by sysfs"
	is "$file: it is verified" \
		"$(grep -c '"verified": true' /tmp/card.json)" 1
	is "$file: the BAR holds the copy" "$(word 0) $(word 4088)" "$copy"
	is "$file: behind it the verified block, and its guard" \
		"$(word 4096) $(word $((4096 + 128)))" "$verified $guard"
	for at in 0 4088 4096 $((4096 + 128)); do
		devmem $((start + at)) 64 0
	done
done

# --- a card that sleeps ------------------------------------------------------

nvme=$(card 1b36:0010)
dev=/sys/bus/pci/devices/$nvme
start=0x$(bar "$nvme" 2 | cut -d' ' -f1)
echo 1 >"$dev/enable"
load wcbar_recovery "bdf=$nvme"
ok "it goes to sleep" sh -c "echo sleep >$core"
nothing="$(word 0) $(word 128)"
is "asleep" "$(cat "$dev/power_state")" D3hot
run --card "$dev/resource2" --allow-writes
ends "asleep" 1 "is not known to be awake"
untouched "asleep"
ok "it wakes up" sh -c "echo wake >$core"
run --block 4K --rounds 1 -n 1 --card "$dev/resource2" --allow-writes
ends "awake" 0 "^4 MiB of $dev/resource2, mapped by sysfs"
is "awake: the BAR holds the copy" "$(word 0) $(word 4088)" "$copy"
done_testing
