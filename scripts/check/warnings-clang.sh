#!/bin/bash
# SPDX-License-Identifier: GPL-2.0
#
# Every module with clang and the kernel's first level of extra warnings.
# Debian's headers insist on the compiler that built the kernel, so this is
# against a tree configured for clang: tests/vm/clang-tree.sh.
# shellcheck source=scripts/check/lib.sh
. "$(dirname "$0")/lib.sh"

llvm=$(tests/vm/clang-tree.sh llvm)
kdir=$(tests/vm/clang-tree.sh kdir)
build_modules clang "$kdir" LLVM="$llvm" W=1 KCFLAGS=-Werror | findings
