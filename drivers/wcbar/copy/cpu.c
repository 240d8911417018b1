// SPDX-License-Identifier: GPL-2.0
/*
 * What this CPU, with this operating system, can run.
 *
 * An instruction set with registers of its own needs both: the CPU has it,
 * and the operating system saves the registers (XCR0).
 */
#include <wcbar/copy.h>

#if defined(__KERNEL__) && defined(CONFIG_X86_64)

#include <asm/cpufeature.h>
#include <asm/fpu/api.h>
#include <asm/fpu/types.h>

/**
 * wcbar_cpu_features() - what the copy methods may use here
 *
 * Context: any.
 * Return: a set of WCBAR_CPU_ bits.
 */
u32 wcbar_cpu_features(void)
{
	u32 have = 0;

	if (boot_cpu_has(X86_FEATURE_XMM2))
		have |= WCBAR_CPU_SSE2;
	if (boot_cpu_has(X86_FEATURE_XMM4_1))
		have |= WCBAR_CPU_SSE41;
	if (boot_cpu_has(X86_FEATURE_CLFLUSH))
		have |= WCBAR_CPU_CLFLUSH;
	if (boot_cpu_has(X86_FEATURE_CLFLUSHOPT))
		have |= WCBAR_CPU_CLFLUSHOPT;
	if (boot_cpu_has(X86_FEATURE_CLWB))
		have |= WCBAR_CPU_CLWB;
	if (boot_cpu_has(X86_FEATURE_ERMS))
		have |= WCBAR_CPU_ERMS;
	if (boot_cpu_has(X86_FEATURE_MOVDIR64B))
		have |= WCBAR_CPU_MOVDIR64B;

	if (cpu_has_xfeatures(XFEATURE_MASK_SSE | XFEATURE_MASK_YMM, NULL)) {
		if (boot_cpu_has(X86_FEATURE_AVX))
			have |= WCBAR_CPU_AVX;
		if (boot_cpu_has(X86_FEATURE_AVX2))
			have |= WCBAR_CPU_AVX2;
	}
	if (cpu_has_xfeatures(XFEATURE_MASK_SSE | XFEATURE_MASK_YMM |
			      XFEATURE_MASK_AVX512, NULL) &&
	    boot_cpu_has(X86_FEATURE_AVX512F))
		have |= WCBAR_CPU_AVX512;

	return have;
}

#elif defined(__x86_64__)

#include <cpuid.h>

/* SDM volume 1, 13.3: bits of XCR0 */
#define XCR0_AVX	0x06	/* SSE and AVX state */
#define XCR0_AVX512	0xe6	/* and opmask, upper halves, zmm16-31 */

#define LEAF1_EDX_CLFSH		BIT(19)
#define LEAF1_EDX_SSE2		BIT(26)
#define LEAF1_ECX_SSE41		BIT(19)
#define LEAF1_ECX_OSXSAVE	BIT(27)
#define LEAF1_ECX_AVX		BIT(28)
#define LEAF7_EBX_AVX2		BIT(5)
#define LEAF7_EBX_ERMS		BIT(9)
#define LEAF7_EBX_AVX512F	BIT(16)
#define LEAF7_EBX_CLFLUSHOPT	BIT(23)
#define LEAF7_EBX_CLWB		BIT(24)
#define LEAF7_ECX_MOVDIR64B	BIT(28)

static u32 read_xcr0(void)
{
	u32 lo, hi;

	asm volatile("xgetbv" : "=a" (lo), "=d" (hi) : "c" (0));
	return lo;
}

/**
 * wcbar_cpu_features() - what the copy methods may use here
 *
 * Return: a set of WCBAR_CPU_ bits.
 */
