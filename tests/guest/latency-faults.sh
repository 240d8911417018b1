# shellcheck shell=dash
# SPDX-License-Identifier: GPL-2.0
#
# A card that loses a doorbell, is late, fails, and at last is no more: each
# ends in an error within its time, a card that lives takes descriptors again,
# and nothing is left behind. At last it hangs, or its process is killed. When
# each of them comes is in latency.t.
# shellcheck source=tests/guest/lib.sh
. /guest/lib.sh
# shellcheck source=tests/guest/driver.sh
. /guest/driver.sh
# shellcheck source=tests/guest/posting.sh
. /guest/posting.sh

bdf=$(card)
dir=$(wcbar_dir "$bdf")
# beyond the timeout: a reset that is not answered, and a slow machine
slack=${SLACK:-1500}

snapshot before
load wcbar test_card=1
snapshot loaded

# fails ERRNO SPEC WORDS: a run that would be 100 descriptors, each in a second
fails()
{
	fails_begin=$(now_ms)
	is "$2: $1" "$(post_errno "$2 size=64 iterations=100 warmup=0")" "$1"
	fails_ms=$(($(now_ms) - fails_begin))
	ok "$2: in time, $fails_ms ms" test $fails_ms -lt $((1000 + slack))
	like "$2: the file says why" "$(cat "$dir/latency")" "^# error: .*$3"
	is "$2: no bus master" "$(master)" 0
	is "$2: no interrupt" "$(grep -c "$bdf" /proc/interrupts)" 0
}

# lives: it takes 50 descriptors four times
lives()
{
	all "post=bf,doorbell size=64,500 warmup=0 iterations=50" 50
}

fails ETIMEDOUT post=doorbell "descriptor 49 was not completed within 1000 ms"
is "one is lost" "$(column 32)" 1
is "and 49 were right" "$(column 8)" 49
like "the row has failed" "$(column 34-)" "^failed descriptor 49"
# four rows of 50
lives
fails ETIMEDOUT "post=bf wait=irq" "descriptor 49 was not completed"
lives
ok "a completion that is late, but not too late" \
	post "post=inline size=64 iterations=100 warmup=0"
ok "is as late as it was, 20 ms" \
	test "$(column 22 | cut -d. -f1)" -gt 20000000
is "and right" "$(column 27-32,34)" "100 0 0 0 0 0 ok"
fails ETIMEDOUT "post=doorbell wait=irq" "descriptor 49 was not completed"
lives
# what was late is not written when its time has come
sleep 3
lives
fails EIO post=bf "descriptor 49 that it was failed"
is "none is lost" "$(column 32)" 0
lives
fails EIO "post=inline wait=irq" "descriptor 49 that it was failed"
lives

# --- the end of it -----------------------------------------------------------
fails ETIMEDOUT "post=bf" "descriptor 49 was not completed"
is "its memory is kept" "$(info "$bdf" interface.stuck)" 1
for again in first second; do
	fails ETIMEDOUT "post=doorbell wait=irq" "does not answer"
	is "the $again time: no row" "$(column 1)" ""
done
ok "copies go on" run "$bdf" "method=movnti map=wc,uc size=4K"
log_mark unload
echo "$bdf" >/sys/bus/pci/drivers/wcbar/unbind
like "who unbinds it is told" "$(log_since unload)" \
	"did not answer to the last"
echo "$bdf" >/sys/bus/pci/drivers/wcbar/bind
is "bound again, nothing is kept" "$(info "$bdf" interface.stuck)" 0
fails ETIMEDOUT post=bf "does not answer"
snapshot ran
same_types "after all that" loaded ran
rmmod wcbar
snapshot after
same_types "after rmmod" before after
load wcbar test_card=1
fails ETIMEDOUT post=inline "does not answer"
rmmod wcbar
snapshot end
same_types "at the end" before end
is "nothing is left in /proc/interrupts" "$(grep -c "$bdf" /proc/interrupts)" 0
done_testing
