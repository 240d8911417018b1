#!/bin/bash
# SPDX-License-Identifier: GPL-2.0
#
# Make an out-of-tree kunit.ko from the KUnit of a kernel source tree, for
# kernels that were built without CONFIG_KUNIT (Debian's are).
#
#	prepare.sh SRC OUT
#	make -C KDIR M=OUT modules
#
# SRC needs lib/kunit and include/kunit of Linux 6.12; the result builds for
# 6.1 and for 6.12.  Every edit below has to find what it edits: a newer source
# that reads otherwise stops here and is not built half adapted.
# shellcheck disable=SC2016 # the dollars in quotes are for Perl
set -eu -o pipefail
here=$(dirname "$(readlink -f "$0")")

die()
{
	echo "prepare.sh: $*" >&2
	exit 1
}

# edit FILE COUNT CODE: runs a line of Perl, a substitution as a rule, on each
# line of the file and insists that it was true for COUNT of them.
edit()
{
	local file=$1 count=$2 code=$3 made

	made=$(perl -e '
		my ($file, $code) = @ARGV;
		open(my $in, "<", $file) or die "$file: $!\n";
		my @lines = <$in>;
		my $edit = eval "sub { $code }" or die "$code: $@";
		my $n = 0;
		for (@lines) { $n += $edit->() || 0; }
		open(my $out, ">", $file) or die "$file: $!\n";
		print $out @lines;
		close($out) or die "$file: $!\n";
		print "$n\n";' "$file" "$code")
	[ "$made" = "$count" ] ||
		die "$file: expected $count places for $code, found $made; this KUnit is not the one this script knows"
}

[ $# -eq 2 ] || die "usage: prepare.sh SRC OUT"
src=$1
out=$2
[ -f "$src/lib/kunit/hooks.c" ] ||
	die "$src holds no KUnit of Linux 6.12 (lib/kunit/hooks.c is missing)"

rm -rf "$out"
mkdir -p "$out/include"
cp "$src"/lib/kunit/*.[ch] "$out/"
cp -r "$src/include/kunit" "$out/include/"
# KUnit's tests of itself are built into the kernel
rm -f "$out"/*_test.c "$out"/*-test.c
cp "$here/oot.h" "$out/include/kunit/oot.h"
cd "$out"

# 1. task_struct has no member kunit_test: oot.c keeps the current test.
edit test.c 3 's/current->kunit_test = ([^;]+);/kunit_oot_set_test($1);/g'
edit test.c 5 's/current->kunit_test\b/kunit_oot_get_test()/g'
edit include/kunit/test-bug.h 1 's/current->kunit_test\b/kunit_oot_get_test()/g'

# 2. struct module has no kunit_suites, and the kernel's loader fills none in:
#    the same code works on our descriptor, called by the module itself; the
#    notifier goes.
edit test.c 2 's/(kunit_module_(init|exit))\(struct module \*mod\)/$1(struct kunit_oot_module *mod)/'
edit test.c 1 's/return register_module_notifier\(&kunit_mod_nb\);/return 0;/'
edit test.c 1 's/^\tunregister_module_notifier\(&kunit_mod_nb\);\n//'
edit test.c 1 'my $n = /^static int kunit_module_notify\(/ .. /^};/; $_ = "" if $n; $n eq "1"'
cat "$here/oot.c" >>test.c

# 3. kunit_vm_mmap() needs mm_alloc() and arch_pick_mmap_layout(), which are
#    exported for a KUnit that the kernel was configured for, and no others.
#    No suite here maps user memory.
rm user_alloc.c

# 4. What 6.1 lacks or has otherwise.
mkdir -p compat/linux
cat >compat/linux/args.h <<'EOF'
/* SPDX-License-Identifier: GPL-2.0 */
/* Before 6.7 the macros of <linux/args.h> were in <linux/kernel.h>. */
#include <linux/kernel.h>
EOF
#    bus_register() takes a bus that is not const
edit device.c 1 's/^static const struct bus_type kunit_bus_type/static struct bus_type kunit_bus_type/'
#    kthread_exit() is not exported; this one is, and does the same
edit try-catch.c 1 's/\bkthread_exit\(([^)]*)\)/kthread_complete_and_exit(NULL, $1)/'
#    device_is_bound() is not exported
edit platform.c 1 's/\bdevice_is_bound\(([^)]*)\)/(READ_ONCE(($1)->driver) != NULL)/'

# nothing of the above may be left anywhere in what is compiled
left=$(grep -nE 'current->kunit_test|kunit_mod_nb\)' ./*.[ch] include/kunit/*.h || true)
[ -z "$left" ] || die "not adapted: $left"

cat >Kbuild <<'EOF'
# SPDX-License-Identifier: GPL-2.0
NOSTDINC_FLAGS += -I$(src)/include
# compat/ only where the kernel has no such header of its own
NOSTDINC_FLAGS += $(if $(wildcard $(srctree)/include/linux/args.h),,-I$(src)/compat)
ccflags-y += -include $(src)/include/kunit/oot.h
ccflags-y += -DCONFIG_KUNIT_DEFAULT_ENABLED=1
obj-m := kunit.o
EOF
objects=$(printf '%s\n' ./*.c | sed 's,^\./\(.*\)\.c$,\1.o,' | tr '\n' ' ')
echo "kunit-y := $objects" >>Kbuild
