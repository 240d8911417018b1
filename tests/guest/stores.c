// SPDX-License-Identifier: GPL-2.0
/*
 * Known sequences of stores to a card, from user space, each after a label of
 * its own: "stores FOLDER" with the card's folder in sysfs. What a trace of
 * them has to hold, line for line, is in tests/fixtures/stores.txt.
 *
 * Everything is spelled out in assembler: what a compiler makes of C would not
 * be known. %0 is the place on the card, %1 its registers, %2 memory.
 */
#include <errno.h>
#include <fcntl.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>
#include <wcbar/tracemark.h>

/* each sequence has a page of the card for itself, and the one after it */
#define PAGE	4096
#define MOST	32

static char *bar;
static char *regs;
/* page 19 of the card, and behind it page 25 */
static char *torn;
static char memory[2 * PAGE];

#define SEQUENCE(id, code)	SEQUENCE_AT(id, bar + number * PAGE, code)
#define SEQUENCE_AT(id, at, code)					\
	do {								\
		enum { number = id };					\
		char *place = at;					\
									\
		WCBAR_TRACE_LABEL(number);				\
		asm volatile(code : "+b" (place)			\
			     : "r" (regs), "r" (memory)			\
			     : "rax", "rcx", "rdx", "rsi", "rdi", "r15",\
			       "xmm0", "xmm1", "st", "memory");		\
	} while (0)

static void scalar(void)
{
	SEQUENCE(1, "movb %%al, 0x10(%0)\n\t"
		    "movw %%ax, 0x12(%0)\n\t"
		    "movl %%eax, 0x14(%0)\n\t"
		    "movq %%rax, 0x18(%0)\n\t"
		    "movq $1, 0x20(%0)\n\t"
		    "movnti %%eax, 0x80(%0)\n\t"
		    "movnti %%rax, 0x88(%0)");
	/* unaligned, over the end of a line, over the end of a page */
	SEQUENCE(2, "movq %%rax, 0x03(%0)\n\t"
		    "movq %%rax, 0x3c(%0)\n\t"
		    "movq %%rax, 0xffb(%0)");
	/* the stack is on the card for a moment */
	SEQUENCE(3, "movq %%rsp, %%r15\n\t"
		    "leaq 0x100(%0), %%rsp\n\t"
		    "pushq %%rax\n\t"
		    "pushw %%ax\n\t"
		    "call 1f\n\t"
		    "1: enter $0, $0\n\t"
		    "movq (%%rsp), %%rbp\n\t"
		    "movq %%r15, %%rsp");
}

static void vectors(void)
{
	SEQUENCE(4, "movaps %%xmm0, (%0)\n\t"
		    "movntdq %%xmm0, 0x10(%0)\n\t"
		    "movntps %%xmm0, 0x20(%0)\n\t"
		    "movdqu %%xmm0, 0x44(%0)\n\t"
		    "movups %%xmm0, 0xb8(%0)\n\t"
		    "movups %%xmm0, 0xff4(%0)\n\t"
		    "movq %%xmm0, 0x200(%0)\n\t"
		    "movd %%xmm0, 0x208(%0)\n\t"
		    "movhps %%xmm0, 0x210(%0)");
	SEQUENCE(5, "vmovdqa %%xmm0, (%0)\n\t"
		    "vmovntdq %%ymm0, 0x20(%0)\n\t"
		    "vmovdqu %%ymm0, 0x6c(%0)\n\t"
		    "vmovdqa %%ymm0, 0x80(%0)\n\t"
		    "vzeroupper");
	/* every second element, and then two that are neighbours */
	SEQUENCE(6, "vpcmpeqd %%xmm1, %%xmm1, %%xmm1\n\t"
		    "vpsrlq $32, %%xmm1, %%xmm1\n\t"
		    "vpmaskmovd %%xmm0, %%xmm1, (%0)\n\t"
		    "vpcmpeqd %%xmm1, %%xmm1, %%xmm1\n\t"
		    "vpsrldq $8, %%xmm1, %%xmm1\n\t"
		    "vpmaskmovd %%xmm0, %%xmm1, 0x40(%0)\n\t"
		    /* byte by byte in TCG: all of them, and half */
		    "leaq 0x80(%0), %%rdi\n\t"
		    "pcmpeqd %%xmm1, %%xmm1\n\t"
		    "maskmovdqu %%xmm1, %%xmm0\n\t"
		    "leaq 0xc0(%0), %%rdi\n\t"
		    "psrldq $8, %%xmm1\n\t"
		    "maskmovdqu %%xmm1, %%xmm0");
	/* ten bytes of the x87, which TCG stores as eight and two */
	SEQUENCE(7, "fldz\n\t"
		    "fstpt 0x20(%0)");
}

static void strings(void)
{
	SEQUENCE(8, "movq %2, %%rsi\n\t"
		    "leaq 0x40(%0), %%rdi\n\t"
		    "movl $64, %%ecx\n\t"
		    "rep movsb\n\t"
		    "movl $8, %%ecx\n\t"
		    "rep movsq\n\t"
		    "movl $4, %%ecx\n\t"
		    "rep stosl\n\t"
		    "stosw");
}

