# shellcheck shell=bash
# SPDX-License-Identifier: GPL-2.0
#
# The reference card for run.sh, which reads this file: its process is started
# before QEMU and has to end after it.
#
# In $reference_dir are its socket and the guest's memory; in $reference_out
# refcard.log, what it said, and refcard.stats, what it counted. WCBAR_SHM is
# a folder in memory, /dev/shm unless it is set.

reference_dir=
reference_pid=
reference_dies=
reference_out=
# run.sh reads these
# shellcheck disable=SC2034
reference_qemu=() reference_wrong=

# reference_start SIZE[,OPTION=VALUE...] MEMORY OUT: starts it and fills
# reference_qemu, the arguments for QEMU; the machine's memory has the id
# "ram" then.
reference_start()
{
	local size=${1%%,*} memory=$2 word words=() asked=() program bytes
	local shm=${WCBAR_SHM:-/dev/shm}

	reference_out=$3
	program=${WCBAR_BUILD:-$here/../../build}/tools/wcbar-card
	[ -x "$program" ] || die "$program is not there (make tools)"
	IFS=, read -r -a words <<<"${1#"$size"}"
	for word in "${words[@]}"; do
		[ -n "$word" ] || continue
		[[ $word == *=* ]] || die "--reference-card: '$word' is no OPTION=VALUE"
		asked+=("--${word%%=*}" "${word#*=}")
		[[ $word != fault=die@* ]] || reference_dies=1
	done

	# memory that is shared is fastest where nothing writes it to a disk
	bytes=$(numfmt --from=iec "$memory")
	if [ -w "$shm" ] &&
	   [ "$(df --output=avail -B1 "$shm" | tail -n 1)" -gt "$bytes" ]; then
		reference_dir=$(mktemp -d -p "$shm" wcbar.XXXXXX)
	else
		reference_dir=$(mktemp -d)
	fi
	mkfifo "$reference_dir/ready"
	"$program" --socket "$reference_dir/socket" --aperture "$size" \
		--ram "$reference_dir/ram" --stats "$reference_out/refcard.stats" \
		"${asked[@]}" >"$reference_dir/ready" 2>"$reference_out/refcard.log" &
	reference_pid=$!
	# it says "ready", or it ends and there is nothing to read
	read -r word <"$reference_dir/ready" ||
		die "the reference card does not start: $(cat "$reference_out/refcard.log")"
	# shellcheck disable=SC2034
	reference_qemu=(
		-object "memory-backend-file,id=ram,size=$memory,share=on,mem-path=$reference_dir/ram"
		-chardev "socket,path=$reference_dir/socket,id=refcard"
		-device "ivshmem-doorbell,chardev=refcard,vectors=1")
}

# reference_end: waits for it after QEMU has ended, and says in
# reference_wrong what is wrong with its end, if anything.
reference_end()
{
	local status=0 i

	reference_wrong=
	for ((i = 0; i < 50; i++)); do
		kill -0 "$reference_pid" 2>/dev/null || break
		sleep 0.1
	done
	if [ "$i" = 50 ]; then
		kill -9 "$reference_pid" 2>/dev/null || true
		reference_wrong="it goes on after QEMU has ended"
	fi
	wait "$reference_pid" || status=$?
	reference_pid=
	if [ "$status" != 0 ] && [ -z "$reference_wrong" ] &&
	   ! { [ "$status" = 137 ] && [ -n "$reference_dies" ]; }; then
		reference_wrong="it ended with status $status: $(cat "$reference_out/refcard.log")"
	fi
}

# reference_clean: on every way out.
reference_clean()
{
	[ -z "$reference_pid" ] || kill -9 "$reference_pid" 2>/dev/null || :
	[ -z "$reference_dir" ] || rm -rf "$reference_dir"
}
