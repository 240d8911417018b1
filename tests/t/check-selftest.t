#!/bin/bash
# SPDX-License-Identifier: GPL-2.0
#
# The static checks tested: a small tree in which none finds anything, and for
# each check a file that it has to find, and nobody else's.
# shellcheck source=tests/t/lib.sh
. "$(dirname "$0")/lib.sh"

work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
tree=$work/tree

# into FILE: the file gets standard input, in place of what it was
into()
{
	mkdir -p "$(dirname "$tree/$1")"
	cat >"$tree/$1"
}

# good_tree: what the checks need of this project, with a driver and a tool of
# a few lines.
good_tree()
{
	local build=$tree/build

	[ ! -d "$build" ] || mv "$build" "$work/build"
	rm -rf "$tree"
	mkdir -p "$tree"/{drivers/wcbar,include/wcbar,tests/vm,tools/wcbar}
	cp -r Makefile Kbuild scripts "$tree/"
	cp -r tests/vm/*.sh tests/vm/configs "$tree/tests/vm/"
	# objects of before are still good, but for what changed
	[ ! -d "$work/build" ] || mv "$work/build" "$build"

	into drivers/wcbar/Kbuild <<'EOF'
# SPDX-License-Identifier: GPL-2.0
obj-m := small.o
EOF
	into include/wcbar/small.h <<'EOF'
/* SPDX-License-Identifier: GPL-2.0 */
#define SMALL	4096
EOF
	into drivers/wcbar/small.c <<'EOF'
// SPDX-License-Identifier: GPL-2.0
/* A module that does nothing. */
#include <linux/io.h>
#include <linux/module.h>
#include <wcbar/small.h>

static void __iomem *regs;

static int __init small_init(void)
{
	regs = ioremap(0xfed00000, SMALL);
	return regs ? 0 : -ENOMEM;
}
module_init(small_init);

static void __exit small_exit(void)
{
	iounmap(regs);
}
module_exit(small_exit);

MODULE_DESCRIPTION("A module that does nothing");
MODULE_LICENSE("GPL");
EOF
	into tools/wcbar/main.c <<'EOF'
// SPDX-License-Identifier: GPL-2.0
/* A program that does nothing. */
#include <stdio.h>

int main(void)
{
	return puts("nothing") < 0;
}
EOF
}

# check NAME: runs it on the tree; $said and $status
check()
{
	status=0
	said=$("$tree/scripts/check.sh" "$1" 2>&1) || status=$?
}

# finds CHECK DESCRIPTION PATTERN: the check fails and says so
finds()
{
	check "$1"
	is "$1 fails: $2" "$status" 1
	like "$1 names it: $2" "$said" "$3"
	good_tree
}

good_tree
for check in $(scripts/check.sh --list); do
	check "$check"
	if [ "$status" = 0 ] && [[ $said == "ok      $check "* ]]; then
		pass "$check finds nothing in a good tree"
	else
		fail "$check finds nothing in a good tree" "$said"
	fi
done

check no-such-check
is "a check that there is not is an error" "$status" 2

# --- words: the words themselves are put together here, not to be found -----
into notes.txt <<<"a first line, TO""DO: the rest"
finds words "a word of something unfinished" 'notes\.txt:1:'
into notes.txt <<<"a blank at the end "
finds words "a blank at the end of a line" 'notes\.txt:1:'
into notes.txt <<<"see /ho""me/somebody/notes"
finds words "a path of somebody's machine" 'notes\.txt:1:'
into tools/wcbar/new.c <<<"/* no licence */"
finds words "a file without licence" 'tools/wcbar/new\.c: no SPDX line'

# --- shell ------------------------------------------------------------------
into scripts/new.sh <<'EOF'
#!/bin/bash
# SPDX-License-Identifier: GPL-2.0
rm -r $1
EOF
finds shell "a variable without quotes" 'scripts/new\.sh:3:.*SC2086'
into scripts/new <<'EOF'
#!/bin/bash
# SPDX-License-Identifier: GPL-2.0
if true; then
EOF
finds shell "a syntax error, in a script without .sh" 'scripts/new: line 4'
into scripts/new.pl <<'EOF'
#!/usr/bin/perl
# SPDX-License-Identifier: GPL-2.0
use strict;
$undeclared = 1;
EOF
finds shell "a syntax error in Perl" 'scripts/new\.pl line 4'

# --- checkpatch -------------------------------------------------------------
into include/wcbar/new.h <<'EOF'
/* SPDX-License-Identifier: GPL-2.0 */
static inline int twice(int x) {
        return x*2;
}
EOF
finds checkpatch "a function in another style" \
	'include/wcbar/new\.h:2: ERROR:OPEN_BRACE'
into include/wcbar/new.h <<'EOF'
/* SPDX-License-Identifier: GPL-2.0 */
/* How it was recieved */
EOF
finds checkpatch "a word that is misspelled" 'new\.h:2: .*TYPO_SPELLING'
into drivers/wcbar/compat.h <<<"/* SPDX-License-Identifier: GPL-2.0 */"
finds checkpatch "an exception that nothing needs" \
	'checkpatch\.allow: nothing needs drivers/wcbar/compat\.h'

# --- kernel-doc -------------------------------------------------------------
into drivers/wcbar/new.c <<'EOF'
// SPDX-License-Identifier: GPL-2.0
/**
 * twice() - a number twice
 * @y: not the name of the parameter
 *
 * Return: twice the number.
 */
int twice(int x)
{
	return 2 * x;
}
EOF
finds kernel-doc "a parameter without a word" 'new\.c:.*parameter.*described'
into drivers/wcbar/new.c <<'EOF'
// SPDX-License-Identifier: GPL-2.0
int twice(int x)
{
	return 2 * x;
}
EOF
finds kernel-doc "a function without a comment" \
	'new\.c:2: twice has no kernel-doc comment'
into include/wcbar/new.h <<'EOF'
/* SPDX-License-Identifier: GPL-2.0 */
/* no kernel-doc */
struct pair {
	int a, b;
};
EOF
finds kernel-doc "a structure without a comment" \
	'new\.h:3: pair has no kernel-doc comment'

# --- compilers --------------------------------------------------------------
# with_line FILE TEXT: one more line of code, at the head of a function
with_line()
{
	sed -i "0,/^	\(regs =\|return puts\)/s//	$2\n&/" "$tree/$1"
}

with_line tools/wcbar/main.c "int unused;"
finds tools "a variable that nothing uses" 'with gcc:'
with_line tools/wcbar/main.c "int same = 1; same = same;"
finds tools "what only clang finds" 'with clang:'

echo 'int no_prototype(void) { return 1; }' >>"$tree/drivers/wcbar/small.c"
finds warnings-gcc "a function without a prototype" \
	'small\.c.*no previous prototype'
with_line drivers/wcbar/small.c "*(int *)regs = 1;"
finds sparse "a device's memory read as memory" \
	'small\.c.*cast removes address space'
with_line drivers/wcbar/small.c "int same = 1; same = same;"
finds warnings-clang "what only clang finds" 'small\.c.*explicitly assigning'

done_testing
