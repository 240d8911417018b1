#!/bin/bash
# SPDX-License-Identifier: GPL-2.0
#
# Boots a kernel in QEMU with emulated cards, runs a guest script in it and
# prints its results as one TAP document.
#
#	tests/vm/run.sh --out out/basic --card 64M --ko .../wcbar.ko \
#		tests/guest/basic.sh
#
# Options:
#   --kernel 6.1|6.12      stock Debian kernel (default 6.1)
#   --vmlinuz FILE         another kernel; --moddir DIR for its modules
#   --machine NAME         default q35
#   --cpu MODEL            default max
#   --smp N  --memory SIZE default 1 and 512M (1G for the debug kernel)
#   --append TEXT          added to the kernel's command line
#   --card SIZE[,OPTION..] an ivshmem-plain card with that BAR2 size
#   --reference-card SIZE[,OPTION=VALUE..]
#                          the reference card with that BAR2 size; options are
#                          those of wcbar-card: fault=lost@3,poll=yield
#   --trace FILE[,OPTION..] records the stores to what the guest tells with
#                          "mark range", from "mark start" to "mark stop", by
#                          the plugin (options: tools/qemu/options.h)
#   --qemu ARG             one more argument for QEMU
#   --icount               time counts instructions; results repeat
#   --ko PATH|NAME         module built here, or a stock one
#   --program PATH         program for the guest's /bin
#   --file SRC[=DST]       file for the guest, in /guest unless DST is given
#   --env NAME=VALUE       variable for the guest script
#   --out DIR              console.log, guest.tap, tap and what the guest left
#                          in /out (default out/vm)
#   --timeout SECONDS      default 120
#   --panic-on-warn        a warning ends the guest at once
#   --allow REGEX          kernel messages that are no failure
#   --expect REGEX         kernel messages that have to come
set -eu -o pipefail

here=$(dirname "$(readlink -f "$0")")
# shellcheck source=tests/vm/refcard.sh
. "$here/refcard.sh"

die()
{
	printf '%s: %s\n' "${0##*/}" "$*" >&2
	exit 2
}

kernel=6.1
vmlinuz=
moddir=
machine=q35
cpu=max
smp=1
memory=
# the self-tests of the crypto code take a good part of a boot
base="console=ttyS0 ignore_loglevel panic=-1 oops=panic cryptomgr.notests"
append=
out=out/vm
limit=120
trace=
cards=()
reference=
qemu_extra=()
pack=()
judge=()
guest=

while [ $# -gt 0 ]; do
	case "$1" in
	--icount) qemu_extra+=(-icount "shift=0,sleep=off") ;;
	--panic-on-warn) append+=" panic_on_warn=1" ;;
	--*)
		[ $# -ge 2 ] || die "$1 needs a value"
		case "$1" in
		--kernel) kernel=$2 ;;
		--vmlinuz) vmlinuz=$2 ;;
		--moddir) moddir=$2 ;;
		--machine) machine=$2 ;;
		--cpu) cpu=$2 ;;
		--smp) smp=$2 ;;
		--memory) memory=$2 ;;
		--append) append+=" $2" ;;
		--card) cards+=("$2") ;;
		--trace) trace=$2 ;;
		--reference-card) reference=$2 ;;
		--qemu) qemu_extra+=("$2") ;;
		--ko) pack+=(-k "$2") ;;
		--program) pack+=(-p "$2") ;;
		--file) pack+=(-f "$2") ;;
		--env) pack+=(-e "$2") ;;
		--out) out=$2 ;;
		--timeout) limit=$2 ;;
		--allow|--expect) judge+=("$1" "$2") ;;
		*) die "unknown option $1" ;;
		esac
		shift ;;
	*)
		[ -z "$guest" ] || die "one guest script, not $guest and $1"
		guest=$1 ;;
	esac
	shift
done
[ -n "$guest" ] || die "which guest script?"
command -v qemu-system-x86_64 >/dev/null ||
	die "qemu-system-x86_64 is not installed (scripts/deps.sh test)"

if [ -z "$vmlinuz" ]; then
	vmlinuz=$("$here/kernel.sh" "$kernel" image)
	moddir=$("$here/kernel.sh" "$kernel" moddir)
fi
if [ -z "$memory" ]; then
	memory=512M
	# KASAN shadows an eighth of what is mapped, BARs included
	[ "$kernel" != debug ] || memory=1G
fi
[ -z "$moddir" ] || pack+=(-m "$moddir")

# The memory behind the BARs comes before the machine's own: tools that
# translate addresses of the host rely on the order.
devices=()
for i in "${!cards[@]}"; do
	size=${cards[i]%%,*}
	options=${cards[i]#"$size"}
	devices+=(-object "memory-backend-ram,id=bar$i,size=$size,share=on"
		  -device "ivshmem-plain,memdev=bar$i$options")
done

build=${WCBAR_BUILD:-$here/../../build}
if [ -n "$trace" ]; then
	plugin=$build/tools/storetrace.so
	[ -e "$plugin" ] || die "$plugin is not there (make plugin)"
	# What QEMU 7.2 tells of an address in RAM is its place in all memory
	# there is. It must not reach up to where the BARs are.
	total=$(printf '%s\n' "$memory" "${cards[@]%%,*}" |
		numfmt --from=iec | awk '{ n += $1 } END { printf "%.0f", n }')
	[ "$total" -le $((2 << 30)) ] ||
		die "--trace needs a machine whose memory and cards are 2G at most"
	# QEMU splits at commas; a comma in a name is two
	qemu_extra+=(-plugin "${plugin//,/,,},out=$trace")
	pack+=(-p "$build/tests/guest/mark")
fi

mkdir -p "$out"
rm -f "$out"/{console.log,guest.tap,tap,out.tgz,qemu.log,refcard.log,refcard.stats}
work=$(mktemp -d)
qemu=
trap '[ -z "$qemu" ] || kill "$qemu" 2>/dev/null || :; reference_clean; rm -rf "$work"' EXIT
trap 'exit 130' INT
trap 'exit 143' TERM

"$here/initramfs.sh" -o "$work/initramfs" -g "$guest" "${pack[@]}" \
	-e "SOAK=${WCBAR_SOAK:-}"

if [ -n "$reference" ]; then
	reference_start "$reference" "$memory" "$out"
	machine+=",memory-backend=ram"
	devices+=("${reference_qemu[@]}")
fi
timeout --foreground -k 5 "$limit" qemu-system-x86_64 -nodefaults -no-reboot \
	-display none -accel tcg -machine "$machine" -cpu "$cpu" -smp "$smp" \
	-m "$memory" "${devices[@]}" "${qemu_extra[@]}" \
	-serial "file:$out/console.log" -serial "file:$out/guest.tap" \
	-serial "file:$work/out.tgz" \
	-kernel "$vmlinuz" -initrd "$work/initramfs" \
	-append "$base$append" \
	</dev/null >"$out/qemu.log" 2>&1 &
qemu=$!
status=0
wait "$qemu" || status=$?
qemu=
if [ -n "$reference" ]; then
	reference_end
	judge+=(--reference-card "$reference_wrong")
fi

if [ -s "$work/out.tgz" ]; then
	tar -xzf "$work/out.tgz" -C "$out" --no-same-owner ||
		echo "# what the guest left in /out is not complete"
fi
[ ! -s "$out/qemu.log" ] || sed 's/^/# qemu: /' "$out/qemu.log"

"$here/judge.pl" --tap "$out/guest.tap" --console "$out/console.log" \
	--status "$status" --timeout "$limit" "${judge[@]}" | tee "$out/tap"
