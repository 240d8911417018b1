# SPDX-License-Identifier: GPL-2.0
#
# wcbar: the kernel module, the command line tool, and their tests.
# `make help` names the targets.

# Read by kbuild when it is started in this folder by hand; what it needs is
# in Kbuild.
ifeq ($(KERNELRELEASE),)

KDIR	?= /lib/modules/$(shell uname -r)/build
PREFIX	?= /usr/local
CC	?= gcc
CFLAGS	?= -O2 -g

# V=1 shows the commands themselves
Q	:= $(if $(V),,@)
say	= $(if $(V)$(findstring s,$(firstword -$(MAKEFLAGS))),@:,@printf '  %-7s %s\n' $(1) $(2))

BUILD	?= build
# as uname -r gives it; kernel.release of Debian's headers is another name
RELEASE	:= $(shell awk -F'"' '/ UTS_RELEASE / { print $$2 }' \
		   $(KDIR)/include/generated/utsrelease.h 2>/dev/null)
# kbuild makes BTF out of vmlinux, and complains where there is none
NO_BTF	= $(if $(wildcard $(KDIR)/vmlinux),,CONFIG_DEBUG_INFO_BTF_MODULES=)
MODULE_BUILD = $(CURDIR)/$(BUILD)/$(RELEASE)

.PHONY: all modules tools install uninstall modules_install modules_uninstall \
	tools_install tools_uninstall clean help
all: modules tools

include scripts/Makefile.tools
include scripts/Makefile.qemu
include scripts/Makefile.test

# --- the module ------------------------------------------------------------

# Each kernel has a build folder of its own, a tree of links to the sources:
# the source tree stays clean, and building for one kernel does not undo what
# was built for another.
modules:
	@test -n "$(RELEASE)" || { \
		echo "make: no kernel to build for in KDIR=$(KDIR): install the headers of your kernel (on Debian linux-headers-\$$(uname -r)) or name a built kernel with KDIR=" >&2; \
		exit 1; }
	@scripts/link-sources.sh "$(MODULE_BUILD)"
	+$(MAKE) -C $(KDIR) M=$(MODULE_BUILD) $(NO_BTF) $(KBUILD_ARGS) modules

# Headers from a package hold neither the key that modules are signed with nor
# the System.map without which kbuild leaves depmod out.
modules_install: modules
	+$(MAKE) -C $(KDIR) M=$(MODULE_BUILD) INSTALL_MOD_DIR=updates \
		$(if $(DESTDIR),INSTALL_MOD_PATH=$(DESTDIR)) \
		$(if $(wildcard $(KDIR)/certs/signing_key.pem),,CONFIG_MODULE_SIG_ALL=) \
		modules_install
	$(if $(DESTDIR),,depmod -a $(RELEASE))

modules_uninstall:
	rm -f $(DESTDIR)/lib/modules/$(RELEASE)/updates/drivers/wcbar/wcbar.ko*
	cd $(DESTDIR)/ && \
		rmdir -p lib/modules/$(RELEASE)/updates/drivers/wcbar 2>/dev/null || true
	$(if $(DESTDIR),,depmod -a $(RELEASE))

# --- installing ------------------------------------------------------------

MAN_PAGES := $(wildcard Documentation/man/*.8)
MAN_DIR	= $(DESTDIR)$(PREFIX)/share/man/man8

install: modules_install tools_install

uninstall: modules_uninstall tools_uninstall

tools_install: tools
	install -D -m 755 $(TOOL) $(DESTDIR)$(PREFIX)/sbin/wcbar
	$(foreach page,$(MAN_PAGES),install -D -m 644 $(page) \
		$(MAN_DIR)/$(notdir $(page)) &&) true

tools_uninstall:
	rm -f $(DESTDIR)$(PREFIX)/sbin/wcbar $(addprefix $(MAN_DIR)/,$(notdir $(MAN_PAGES)))

clean:
	rm -rf $(BUILD) out

help:
	@echo 'Building'
	@echo '  make                the module for the running kernel, and the tool'
	@echo '  make modules        the module; KDIR=... for another kernel'
	@echo '  make tools          the command line tool, build/tools/wcbar, and wcbar-card'
	@echo '  make install        both; PREFIX=$(PREFIX), DESTDIR for packaging'
	@echo '  make uninstall      takes them away again'
	@echo '  make clean          removes build/ and out/; V=1 shows each command'
	@echo
	@echo 'Trying it, in an emulated machine'
	@echo '  make demo           the main job on an emulated card; out/demo/'
	@echo '  make trace-demo     every store of every method, and its requests; out/trace-demo/'
	@echo
	@echo 'Testing'
	@echo '  make test-quick     unit tests, KUnit and guest tests on one kernel'
	@echo '  make test           everything, on kernels 6.1 and 6.12'
	@echo '  make soak           the same with ten times the cycles'
	@echo '  make check          style, sparse, warnings of gcc and clang, documentation'
	@$(if $(wildcard tests/bench/run.sh),echo '  make bench          compare with other programs')
	@$(if $(wildcard tests/coverage/run.sh),echo '  make coverage       which lines the tests reach')
	@echo
	@echo 'Kernels for tests are kept in WCBAR_CACHE (default ~/.cache/wcbar).'

endif