u32 wcbar_cpu_features(void)
{
	u32 eax, ebx, ecx, edx, ebx7, ecx7, xcr0 = 0, have = 0;

	if (!__get_cpuid(1, &eax, &ebx, &ecx, &edx))
		return 0;
	if (!__get_cpuid_count(7, 0, &eax, &ebx7, &ecx7, &ebx)) {
		ebx7 = 0;
		ecx7 = 0;
	}
	if (ecx & LEAF1_ECX_OSXSAVE)
		xcr0 = read_xcr0();

	if (edx & LEAF1_EDX_SSE2)
		have |= WCBAR_CPU_SSE2;
	if (ecx & LEAF1_ECX_SSE41)
		have |= WCBAR_CPU_SSE41;
	if (edx & LEAF1_EDX_CLFSH)
		have |= WCBAR_CPU_CLFLUSH;
	if (ebx7 & LEAF7_EBX_CLFLUSHOPT)
		have |= WCBAR_CPU_CLFLUSHOPT;
	if (ebx7 & LEAF7_EBX_CLWB)
		have |= WCBAR_CPU_CLWB;
	if (ebx7 & LEAF7_EBX_ERMS)
		have |= WCBAR_CPU_ERMS;
	if (ecx7 & LEAF7_ECX_MOVDIR64B)
		have |= WCBAR_CPU_MOVDIR64B;

	if ((xcr0 & XCR0_AVX) == XCR0_AVX) {
		if (ecx & LEAF1_ECX_AVX)
			have |= WCBAR_CPU_AVX;
		if (ebx7 & LEAF7_EBX_AVX2)
			have |= WCBAR_CPU_AVX2;
	}
	if ((xcr0 & XCR0_AVX512) == XCR0_AVX512 &&
	    (ebx7 & LEAF7_EBX_AVX512F))
		have |= WCBAR_CPU_AVX512;

	return have;
}

#else /* another architecture: its methods need none of these */

/**
 * wcbar_cpu_features() - what the copy methods may use here
 *
 * Return: a set of WCBAR_CPU_ bits.
 */
u32 wcbar_cpu_features(void)
{
	return 0;
}

#endif

static const struct {
	u32 bit;
	const char *name;
	const char *missing;
} wcbar_cpu_bits[] = {
	{ WCBAR_CPU_SSE2, "sse2", "this CPU has no SSE2" },
	{ WCBAR_CPU_SSE41, "sse4_1", "this CPU has no SSE4.1" },
	{ WCBAR_CPU_AVX, "avx",
	  "this CPU has no AVX, or the system does not save ymm registers" },
	{ WCBAR_CPU_AVX2, "avx2",
	  "this CPU has no AVX2, or the system does not save ymm registers" },
	{ WCBAR_CPU_AVX512, "avx512f",
	  "this CPU has no AVX-512, or the system does not save zmm registers" },
	{ WCBAR_CPU_MOVDIR64B, "movdir64b", "this CPU has no movdir64b" },
	{ WCBAR_CPU_CLFLUSH, "clflush", "this CPU has no clflush" },
	{ WCBAR_CPU_CLFLUSHOPT, "clflushopt", "this CPU has no clflushopt" },
	{ WCBAR_CPU_CLWB, "clwb", "this CPU has no clwb" },
	{ WCBAR_CPU_ERMS, "erms",
	  "this CPU has no fast rep movsb (ERMS)" },
};

/**
 * wcbar_cpu_feature_name() - the name of one feature
 * @bit: one WCBAR_CPU_ bit
 *
 * Context: any.
 * Return: its name as in /proc/cpuinfo, or NULL for an unknown bit.
 */
const char *wcbar_cpu_feature_name(u32 bit)
{
	unsigned int i;

	for (i = 0; i < ARRAY_SIZE(wcbar_cpu_bits); i++)
		if (wcbar_cpu_bits[i].bit == bit)
			return wcbar_cpu_bits[i].name;
	return NULL;
}

/**
 * wcbar_method_missing() - why a method cannot run
 * @m: the method
 * @have: what there is, see wcbar_cpu_features()
 *
 * Context: any.
 * Return: NULL if it can run, else a sentence that names the first feature
 * that is missing.
 */
const char *wcbar_method_missing(const struct wcbar_method *m, u32 have)
{
	u32 missing = m->needs & ~have;
	unsigned int i;

	if (!missing)
		return NULL;
	for (i = 0; i < ARRAY_SIZE(wcbar_cpu_bits); i++)
		if (missing & wcbar_cpu_bits[i].bit)
			return wcbar_cpu_bits[i].missing;
	return "this CPU lacks what the method needs";
}
