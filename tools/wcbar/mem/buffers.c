// SPDX-License-Identifier: GPL-2.0
/*
 * Measures how fast K lines can be filled in turn, 16 bytes at a time, with
 * non-temporal stores to ordinary memory: these go through the buffers that
 * combine stores to a card, too.
 */
#include "mem/buffers.h"

#include <sys/resource.h>

#include "mem/loop.h"

#define LINE		64UL
#define BYTES		(128UL << 10)	/* for one point of the curve */
#define TRIES		3
#define LEAST_ROUNDS	7

#ifdef __x86_64__

#include <cpuid.h>

static __always_inline void store16(u8 *p)
{
	/* whatever is in the register is as good as anything */
	asm volatile("movntdq %%xmm0, (%0)" : : "r" (p) : "memory");
}

static void fill_in_turn(u8 *p, u32 lines, size_t step, u32 groups)
{
	size_t at;
	u32 k;

	for (; groups--; p += lines * step) {
		for (at = 0; at < LINE; at += 16) {
			for (k = 0; k < lines; k++)
				store16(p + k * step + at);
		}
	}
	wcbar_store_fence();
}

static long preemptions(void)
{
	struct rusage usage;

	getrusage(RUSAGE_THREAD, &usage);
	return usage.ru_nivcsw;
}

/* MB/s; again where the CPU was lost meanwhile */
static double point(const struct mem_region *r, size_t *pos, u32 lines,
		    u32 stride)
{
	size_t step = stride * LINE, span;
	u32 tries = TRIES, groups;
	long before;
	u64 ns;

	groups = (u32)(BYTES / (lines * LINE));
	span = (size_t)groups * lines * step;
	do {
		if (*pos + span > r->len)
			*pos = 0;
		before = preemptions();
		ns = mem_now_ns();
		fill_in_turn(r->base + *pos, lines, step, groups);
		ns = mem_now_ns() - ns;
		*pos += span;
	} while (preemptions() != before && --tries);
	return (double)groups * lines * LINE * 1000 / (double)(ns ? ns : 1);
}

/**
 * buffers_measure - measure one curve
 * @probe: the curve
 * @stride: distance of the lines, in lines
 * @r: memory to store to, several MiB
 * @budget_ms: when to have ended, milliseconds; a few rounds are always done
 *
 * Return: 0, or -EOPNOTSUPP where there are no such stores.
 */
int buffers_measure(struct buffers_probe *probe, u32 stride,
		    const struct mem_region *r, u64 budget_ms)
{
	u64 end = mem_now_ns() + budget_ms * 1000000;
	size_t pos = 0;
	u32 round, k;

	probe->stride = stride;
	for (round = 0; round < BUFFERS_ROUNDS; round++) {
		if (round >= LEAST_ROUNDS && mem_now_ns() > end)
			break;
		for (k = 0; k < BUFFERS_LINES; k++) {
			/* up, then down */
			u32 at = round & 1 ? BUFFERS_LINES - 1 - k : k;

			probe->rate[round][at] = point(r, &pos, at + 1, stride);
		}
	}
	probe->rounds = round;
	return 0;
}

/**
 * buffers_published - what is published for the CPU that this runs on
 *
 * Return: the count, or 0.
 */
struct buffers_known buffers_published(void)
{
	u32 eax, ebx, ecx, edx, family, model;
	bool intel;

	if (!__get_cpuid(0, &eax, &ebx, &ecx, &edx))
		return (struct buffers_known){ 0 };
	intel = ebx == signature_INTEL_ebx && edx == signature_INTEL_edx &&
		ecx == signature_INTEL_ecx;
	if (!__get_cpuid(1, &eax, &ebx, &ecx, &edx))
		return (struct buffers_known){ 0 };
	family = eax >> 8 & 0xf;
	model = eax >> 4 & 0xf;
	if (family == 0xf)
		family += eax >> 20 & 0xff;
	if (family >= 6)
		model |= eax >> 12 & 0xf0;
	return buffers_published_for(intel, family, model);
}

#else /* no non-temporal stores that go by such buffers */

/**
 * buffers_measure - measure one curve
 * @probe: the curve
 * @stride: distance of the lines, in lines
 * @r: memory to store to
 * @budget_ms: when to have ended, milliseconds
 *
 * Return: -EOPNOTSUPP.
 */
int buffers_measure(struct buffers_probe *probe, u32 stride,
		    const struct mem_region *r, u64 budget_ms)
{
	(void)probe;
	(void)stride;
	(void)r;
	(void)budget_ms;
	return -EOPNOTSUPP;
}

/**
 * buffers_published - what is published for the CPU that this runs on
 *
 * Return: nothing.
 */
struct buffers_known buffers_published(void)
{
	return (struct buffers_known){ 0 };
}

#endif

/**
 * buffers_published_for - what is published for a CPU
 * @intel: made by Intel
 * @family: its family, extended
 * @model: its model, extended
 *
 * Line fill buffers of the first cache, which combine stores: Intel 64 and
 * IA-32 Architectures Optimization Reference Manual for the older cores, and
 * for Golden Cove Intel's presentation of it at Hot Chips 33. Models of the
 * same core share the number; none was found for newer cores of AMD.
 *
 * Return: the count and the name of the core, or 0.
 */
struct buffers_known buffers_published_for(bool intel, u32 family, u32 model)
{
	static const struct {
		u8 model;
		u8 count;
		const char *core;
	} cores[] = {
		{ 0x1a, 10, "Nehalem" }, { 0x1e, 10, "Nehalem" },
		{ 0x2e, 10, "Nehalem" }, { 0x2c, 10, "Westmere" },
		{ 0x2a, 10, "Sandy Bridge" }, { 0x2d, 10, "Sandy Bridge" },
		{ 0x3a, 10, "Ivy Bridge" }, { 0x3e, 10, "Ivy Bridge" },
		{ 0x3c, 10, "Haswell" }, { 0x3f, 10, "Haswell" },
		{ 0x45, 10, "Haswell" }, { 0x46, 10, "Haswell" },
		{ 0x3d, 10, "Broadwell" }, { 0x47, 10, "Broadwell" },
		{ 0x4f, 10, "Broadwell" }, { 0x56, 10, "Broadwell" },
		{ 0x4e, 12, "Skylake" }, { 0x5e, 12, "Skylake" },
		{ 0x55, 12, "Skylake" }, { 0x8e, 12, "Skylake" },
		{ 0x9e, 12, "Skylake" },
		{ 0x97, 16, "Golden Cove" }, { 0x9a, 16, "Golden Cove" },
		{ 0x8f, 16, "Golden Cove" }, { 0xcf, 16, "Golden Cove" },
		{ 0xb7, 16, "Golden Cove" }, { 0xba, 16, "Golden Cove" },
		{ 0xbf, 16, "Golden Cove" },
	};
	u32 i;

	for (i = 0; intel && family == 6 && i < ARRAY_SIZE(cores); i++) {
		if (cores[i].model == model)
			return (struct buffers_known){
				cores[i].count, cores[i].core,
			};
	}
	return (struct buffers_known){ 0 };
}
