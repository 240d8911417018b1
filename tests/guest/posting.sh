# shellcheck shell=dash
# SPDX-License-Identifier: GPL-2.0
#
# What guest tests of posted descriptors share; needs driver.sh, and $bdf and
# $dir of the card.
# shellcheck disable=SC2034,SC2154

# post SPEC: runs it; prints the file when that fails. A card that is a process
# on a busy machine may wait for a CPU longer than one would think.
post()
{
	if ! echo "$1 timeout=20000" >"$dir/latency" ||
	   ! grep -q "^# state: done" "$dir/latency"; then
		cat "$dir/latency"
		return 1
	fi
}

# post_errno SPEC: how it ends
post_errno()
{
	write_errno "$dir/latency" "$1"
}

# begin SPEC: in the background, until it is running. Its process is $long_pid;
# how it ended is in /tmp/long.said.
begin()
{
	sysio write "$dir/latency" "$1" >/tmp/long.said &
	long_pid=$!
	wait_for grep -q "state: running" "$dir/latency"
}

# column NUMBER...: of the rows of the last run
column()
{
	grep -v '^#' "$dir/latency" | cut -d' ' -f"$1"
}

# all SPEC POSTED: rows of that many descriptors each, all of them right
all()
{
	ok "$1: runs" post "$1"
	is "$1: taken, torn, stale, twice, out of order, lost" \
		"$(column 27-32 | sort -u)" "$2 0 0 0 0 0"
	is "$1: ok" "$(column 34 | sort -u)" ok
	is "$1: the card is no bus master after it" "$(master)" 0
}

# master: 4 while the card is a bus master, else 0
master()
{
	echo $(($(config_word "$bdf" 4) & 4))
}

# milliseconds since the machine has started
now_ms()
{
	sed 's/^\([0-9]*\)\.\([0-9]*\) .*/\1\20/' /proc/uptime
}
