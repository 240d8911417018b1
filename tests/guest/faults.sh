# shellcheck shell=dash
# SPDX-License-Identifier: GPL-2.0
#
# Every allocation fails once: in probe, in a map change, in a run. Each time
# there is an error or a success, and nothing is left half done. Then kmemleak
# must find nothing lost.
# shellcheck source=tests/guest/lib.sh
. /guest/lib.sh
# shellcheck source=tests/guest/driver.sh
. /guest/driver.sh

bdf=$(card)
dir=$(wcbar_dir "$bdf")

# allocations that may sleep fail, too; those of pages fail as well
for fail in "$DEBUGFS/failslab" "$DEBUGFS/fail_page_alloc"; do
	echo N >"$fail/ignore-gfp-wait"
	echo 0 >"$fail/verbose"
done
echo N >"$DEBUGFS/fail_page_alloc/ignore-gfp-highmem"
echo 0 >"$DEBUGFS/fail_page_alloc/min-order"

ok "the module loads" load wcbar
echo wcbar >"/sys/bus/pci/devices/$bdf/driver_override"

# each NAME FILE TEXT UNDO-FILE UNDO-TEXT OUTCOMES: the write with every
# allocation failing in turn; OUTCOMES is a pattern for "errno memtype"
each()
{
	each_said=$(failnth "$2" "$3" "$dir/memtype" "$4" "$5" \
		"$DEBUGFS/x86/pat_memtype_list" 2>&1)
	diag "$1: $(echo "$each_said" | tr '\n' ' ')"
	is "$1: each failure ends as it may" "$(echo "$each_said" |
		grep -vE "^[0-9]+ ($6)\$|^changed|^allocations")" ""
	like "$1: every map is given back" "$each_said" "^changed 0\$"
	like "$1: allocations failed" "$each_said" "^[0-9]+ ENOMEM "
	like "$1: without a failure it works" "$each_said" "^[0-9]+ ok "
	ok "$1: there were some" test \
		"$(echo "$each_said" | sed -n 's/^allocations //p')" -gt 3
}

# nothing of ours in the lists, whatever came of it
clean()
{
	snapshot now
	cmp -s /tmp/before.pat /tmp/now.pat &&
		cmp -s /tmp/before.mtrr /tmp/now.mtrr &&
		cmp -s /tmp/iomem /proc/iomem
}

snapshot before
cp /proc/iomem /tmp/iomem
drv=/sys/bus/pci/drivers/wcbar
# debugfs may be what fails, then the files are missing and the card is bound
each "probe" $drv/bind "$bdf" $drv/unbind "$bdf" \
	"ENOMEM gone|EBUSY gone|ok wc|ok gone|ok"
ok "after probe" clean

echo "$bdf" >$drv/bind
echo 1 >"$dir/allow_writes"
# a map change that fails leaves the old map, or none when that failed, too
each "map change" "$dir/memtype" uc "$dir/memtype" wc "ENOMEM wc|EIO none|ok uc"
each "run" "$dir/bandwidth" \
	"method=movnti map=wc,uc size=64,4K iterations=2 save=1" \
	"$dir/memtype" wc "ENOMEM wc|EIO none|ok wc"
each "run on a given CPU" "$dir/bandwidth" \
	"method=movnti size=64 iterations=2 cpu=0" "$dir/memtype" wc \
	"ENOMEM wc|EINTR wc|ok wc"
if [ "$(info "$bdf" interface)" != none ]; then
	# not with interrupts: the kernel warns when it gives one back whose
	# files in /proc could not be made
	each "posting" "$dir/latency" \
		"post=bf,doorbell map=wc,uc size=64 iterations=2" \
		"$dir/memtype" wc "ENOMEM wc|EIO none|ok wc"
	each "posting on a given CPU" "$dir/latency" \
		"post=bf size=64 iterations=2 cpu=0" "$dir/memtype" wc \
		"ENOMEM wc|EINTR wc|ok wc"
fi
each "measuring auto's table" "$dir/auto" "measure 20" "$dir/auto" reset \
	"ENOMEM wc|ok wc"

rmmod wcbar
ok "after rmmod" clean

i=0
while [ $i -lt 5 ]; do
	load wcbar test_card=1
	run "$bdf" "method=movnti,memcpy_fromio map=wc,uc-,uc size=4K"
	rmmod wcbar
	i=$((i + 1))
done
# kmemleak needs an object to be old enough, and a second look
echo scan >"$DEBUGFS/kmemleak"
sleep 6
echo scan >"$DEBUGFS/kmemleak"
is "kmemleak finds nothing lost" "$(cat "$DEBUGFS/kmemleak")" ""
done_testing
