#!/bin/bash
# SPDX-License-Identifier: GPL-2.0
#
# What makes the out-of-tree KUnit tested: sources that read otherwise than it
# knows must stop it, wherever they do.
# shellcheck source=tests/t/lib.sh
. "$(dirname "$0")/lib.sh"

work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
src=$(tests/vm/source.sh 6.12 lib/kunit include/kunit)

# fresh: a copy of the sources, to be changed
fresh()
{
	rm -rf "$work/src"
	mkdir -p "$work"/src/{lib,include}
	cp -r "$src/lib/kunit" "$work/src/lib/"
	cp -r "$src/include/kunit" "$work/src/include/"
}

prepare()
{
	status=0
	said=$(tests/kunit/oot/prepare.sh "$work/src" "$work/out" 2>&1) ||
		status=$?
}

# stops DESCRIPTION FILE EDIT...: sed makes the file otherwise
stops()
{
	local what=$1 file=$2
	shift 2

	fresh
	sed -i "$@" "$work/src/$file"
	if cmp -s "$work/src/$file" "$src/$file"; then
		fail "$what: the sources are changed" "$file is as it was"
		return
	fi
	prepare
	is "$what: it stops" "$status" 1
	like "$what: and names the file" "$said" "$(basename "$file")"
}

fresh
prepare
is "it knows the sources of Linux 6.12" "$status$said" 0
ok "they are a module's" grep -q '^obj-m := kunit.o' "$work/out/Kbuild"

stops "another name for the current test" lib/kunit/test.c \
	's/current->kunit_test/current->kunit_now/'
# shellcheck disable=SC2016 # the dollar is for sed
stops "one more place that uses it" lib/kunit/resource.c \
	'$a void *more(void) { return current->kunit_test; }'
stops "another header for it" include/kunit/test-bug.h \
	's/current->kunit_test/current->kunit_now/'
stops "suites are found otherwise" lib/kunit/test.c \
	's/kunit_module_init(struct module \*mod)/kunit_module_init(struct module *m)/'
stops "the loader is asked otherwise" lib/kunit/test.c \
	's/register_module_notifier/register_module_chain/'
stops "another bus" lib/kunit/device.c \
	's/static const struct bus_type/static struct bus_type/'
stops "another way to end a thread" lib/kunit/try-catch.c \
	's/kthread_exit(0)/kthread_stop_self()/'
stops "another way to ask for a driver" lib/kunit/platform.c \
	's/device_is_bound/device_has_driver/'

fresh
rm "$work/src/lib/kunit/hooks.c"
prepare
is "the sources of an older kernel: it stops" "$status" 1
like "and says what it needs" "$said" 'no KUnit of Linux 6\.12'
done_testing
