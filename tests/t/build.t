#!/bin/bash
# SPDX-License-Identifier: GPL-2.0
#
# Building and installing as a user does, and the scripts that fetch kernels
# and packages where they cannot.
# shellcheck source=tests/t/lib.sh
. "$(dirname "$0")/lib.sh"

work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

# said COMMAND...: its output in $output, its exit status in $status.
said()
{
	status=0
	output=$("$@" 2>&1 </dev/null) || status=$?
}

# installed: the files below $work/dest, a name a line.
installed()
{
	(cd "$work/dest" && find . -type f | sort)
}

said make -s modules KDIR="$work/no-kernel"
is "no kernel to build for: fails" "$((status != 0))" 1
like "no kernel to build for: says what to do" "$output" \
	"^make: no kernel to build for in KDIR=$work/no-kernel: install the headers"

for kernel in $KERNELS; do
	kdir=$(tests/vm/kernel.sh "$kernel" kdir)
	rm -rf "$work/dest"
	mkdir "$work/dest"
	ok "$kernel: make install" make -s install KDIR="$kdir" \
		DESTDIR="$work/dest" PREFIX=/usr
	is "$kernel: the module is for that kernel" \
		"$(modinfo -F vermagic "$work"/dest/lib/modules/*/updates/drivers/wcbar/wcbar.ko* | cut -d ' ' -f 1)" \
		"$(release)"
	like "$kernel: the tool is in place" "$(installed)" '^\./usr/sbin/wcbar$'
	ok "$kernel: make uninstall" make -s uninstall KDIR="$kdir" \
		DESTDIR="$work/dest" PREFIX=/usr
	is "$kernel: nothing is left" "$(installed)" ""
	ok "$kernel: the folder it was installed into is" test -d "$work/dest"
done
is "building leaves the sources clean" \
	"$(find drivers include Kbuild -name '*.o' -o -name '*.ko' -o -name '*.cmd')" ""

# A machine without a network: the package lists are empty, downloads fail.
mkdir "$work/bin"
printf '#!/bin/sh\nexit 100\n' >"$work/bin/apt-get"
printf '#!/bin/sh\n' >"$work/bin/apt-cache"
chmod +x "$work"/bin/*
offline=(env PATH="$work/bin:$PATH" WCBAR_CACHE="$work/cache")

said "${offline[@]}" tests/vm/kernel.sh 6.1
is "offline, nothing cached: exit status" "$status" 1
like "offline, nothing cached: one clear sentence" "$(tail -n 1 <<<"$output")" \
	"^kernel.sh: there is no Debian kernel 6.1 to be had: .*none is in $work/cache$"
said "${offline[@]}" tests/vm/source.sh 6.12 scripts/checkpatch.pl
is "offline, no source: exit status" "$status" 1
like "offline, no source: one clear sentence" "$(tail -n 1 <<<"$output")" \
	"^source.sh: linux-source-6.12 cannot be had: "

mkdir -p "$work"/cache/kernels/6.1.0-{9,10}-amd64_6.1.1-1 \
	"$work/cache/kernels/6.12.1-amd64_6.12.1-1"
said "${offline[@]}" tests/vm/kernel.sh 6.1 release
is "offline, some cached: the newest of that version" \
	"$(tail -n 1 <<<"$output")" 6.1.0-10-amd64
like "offline, some cached: says so" "$output" "from the cache: no newer"
is "offline: nothing half done is left" "$(ls -A "$work/cache")" ".lock
kernels"

said tests/vm/kernel.sh 5.10
is "an unknown kernel: exit status" "$status" 2
said scripts/deps.sh holidays
is "packages for an unknown purpose: exit status" "$status" 1
like "packages for an unknown purpose: said" "$output" '^deps.sh: for what'

# With a machine that has nothing, every package is listed.
printf '#!/bin/sh\nexit 1\n' >"$work/bin/dpkg-query"
chmod +x "$work/bin/dpkg-query"
for purpose in build demo test check bench; do
	said "${offline[@]}" scripts/deps.sh -n $purpose
	like "packages for $purpose are listed" "$output" \
		"^packages missing for $purpose: .*gcc "
	is "packages for $purpose: no kernel among them" \
		"$(grep -oE 'linux-(image|headers)[^ ]*' <<<"$output")" ""
done

done_testing
