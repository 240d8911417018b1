// SPDX-License-Identifier: GPL-2.0
/*
 * memcpy_toio and memcpy_fromio: what a driver that does not choose uses.
 *
 * In the kernel these are the kernel's own. On x86 they align the device
 * side to 4 bytes and use "rep movsl", which this file does by itself in
 * user space.
 */
#include <wcbar/copy.h>

#include "ladder.h"
#include "methods.h"

#if !defined(__KERNEL__) && defined(__x86_64__)

static void memcpy_toio(void *dst, const void *src, size_t len)
{
	struct wcbar_out o = wcbar_out(dst, src, len);
	size_t units;

	wcbar_out_head(&o, 4, 4, WCBAR_PLAIN);
	units = o.n / 4;
	asm volatile("rep movsl"
		     : "+D" (o.d), "+S" (o.s), "+c" (units) : : "memory");
	o.n %= 4;
	wcbar_out_tail(&o, 4, WCBAR_PLAIN);
}

static void memcpy_fromio(void *dst, const void *src, size_t len)
{
	struct wcbar_in i = wcbar_in(dst, src, len);
	size_t units;

	wcbar_in_head(&i, 4, 4);
	units = i.n / 4;
	asm volatile("rep movsl"
		     : "+D" (i.d), "+S" (i.s), "+c" (units) : : "memory");
	i.n %= 4;
	wcbar_in_tail(&i, 4);
}

#elif !defined(__KERNEL__)

static void memcpy_toio(void *dst, const void *src, size_t len)
{
	struct wcbar_out o = wcbar_out(dst, src, len);

	wcbar_out_head(&o, 8, 8, WCBAR_PLAIN);
	wcbar_out_tail(&o, 8, WCBAR_PLAIN);
}

static void memcpy_fromio(void *dst, const void *src, size_t len)
{
	struct wcbar_in i = wcbar_in(dst, src, len);

	wcbar_in_head(&i, 8, 8);
	wcbar_in_tail(&i, 8);
}

#endif

/* The kernel's may be macros or take volatile pointers, hence these. */
static void write_memcpy_toio(void __iomem *dst, const void *src, size_t len)
{
	memcpy_toio(dst, src, len);
}

static void read_memcpy_fromio(void *dst, const void __iomem *src, size_t len)
{
	memcpy_fromio(dst, src, len);
}

const struct wcbar_method wcbar_method_memcpy_toio = {
	.name = "memcpy_toio",
	.doc = "the kernel's memcpy_toio: rep movsl, 4-byte units",
	.dir = WCBAR_WRITE,
	.memtypes = WCBAR_MTMASK_ANY,
	.width = 4,
	.write = write_memcpy_toio,
};

const struct wcbar_method wcbar_method_memcpy_fromio = {
	.name = "memcpy_fromio",
	.doc = "the kernel's memcpy_fromio: rep movsl, 4-byte units",
	.dir = WCBAR_READ,
	.memtypes = WCBAR_MTMASK_ANY,
	.width = 4,
	.read = read_memcpy_fromio,
};
