# shellcheck shell=dash
# SPDX-License-Identifier: GPL-2.0
#
# Descriptors posted to the reference card: every one is taken, once, whole and
# in order; faults that the driver makes are noticed; nothing else on the card
# or in the machine changes. COUNT is the number of descriptors of each way,
# IRQS that with interrupts.
# shellcheck source=tests/guest/lib.sh
. /guest/lib.sh
# shellcheck source=tests/guest/driver.sh
. /guest/driver.sh
# shellcheck source=tests/guest/posting.sh
. /guest/posting.sh

bdf=$(card)
dir=$(wcbar_dir "$bdf")
count=${COUNT:-100000}
irqs=${IRQS:-20000}
if [ -n "$SOAK" ]; then
	count=$((count * 10))
	irqs=$((irqs * 10))
fi

snapshot before
ok "the module loads" load wcbar test_card=1
snapshot loaded
is "the interface is found" "$(info "$bdf" interface)" \
	"reference card 1, emulated"
like "what it can is told" "$(info "$bdf" interface.can)" \
	"^bf,dma,irq,emulated"
is "its buffers, too" "$(info "$bdf" interface.buffers)" \
	"2 of 8192 bytes from 0x3ffb000 on"
is "latency is for root" "$(stat -c %a "$dir/latency")" 600
is "no run yet: ENODATA" "$(sysio errno "$dir/latency")" ENODATA
is "the card is no bus master" "$(master)" 0

# --- every descriptor arrives -----------------------------------------------
# told SPEC POSTED: the same, with way, map, wait, card, and of both clocks
# least, median and 99.9 %, ns
told()
{
	all "$@"
	diag "$(column 1,3,9,12,13,14,19,20,21,26 | tr '\n' ';')"
}

mixed="mix=1 size=1..4096,25,33,100,1000,4095"
told "post=bf map=wc,uc $mixed iterations=$((count - 10))" "$count"
is "bf: on both maps, as asked" "$(column 3-5 | tr '\n' ' ')" \
	"wc wc wc uc uc uc "
is "the map is back" "$(cat "$dir/memtype")" wc
told "post=doorbell,inline $mixed iterations=$((count - 10))" "$count"
told "post=bf map=wc,uc wait=irq $mixed iterations=$((irqs - 10))" "$irqs"
told "post=doorbell,inline wait=irq $mixed iterations=$((irqs - 10))" "$irqs"
is "no interrupt is left" "$(grep -c "$bdf" /proc/interrupts)" 0

all "post=bf,doorbell,inline size=2..4096 iterations=100 warmup=0" 100
is "each size has its row" "$(column 1 | sort | uniq -c | tr -s ' \n' ' ')" \
	" 12 bf 12 doorbell 12 inline "
is "times are ordered" "$(grep -v '^#' "$dir/latency" | awk '
	$13 > $14 || $14 > $15 || $18 > $19 || $19 > $15 || $20 > $21 ||
	$21 > $22 || $25 > $26 || $26 > $22 || $20 < $13' | wc -l)" 0
is "the histogram holds every sample" "$(column 33 | awk -F'[:,]' '
	{ n = 0; for (i = 2; i <= NF; i += 2) n += $i; print n }' |
	sort -u)" 100
like "which time it is, is told" "$(cat "$dir/latency")" \
	"^# time: whole round trip"
like "the interface, too" "$(cat "$dir/latency")" \
	"^# interface: reference card 1, emulated\$"
all "cpu=0 post=bf,doorbell wait=poll,irq size=64 iterations=90" 100
for method in store8 memcpy_toio vmovntdq_ymm movdir64b; do
	case $(post_errno "post=bf size=1024 method=$method") in
	ok)	is "by $method: right" "$(column 27-32,34)" \
			"1010 0 0 0 0 0 ok"
		is "by $method: named" "$(column 11)" $method ;;
	*)	skip "by $method" "$(cat "$dir/latency")" ;;
	esac
done

ok "by a method of cached memory" post "post=bf,inline method=memcpy_clflush"
is "there is no such row, but of the ring" "$(column 1,11,34- | sort -u)" \
	"bf memcpy_clflush skipped memcpy_clflush has no meaning on write-combining memory
inline - ok -"

# --- auto ----------------------------------------------------------------------
all "post=auto map=wc,uc-,uc size=64 iterations=90" 100
is "auto: the buffers on a write-combining map only" \
	"$(column 1-3,35- | tr '\n' ';')" \
	"bf yes wc bf: the map is effectively write-combining;doorbell yes uc- doorbell: the map is effectively uncached: 8 requests a line;doorbell yes uc doorbell: the map is effectively uncached: 8 requests a line;"

# --- faults that the driver makes ----------------------------------------------
# spec@column of the counter@what is said
while IFS=@ read -r spec col says; do
	is "break: $spec" "$(post_errno "$spec size=100 iterations=40")" EBADMSG
	like "break: $spec: noticed" "$(column 34-)" "^failed .* $says"
	is "break: $spec: counted" "$(column "$col")" 1
	is "break: $spec: no bus master" "$(master)" 0
