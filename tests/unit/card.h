/* SPDX-License-Identifier: GPL-2.0 */
/*
 * A made-up card in the folder of a test.
 */
#ifndef WCBAR_TEST_CARD_H
#define WCBAR_TEST_CARD_H

#include <wcbar/types.h>

#define CARD_INFO							\
	"# wcbar-info/1\n"						\
	"driver: wcbar\n"						\
	"driver_version: 0.1.0\n"					\
	"bdf: 0000:01:00.0\n"						\
	"id: 1234:abcd\n"						\
	"card: generic\n"						\
	"kernel: 6.1.0-40-amd64\n"					\
	"cpu: Some CPU @ 2.50GHz\n"					\
	"hypervisor: none\n"						\
	"accel: none\n"							\
	"numa_node: 1\n"						\
	"link: 8.0 GT/s x8 of 16.0 GT/s x16\n"				\
	"state: ready\n"						\
	"allow_writes: 0\n"						\
	"test_card: 0\n"						\
	"pat.enabled: 1\n"						\
	"pat.msr: 0x0407050600070106\n"					\
	"pat.slots: wb wc uc- uc wb wp uc- wt\n"			\
	"mtrr.present: 1\n"						\
	"mtrr.enabled: 1\n"						\
	"mtrr.default: uncached\n"					\
	"mtrr.registers: 3 of 8 used\n"					\
	"available: yes, the PAT has a write-combining slot\n"		\
	"aperture.bar: 2\n"						\
	"aperture.start: 0x6000000000\n"				\
	"aperture.size: 268435456\n"					\
	"aperture.flags: 64bit pref\n"					\
	"aperture.window: 1048576\n"					\
	"aperture.requested: write-combining\n"				\
	"aperture.obtained: write-combining\n"				\
	"aperture.effective: write-combining\n"				\
	"aperture.why: the page-table entry has what was asked for\n"	\
	"regs.bar: none\n"						\
	"colour: green\n"

#define CARD_METHODS							\
	"# wcbar-methods/1\n"						\
	"# name dir width usable needs what\n"				\
	"memcpy_toio write 4 yes - the kernel's own\n"			\
	"movdir64b write 64 no movdir64b needs movdir64b\n"		\
	"memcpy_fromio read 4 yes -\n"

/* Asked for, obtained and effective */
#define CARD_BLANK	" "
#define CARD_WC		"wc" CARD_BLANK "wc" CARD_BLANK "wc"
#define CARD_UC		"uc" CARD_BLANK "uc" CARD_BLANK "uc"

/* Rows as the driver prints them, but for its header */
#define CARD_ROW_WC							\
	"memcpy_toio " CARD_WC " write 4096 0 1 8 "			\
	"1000.000 1024.000 1100.000 1100.000 1030.000 1.000 "		\
	"1900.000 2000.000 2100.000 2100.000 2000.000 1.000 "		\
	"4.000 16.000 yes -\n"
#define CARD_ROW_UC							\
	"memcpy_toio " CARD_UC " write 4096 0 1 8 "			\
	"10000.000 10240.000 11000.000 11000.000 10300.000 1.000 "	\
	"19000.000 20000.000 21000.000 21000.000 20000.000 1.000 "	\
	"0.400 160.000 yes -\n"
#define CARD_ROW_BAD							\
	"memcpy_toio " CARD_UC " write 4096 64 1 8 "			\
	"10000.000 10240.000 11000.000 11000.000 10300.000 1.000 "	\
	"19000.000 20000.000 21000.000 21000.000 20000.000 1.000 "	\
	"0.400 160.000 no -\n"
#define CARD_ROW_SKIPPED						\
	"movdir64b " CARD_WC " write 4096 0 1 0 - - - - - - - - - - - - "	\
	"- - - needs movdir64b, which this CPU lacks\n"

#define CARD_HEAD(state, planned, spec)					\
	WCBAR_ROWS_MAGIC "\n# state: " state "\n# planned: " planned	\
	"\n# spec: " spec "\n" WCBAR_ROWS_COLUMNS "\n"

void card_debugfs(const char *bdf, const char *info, const char *methods);
void card_sysfs(const char *bdf, const char *vendor, const char *device,
		const char *resource, const char *driver);

#endif /* WCBAR_TEST_CARD_H */