/* fences and the like between stores of 8 bytes */
static void fences(void)
{
	SEQUENCE(9, "movq %%rax, (%0)\n\t"
		    "sfence\n\t"
		    "movq %%rax, 0x08(%0)\n\t"
		    "mfence\n\t"
		    "lfence\n\t"
		    "mfence\n\t"
		    "movq %%rax, 0x10(%0)\n\t"
		    "sfence");
	/* cpuid takes rbx */
	SEQUENCE(10, "movq %%rax, (%0)\n\t"
		     "movq %0, %%r15\n\t"
		     "xorl %%eax, %%eax\n\t"
		     "cpuid\n\t"
		     "movq %%r15, %0\n\t"
		     "movq %%rax, 0x08(%0)");
	SEQUENCE(11, "xchgq %%rax, (%0)\n\t"
		     "lock addl $1, 0x08(%0)\n\t"
		     "movq %0, %%r15\n\t"
		     "xorl %%eax, %%eax\n\t"
		     "xorl %%edx, %%edx\n\t"
		     "lock cmpxchg16b 0x10(%0)");
	/* the same elsewhere; two in a row are one event */
	SEQUENCE(12, "lock incl (%2)\n\t"
		     "xchgl %%eax, (%2)\n\t"
		     "movq %%rax, (%0)\n\t"
		     "incl (%2)\n\t"
		     "movq %%rax, 0x08(%0)");
	/* registers of the card, uncached */
	SEQUENCE(13, "movq %%rax, (%0)\n\t"
		     "movl (%1), %%eax\n\t"
		     "movq %%rax, 0x08(%0)\n\t"
		     "movl %%eax, (%1)\n\t"
		     "movl (%1), %%eax\n\t"
		     "movq %%rax, 0x10(%0)");
	/* and the card's own memory is read */
	SEQUENCE(14, "movq %%rax, (%0)\n\t"
		     "movq (%0), %%rax\n\t"
		     "movq 0x08(%0), %%rax\n\t"
		     "movq %%rax, 0x08(%0)");
}

static void loops(void)
{
	/* one instruction */
	SEQUENCE(15, "xorl %%ecx, %%ecx\n\t"
		     "1: movq %%rax, (%0,%%rcx,8)\n\t"
		     "incl %%ecx\n\t"
		     "cmpl $100, %%ecx\n\t"
		     "jne 1b");
	/* four, and the last turn ends in the middle */
	SEQUENCE(16, "leaq 0x640(%0), %%rcx\n\t"
		     "1: movq %%rax, (%0)\n\t"
		     "movq %%rax, 8(%0)\n\t"
		     "cmpq %%rcx, %0\n\t"
		     "je 2f\n\t"
		     "movnti %%rax, 16(%0)\n\t"
		     "movnti %%rax, 24(%0)\n\t"
		     "addq $32, %0\n\t"
		     "jmp 1b\n\t"
		     "2: movl %%eax, 0x800(%0)");
	/* one place again and again, and a fence each time */
	SEQUENCE(17, "movl $50, %%ecx\n\t"
		     "1: movl %%eax, (%0)\n\t"
		     "decl %%ecx\n\t"
		     "jne 1b\n\t"
		     "movl $3, %%ecx\n\t"
		     "1: movl %%eax, (%0)\n\t"
		     "sfence\n\t"
		     "decl %%ecx\n\t"
		     "jne 1b");
}

/* turns of a loop that are neighbours are no pieces of one store */
static void vector_loops(void)
{
	SEQUENCE(18, "leaq 192(%0), %%rcx\n\t"
		     "1: vmovntdq %%ymm0, (%0)\n\t"
		     "addq $32, %0\n\t"
		     "cmpq %%rcx, %0\n\t"
		     "jne 1b\n\t"
		     "vzeroupper\n\t"
		     "leaq 64(%0), %%rcx\n\t"
		     "1: movups %%xmm0, (%0)\n\t"
		     "addq $16, %0\n\t"
		     "cmpq %%rcx, %0\n\t"
		     "jne 1b");
	/* over the end of a page, where the next one is elsewhere */
	SEQUENCE_AT(19, torn, "movq %%rax, 0xffd(%0)\n\t"
			      "movups %%xmm0, 0xff8(%0)\n\t"
			      "movups %%xmm0, 0xffb(%0)");
}

static void fill(unsigned long page, unsigned long turns)
{
	unsigned long i, place;

	for (; turns; turns--) {
		place = (unsigned long)bar + page * PAGE;
		for (i = 0; i < PAGE / 8; i++)
			asm volatile("movq %0, (%1,%0,8)"
				     : : "r" (i), "r" (place) : "memory");
	}
}

/* at a place, or NULL for anywhere */
static char *map(const char *folder, const char *name, void *at, size_t size,
		 off_t offset)
{
	char path[256];
	void *p;
	int fd;

	snprintf(path, sizeof(path), "%s/%s", folder, name);
	fd = open(path, O_RDWR);
	p = fd < 0 ? MAP_FAILED : mmap(at, size, PROT_READ | PROT_WRITE,
				       MAP_SHARED | (at ? MAP_FIXED : 0), fd,
				       offset);
	if (p == MAP_FAILED) {
		fprintf(stderr, "stores: %s: %s\n", path, strerror(errno));
		return NULL;
	}
	return p;
}

int main(int argc, char **argv)
{
	if (argc != 2 && argc != 4)
		return 2;
	bar = map(argv[1], "resource2", NULL, MOST * PAGE, 0);
	regs = map(argv[1], "resource0", NULL, 256, 0);
	torn = map(argv[1], "resource2", NULL, 2 * PAGE, 19 * PAGE);
	if (!bar || !regs || !torn ||
	    !map(argv[1], "resource2", torn + PAGE, PAGE, 25 * PAGE))
		return 1;
	if (argc == 4) {
		fill(strtoul(argv[2], NULL, 0), strtoul(argv[3], NULL, 0));
		return 0;
	}
	/* nothing but the sequences may fault while it is recorded */
	memset(memory, 1, sizeof(memory));
	WCBAR_TRACE_START(1);
	scalar();
	vectors();
	strings();
	fences();
	loops();
	vector_loops();
	WCBAR_TRACE_STOP(1);
	return 0;
}
