// SPDX-License-Identifier: GPL-2.0
/*
 * Requests as packets: headers, whole double words, limits that none crosses,
 * and what links carry.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <cmocka.h>

#include "model/pcie.h"
#include "model/roof.h"

static struct pcie link_of(const char *name)
{
	struct pcie p = { .mps = PCIE_MPS };

	assert_true(pcie_link_parse(name, &p.link));
	return p;
}

static u64 wire(const struct pcie *p, u64 addr, u32 len, u64 tlps)
{
	struct pcie_wire w = { 0 };

	pcie_add(p, addr, len, &w);
	assert_int_equal(w.tlps, tlps);
	return w.bytes;
}

static void packets(void **state)
{
	struct pcie p = link_of("gen4x16");
	const u64 low = 0xf8000000, high = 0x6000000000;

	(void)state;
	assert_int_equal(wire(&p, low, 64, 1), 64 + 12 + 8);
	assert_int_equal(wire(&p, high, 64, 1), 64 + 16 + 8);
	/* byte enables: a byte takes a double word, two may take two */
	assert_int_equal(wire(&p, low, 1, 1), 4 + 12 + 8);
	assert_int_equal(wire(&p, low + 3, 2, 1), 8 + 12 + 8);
	assert_int_equal(wire(&p, low + 3, 1, 1), 4 + 12 + 8);
	assert_int_equal(wire(&p, low + 1, 8, 1), 12 + 12 + 8);
	p.header = PCIE_HEADER_4DW;
	assert_int_equal(wire(&p, low, 64, 1), 64 + 16 + 8);
	p.header = PCIE_HEADER_3DW;
	assert_int_equal(wire(&p, high, 64, 1), 64 + 12 + 8);
	/* no framing of its own in flits */
	p = link_of("gen6x16");
	assert_int_equal(wire(&p, low, 64, 1), 64 + 12);
}

static void limits(void **state)
{
	struct pcie p = link_of("gen4x16");

	(void)state;
	assert_int_equal(wire(&p, 0, 4096, 32), 4096 + 32 * 20);
	/* Max_Payload_Size, and a boundary of 4 KiB */
	assert_int_equal(wire(&p, 64, 128, 2), 128 + 2 * 20);
	p.mps = 4096;
	assert_int_equal(wire(&p, 0, 4096, 1), 4096 + 20);
	assert_int_equal(wire(&p, 4096 - 8, 16, 2), 16 + 2 * 20);
}

static void ceilings(void **state)
{
	struct pcie p = link_of("gen4x16");
	char *text;

	(void)state;
	/* 16 lanes of 16 GT/s, 128 bits of 130, 64 bytes of 88: GB/s */
	assert_true(roof_gbps(&p, 64) > 22.914 && roof_gbps(&p, 64) < 22.916);
	assert_int_equal(link_ceiling(&p.link, true), 22914);
	text = roof_sentence(&p, NULL, 9.6);
	assert_string_equal(text,
			    "WC on Gen4 x16: 22.9 GB/s is the ceiling for 64-byte packets with a header of 4 double words, as for a BAR above 4 GiB; you measured 9.6: 42 %");
	free(text);
	p.header = PCIE_HEADER_3DW;
	text = roof_sentence(&p, "movnti at 1 MiB", 12);
	assert_string_equal(text,
			    "WC on Gen4 x16: 24.0 GB/s is the ceiling for 64-byte packets with a header of 3 double words, as for a BAR below 4 GiB; movnti at 1 MiB reached 12.0: 50 %");
	free(text);
}

static void times(void **state)
{
	struct pcie p = link_of("gen1x1");

	(void)state;
	/* 250 MB/s */
	assert_true(pcie_ns(&p, 250) == 1000.0);
	p = link_of("gen2x2");
	assert_true(pcie_ns(&p, 250) == 250.0);
	p = link_of("gen6x16");
	assert_int_equal(pcie_rate(&p.link), 118000000);
	p.link.lanes = 0;
	assert_true(pcie_ns(&p, 250) == 0);
}

static void names(void **state)
{
	static const char *const wrong[] = {
		"", "gen", "gen0x16", "gen7x1", "gen4", "gen4x", "gen4x0",
		"gen4x3", "gen4x64", "gen4x16x", "x16", "16 GT/s",
		"gen99999999999999999999x1",
	};
	struct pcie_link link;
	char *text;
	u32 i;

	(void)state;
	for (i = 0; i < ARRAY_SIZE(wrong); i++)
		assert_false(pcie_link_parse(wrong[i], &link));
	assert_true(pcie_link_parse("Gen3 x8", &link));
	assert_int_equal(link.mts, 8000);
	assert_int_equal(link.lanes, 8);
	assert_true(pcie_link_parse("32.0 GT/s x4", &link));
	text = pcie_link_name(&link);
	assert_string_equal(text, "Gen5 x4");
	free(text);
	link.mts = 3500;
	text = pcie_link_name(&link);
	assert_string_equal(text, "3.5 GT/s x4");
	free(text);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(packets),
		cmocka_unit_test(limits),
		cmocka_unit_test(ceilings),
		cmocka_unit_test(times),
		cmocka_unit_test(names),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