done <<END
post=bf break=sequence-first@28@torn
post=bf break=sequence-first map=uc@28@torn
post=bf break=repeat@30@twice
post=bf break=skip@31@order
post=doorbell break=sequence-first@28@torn
post=doorbell break=repeat@30@twice
post=doorbell break=skip@31@order
post=doorbell break=stale@29@stale
post=inline break=sequence-first@28@torn
post=inline break=repeat@30@twice
post=inline break=skip@31@order
post=inline break=stale wait=irq@29@stale
END
is "after a fault on another map the map is back" "$(cat "$dir/memtype")" wc
all "$mixed iterations=990" 1000

# --- what runs may not touch -----------------------------------------------------
reserved=$(($(info "$bdf" interface.reserved)))
is "no copy reaches what the card has for itself" \
	"$(spec_errno "$bdf" "size=64 offset=$((reserved - 63))")" EINVAL
ok "up to there it may" run "$bdf" \
	"method=store8 size=4K offset=$((reserved - 4096))"
ok "auto measures" sh -c "echo measure >$dir/auto"
is "the interface is still there" "$(info "$bdf" interface)" \
	"reference card 1, emulated"
all "post=bf size=64 iterations=90" 100

# --- refused ---------------------------------------------------------------------
while IFS=@ read -r spec words; do
	is "refused: $spec" "$(post_errno "$spec")" EINVAL
	like "named: $words" "$(cat "$dir/latency")" "^# error: .*$words"
	is "in one line" "$(wc -l <"$dir/latency")" 1
done <<END
colour=red@colour
post=@post
post=up@up
size=0@size
size=4097@4097
iterations=0@iterations
timeout=60001@timeout
method=memcpy_fromio@memcpy_fromio
wait=spin@spin
cpu=4096@cpu
break=stale@stale
END
is "refused: nothing" "$(post_errno "")" EINVAL
head -c 65536 /dev/urandom >/tmp/garbage
is "refused: 64 KiB of garbage" \
	"$(sysio write-file "$dir/latency" /tmp/garbage)" E2BIG
echo 0 >"$dir/allow_writes"
is "not allowed" "$(post_errno "post=bf")" EPERM
like "and the reason is told" "$(cat "$dir/latency")" allow_writes
echo 1 >"$dir/allow_writes"

# --- two at once, interrupted, taken away ------------------------------------------
long="post=doorbell iterations=1000000 wait=irq,poll"

for wait in poll irq; do
	begin "post=bf,inline iterations=1000000 wait=$wait"
	is "$wait: a second run: EBUSY" "$(post_errno "post=bf")" EBUSY
	is "$wait: a run of copies: EBUSY" "$(spec_errno "$bdf" "size=64")" \
		EBUSY
	is "$wait: a map change: EBUSY" "$(write_errno "$dir/memtype" uc)" EBUSY
	is "$wait: the card is a bus master now" "$(master)" 4
	kill -TERM $long_pid
	wait $long_pid 2>/dev/null
	like "$wait: a signal ends it" "$(cat "$dir/latency")" \
		"^# state: interrupted"
	is "$wait: and it is none any more" "$(master)" 0
	begin "post=doorbell,bf iterations=1000000 wait=$wait cpu=0"
	kill -TERM $long_pid
	wait $long_pid 2>/dev/null
	like "$wait: also on a given CPU" "$(cat "$dir/latency")" \
		"^# state: interrupted"
	begin "post=bf iterations=1000000 wait=$wait"
	echo 0 >"$dir/allow_writes"
	wait $long_pid 2>/dev/null
	is "$wait: taking the permission away ends it" "$(cat /tmp/long.said)" \
		EPERM
	echo 1 >"$dir/allow_writes"
	all "post=bf,doorbell size=64 wait=$wait iterations=90" 100
	begin "post=bf iterations=1000000 wait=$wait map=uc"
	echo "$bdf" >/sys/bus/pci/drivers/wcbar/unbind
	wait $long_pid 2>/dev/null
	is "$wait: unbound in a run: ENODEV" "$(cat /tmp/long.said)" ENODEV
	ok "$wait: unbinding was complete" test ! -e "$dir"
	is "$wait: no bus master" "$(master)" 0
	echo "$bdf" >/sys/bus/pci/drivers/wcbar/bind
	all "post=bf,inline size=64 wait=$wait iterations=90" 100
done
begin "$long"
rmmod wcbar 2>/dev/null
kill -TERM $long_pid 2>/dev/null
wait $long_pid 2>/dev/null

snapshot ran
same_types "after all that" loaded ran
rmmod wcbar
snapshot after
same_types "after rmmod" before after
is "nothing is left in /proc/iomem" "$(grep -c wcbar /proc/iomem)" 0
is "nor in /proc/interrupts" "$(grep -c "$bdf" /proc/interrupts)" 0
done_testing
