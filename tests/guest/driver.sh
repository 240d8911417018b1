# shellcheck shell=dash
# SPDX-License-Identifier: GPL-2.0
#
# What guest tests of the driver share, beside lib.sh.

# write_errno FILE TEXT: the errno of one write(2) of the text, by name, or
# "ok".
write_errno()
{
	sysio write "$1" "$2"
}

# spec_errno BDF SPEC
spec_errno()
{
	write_errno "$(wcbar_dir "$1")/bandwidth" "$2"
}

# run BDF SPEC: runs it; prints the file when that fails.
run()
{
	echo "$2" >"$(wcbar_dir "$1")/bandwidth" || {
		cat "$(wcbar_dir "$1")/bandwidth"
		return 1
	}
	grep -q "^# state: done" "$(wcbar_dir "$1")/bandwidth"
}

# rows BDF: the rows of the last run, without the header.
rows()
{
	grep -v '^#' "$(wcbar_dir "$1")/bandwidth"
}

# entries BDF BAR SNAPSHOT TYPE: how many entries of that type a snapshot of
# pat_memtype_list has that begin in the BAR.
entries()
{
	bar "$1" "$2" | while read -r entries_start entries_size; do
		sed -n 's/^PAT: \[mem 0x\(0*\)\([0-9a-f]*\)-.*\] \(.*\)$/\2 \3/p' \
			"/tmp/$3.pat" |
		while read -r entries_at entries_type; do
			[ "$entries_type" = "$4" ] || continue
			[ $((0x$entries_at)) -ge $((0x$entries_start)) ] || continue
			[ $((0x$entries_at)) -lt \
				$((0x$entries_start + 0x$entries_size)) ] || continue
			echo "$entries_at"
		done | wc -l
	done
}

# config_word BDF OFFSET: a word of config space, as 0x....
config_word()
{
	echo "0x$(dd if="/sys/bus/pci/devices/$1/config" bs=1 skip="$2" count=2 \
		2>/dev/null | hexdump -v -e '1/2 "%04x"')"
}

# wait_for COMMAND...: until it succeeds, at most about ten seconds.
wait_for()
{
	wait_n=0
	until "$@" 2>/dev/null; do
		wait_n=$((wait_n + 1))
		[ $wait_n -lt 100 ] || return 1
		usleep 100000
	done
}

# bind BDF: to wcbar, by driver_override; the kernel's message on failure.
bind()
{
	echo wcbar >"/sys/bus/pci/devices/$1/driver_override"
	echo "$1" >/sys/bus/pci/drivers/wcbar/bind
}

# log_since MARK: kernel messages after the mark that log_mark wrote.
log_mark()
{
	echo "wcbar-mark $1" >/dev/kmsg
}

log_since()
{
	dmesg | sed "1,/wcbar-mark $1/d"
}
