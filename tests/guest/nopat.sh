# shellcheck shell=dash
# SPDX-License-Identifier: GPL-2.0
#
# Machines without PAT or without MTRRs. Without the PAT the MTRR is all there
# is, and what it gives depends on what else covers the range. EXPECT says what
# this machine must give: "wc" by the MTRR, "uc" because an uncachable one wins,
# "none" where there is neither, "pat" by the PAT alone.
# shellcheck source=tests/guest/lib.sh
. /guest/lib.sh
# shellcheck source=tests/guest/driver.sh
. /guest/driver.sh

bdf=$(card)
dir=$(wcbar_dir "$bdf")

snapshot before
ok "the module loads" load wcbar test_card=1
snapshot loaded
is "asked for write combining" "$(info "$bdf" aperture.requested)" \
	write-combining
is "the reservation says nothing: 0" "$(info "$bdf" aperture.reserve)" 0
if [ "$EXPECT" = pat ]; then
	entry=write-combining
	word="wc"
	slots=1
else
	entry=uncached-minus
	word=uc-
	slots=0
fi
is "the page-table entry is $entry" "$(info "$bdf" aperture.obtained)" $entry
is "PAT slots that hold write-combining: $slots" \
	"$(info "$bdf" pat.slots | grep -cw wc)" $slots
is "memtype tells the entry" "$(cat "$dir/memtype")" $word

case $EXPECT in
wc)
	ok "the handle is an MTRR's" \
		test "$(info "$bdf" aperture.mtrr_handle)" -ge 1000
	is "effectively write-combining" "$(info "$bdf" aperture.effective)" \
		write-combining
	is "and it says why" "$(info "$bdf" aperture.reason)" ok-mtrr
	is "ready" "$(info "$bdf" state)" ready
	like "available by an MTRR" "$(info "$bdf" available)" "^yes, .*MTRR"
	;;
uc)
	ok "the handle is an MTRR's" \
		test "$(info "$bdf" aperture.mtrr_handle)" -ge 1000
	is "effectively uncached" "$(info "$bdf" aperture.effective)" uncached
	is "and it says why" "$(info "$bdf" aperture.reason)" mtrr-uc-wins
	is "degraded" "$(info "$bdf" state)" degraded
	like "the log says so" "$(dmesg)" "wcbar .*no write combining: .*uncachable MTRR"
	;;
pat)
	is "effectively write-combining" "$(info "$bdf" aperture.effective)" \
		write-combining
	is "and it says why" "$(info "$bdf" aperture.reason)" ok-pat
	is "no MTRRs" "$(info "$bdf" mtrr.present)" 0
	;;
none)
	is "the handle says nothing: 0" \
		"$(info "$bdf" aperture.mtrr_handle)" 0
	is "effectively uncached" "$(info "$bdf" aperture.effective)" uncached
	is "and it says why" "$(info "$bdf" aperture.reason)" no-slot-no-mtrr
	is "degraded" "$(info "$bdf" state)" degraded
	like "not available" "$(info "$bdf" available)" "^no, "
	;;
esac

if [ "$EXPECT" = wc ] || [ "$EXPECT" = uc ]; then
	is "one more MTRR" "$(diff /tmp/before.mtrr /tmp/loaded.mtrr |
		grep -c '^+reg.*write-combining')" 1
fi

# A run that compares: with the PAT off the MTRR must be gone for the
# uncached map.
run "$bdf" "method=movnti,store8 map=wc,uc-,uc size=64,4K"
rows "$bdf" >/tmp/rows
is "uncached rows ran, verified" \
	"$(awk '$2 != "wc" { print $24 }' /tmp/rows | sort -u)" yes
is "and were effectively uncached" \
	"$(awk '$2 != "wc" { print $4 }' /tmp/rows | sort -u)" uc
if [ "$EXPECT" = wc ] || [ "$EXPECT" = pat ]; then
	is "write-combining rows ran, effectively so" \
		"$(awk '$2 == "wc" { print $3, $4, $24 }' /tmp/rows | sort -u)" \
		"$word wc yes"
else
	is "write-combining rows are skipped" \
		"$(awk '$2 == "wc" && $24 == "-" { n++ } END { print n }' /tmp/rows)" 4
	like "with the reason" "$(grep ' wc ' /tmp/rows)" "write-combining not obtained: "
fi
snapshot ran
same_types "after the run" loaded ran
is "the map is back" "$(info "$bdf" aperture.requested)" write-combining

rmmod wcbar
snapshot after
same_types "after rmmod" before after
done_testing
