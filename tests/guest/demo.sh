# shellcheck shell=dash
# SPDX-License-Identifier: GPL-2.0
#
# The main job once, for `make demo`: what the memory-type list holds before,
# while and after the driver is loaded, and a run of every method over an
# uncached and a write-combining map.
# shellcheck source=tests/guest/lib.sh
. /guest/lib.sh

# shellcheck disable=SC2119 # the emulated card, not this script's arguments
bdf=$(card)

pat_list >/out/pat_memtype_list.before
ok "insmod wcbar.ko test_card=1" load wcbar test_card=1
pat_list >/out/pat_memtype_list.loaded
cat "$(wcbar_dir "$bdf")/info" >/out/info
# shellcheck disable=SC2086 # BENCH holds options
ok "wcbar bench $bdf $BENCH" wcbar bench "$bdf" $BENCH --json /out/bench.json
# the verdict: 3, mapped but not proven, is right for an emulated card
wcbar check "$bdf" >/out/check.txt
is "wcbar check $bdf" $? 3
ok "rmmod wcbar" rmmod wcbar
pat_list >/out/pat_memtype_list.after
same "the memory-type list is as before" \
	/out/pat_memtype_list.before /out/pat_memtype_list.after

done_testing
