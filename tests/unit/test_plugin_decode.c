// SPDX-License-Identifier: GPL-2.0
/*
 * What instructions mean for the store trace: tools/qemu/decode.c.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <cmocka.h>
#include <sys/mman.h>
#include <unistd.h>

#include <wcbar/storetrace.h>
#include <wcbar/tracemark.h>

#include "../../tools/qemu/decode.h"

/**
 * struct sample - an instruction and what it is
 * @text: as an assembler writes it
 * @bytes: as the CPU reads it
 * @length: how many
 * @event: expected, 0 for none
 * @sub: expected
 * @memory: expected
 * @merge: expected
 * @flow: expected
 * @jump: expected with FLOW_DIRECT
 */
struct sample {
	const char *text;
	u8 bytes[16];
	size_t length;
	u8 event;
	u8 sub;
	bool memory;
	bool merge;
	enum flow flow;
	s32 jump;
};

#define BYTES(...)	.bytes = { __VA_ARGS__ }, \
			.length = sizeof((u8[]){ __VA_ARGS__ })
#define SERIALIZES(what) \
	.event = WCBAR_ST_SERIALIZE, .sub = WCBAR_ST_ ## what
#define FENCES(what)	.event = WCBAR_ST_FENCE, .sub = WCBAR_ST_ ## what
#define LOCKS		.event = WCBAR_ST_LOCK, .memory = true
#define MEMORY		.memory = true
#define PIECES		.memory = true, .merge = true
#define JUMPS(by)	.flow = FLOW_DIRECT, .jump = (by)
#define ANYWHERE	.flow = FLOW_ANY

static const struct sample samples[] = {
	/* stores */
	{ "mov %rax,(%rdi)", BYTES(0x48, 0x89, 0x07), MEMORY },
	{ "mov %rax,%rdi", BYTES(0x48, 0x89, 0xc7) },
	{ "movabs %al,moffs", BYTES(0xa2, 0, 0, 0, 0, 0, 0, 0, 0), MEMORY },
	{ "lea (%rdi),%rax", BYTES(0x48, 0x8d, 0x07) },
	{ "push %rax", BYTES(0x50), MEMORY },
	{ "inc %eax, 32 bit", BYTES(0x40) },
	{ "rep movsb", BYTES(0xf3, 0xa4), MEMORY },
	{ "rep stosq", BYTES(0xf3, 0x48, 0xab), MEMORY },
	{ "enter", BYTES(0xc8, 0, 0, 0), MEMORY },
	{ "movnti %rax,(%rdi)", BYTES(0x48, 0x0f, 0xc3, 0x07), MEMORY },
	{ "movdiri %rax,(%rdi)", BYTES(0x48, 0x0f, 0x38, 0xf9, 0x07), PIECES },
	{ "movaps %xmm0,(%rdi)", BYTES(0x0f, 0x29, 0x07), PIECES },
	{ "movntdq %xmm0,(%rdi)", BYTES(0x66, 0x0f, 0xe7, 0x07), PIECES },
	{ "movdqa %xmm0,%xmm1", BYTES(0x66, 0x0f, 0x6f, 0xc8) },
	{ "pextrq $1,%xmm0,(%rdi)",
	  BYTES(0x66, 0x48, 0x0f, 0x3a, 0x16, 0x07, 0x01), PIECES },
	{ "maskmovdqu %xmm1,%xmm0", BYTES(0x66, 0x0f, 0xf7, 0xc1), PIECES },
	{ "maskmovq %mm1,%mm0", BYTES(0x0f, 0xf7, 0xc1), PIECES },
	{ "psadbw %xmm1,%xmm0", BYTES(0x66, 0x0f, 0xf6, 0xc1) },
	{ "vmovntdq %ymm0,(%rdi)", BYTES(0xc5, 0xfd, 0xe7, 0x07), PIECES },
	{ "vmovntdq %zmm0,(%rdi)",
	  BYTES(0x62, 0xf1, 0x7d, 0x48, 0xe7, 0x07), PIECES },
	{ "movdir64b (%rsi),%rdi",
	  BYTES(0x66, 0x0f, 0x38, 0xf8, 0x3e), PIECES },
	{ "fstpt (%rdi)", BYTES(0xdb, 0x3f), PIECES },
	{ "fxsave (%rdi)", BYTES(0x0f, 0xae, 0x07), PIECES },
	{ "xsavec (%rdi)", BYTES(0x0f, 0xc7, 0x27), PIECES },
	{ "sgdt (%rdi)", BYTES(0x0f, 0x01, 0x07), PIECES },
	{ "prefetcht0 (%rdi)", BYTES(0x0f, 0x18, 0x0f) },
	{ "nopl 0(%rax)", BYTES(0x0f, 0x1f, 0x80, 0, 0, 0, 0) },
	/* fences */
	{ "sfence", BYTES(0x0f, 0xae, 0xf8), FENCES(SFENCE) },
	{ "lfence", BYTES(0x0f, 0xae, 0xe8), FENCES(LFENCE) },
	{ "mfence", BYTES(0x0f, 0xae, 0xf0), FENCES(MFENCE) },
	{ "clflush (%rdi)", BYTES(0x0f, 0xae, 0x3f), PIECES },
	{ "rdfsbase %rax", BYTES(0xf3, 0x48, 0x0f, 0xae, 0xc0) },
	{ "incsspq %rax", BYTES(0xf3, 0x48, 0x0f, 0xae, 0xe8) },
	/* locks */
	{ "lock addl $0,-4(%rsp)",
	  BYTES(0xf0, 0x83, 0x44, 0x24, 0xfc, 0x00), LOCKS },
	{ "lock cmpxchg %rcx,(%rdi)",
	  BYTES(0xf0, 0x48, 0x0f, 0xb1, 0x0f), LOCKS },
	{ "cmpxchg %rcx,(%rdi)", BYTES(0x48, 0x0f, 0xb1, 0x0f), MEMORY },
	{ "lock cmpxchg16b (%rdi)", BYTES(0xf0, 0x48, 0x0f, 0xc7, 0x0f), LOCKS,
	  .merge = true },
	{ "xchg %rax,(%rdi)", BYTES(0x48, 0x87, 0x07), LOCKS },
	{ "xchg %rax,%rdi", BYTES(0x48, 0x87, 0xc7) },
	/* serialising */
	{ "cpuid", BYTES(0x0f, 0xa2), SERIALIZES(CPUID) },
	{ "iretq", BYTES(0x48, 0xcf), SERIALIZES(IRET), MEMORY, ANYWHERE },
	{ "wrmsr", BYTES(0x0f, 0x30), SERIALIZES(WRMSR) },
	{ "rdmsr", BYTES(0x0f, 0x32) },
	{ "mov %rax,%cr3", BYTES(0x0f, 0x22, 0xd8), SERIALIZES(MOV_CR) },
	{ "mov %rax,%cr8", BYTES(0x44, 0x0f, 0x22, 0xc0) },
	{ "mov %cr3,%rax", BYTES(0x0f, 0x20, 0xd8) },
	{ "mov %rax,%dr7", BYTES(0x0f, 0x23, 0xf8), SERIALIZES(MOV_DR) },
	{ "wbinvd", BYTES(0x0f, 0x09), SERIALIZES(INVD) },
	{ "invlpg (%rdi)", BYTES(0x0f, 0x01, 0x3f), SERIALIZES(INVLPG) },
	{ "swapgs", BYTES(0x0f, 0x01, 0xf8) },
	{ "invpcid (%rdi),%rax", BYTES(0x66, 0x0f, 0x38, 0x82, 0x07),
	  SERIALIZES(INVLPG), PIECES },
	{ "lgdt (%rdi)", BYTES(0x0f, 0x01, 0x17), SERIALIZES(LDT), PIECES },
	{ "ltr %ax", BYTES(0x0f, 0x00, 0xd8), SERIALIZES(LDT) },
	{ "rsm", BYTES(0x0f, 0xaa), SERIALIZES(RSM), ANYWHERE },
	{ "serialize", BYTES(0x0f, 0x01, 0xe8), SERIALIZES(SERIALIZE_INSN) },
	{ "int3", BYTES(0xcc), SERIALIZES(INT), ANYWHERE },
	{ "out %al,(%dx)", BYTES(0xee), SERIALIZES(PORT_IO) },
	{ "rep outsb", BYTES(0xf3, 0x6e), SERIALIZES(PORT_IO), MEMORY },
	/* where execution goes on */
	{ "jmp .", BYTES(0xeb, 0xfe), JUMPS(-2) },
	{ "jne rel32", BYTES(0x0f, 0x85, 0x00, 0x01, 0x00, 0x00), JUMPS(256) },
	{ "call rel32", BYTES(0xe8, 0xfb, 0xff, 0xff, 0xff), MEMORY,
	  JUMPS(-5) },
	{ "jmp rel16", BYTES(0x66, 0xe9, 0x00, 0xff), JUMPS(-256) },
	{ "loop", BYTES(0xe2, 0x7f), JUMPS(127) },
	{ "ret", BYTES(0xc3), MEMORY, ANYWHERE },
	{ "rep ret", BYTES(0xf3, 0xc3), MEMORY, ANYWHERE },
	{ "jmp *%rax", BYTES(0xff, 0xe0), ANYWHERE },
	{ "call *(%rax)", BYTES(0xff, 0x10), MEMORY, ANYWHERE },
	{ "incl (%rax)", BYTES(0xff, 0x00), MEMORY },
	{ "syscall", BYTES(0x0f, 0x05), ANYWHERE },
	{ "sysretq", BYTES(0x48, 0x0f, 0x07), ANYWHERE },
	{ "hlt", BYTES(0xf4) },
};

static void each_is_what_the_manual_says(void **state)
{
	struct decoded d;
	size_t i;

	(void)state;
	for (i = 0; i < ARRAY_SIZE(samples); i++) {
		const struct sample *s = &samples[i];

		decode(s->bytes, s->length, &d);
		if (d.event != s->event || d.sub != s->sub ||
		    d.memory != s->memory || d.merge != s->merge ||
		    d.flow != s->flow || d.mark ||
		    (s->flow == FLOW_DIRECT && d.jump != s->jump))
			fail_msg("%s: event %u.%u memory %d merge %d flow %d jump %d mark %d",
				 s->text, d.event, d.sub, d.memory, d.merge,
				 d.flow, d.jump, d.mark);
	}
}

static void marks_are_found(void **state)
{
	u8 nop[] = { 0x0f, 0x1f, 0x80, 0, 0, 0, 0 };
	u32 disp = WCBAR_TRACE_DISP(WCBAR_TRACE_KIND_LABEL, 200);
	struct decoded d;

	(void)state;
	memcpy(nop + 3, &disp, sizeof(disp));
	decode(nop, sizeof(nop), &d);
	assert_true(d.mark);
	assert_int_equal(d.mark_kind, WCBAR_TRACE_KIND_LABEL);
	assert_int_equal(d.mark_id, 200);
	assert_false(d.memory);

	/* another register, another displacement, a prefix */
	nop[2] = 0x81;
	decode(nop, sizeof(nop), &d);
	assert_false(d.mark);
	nop[2] = 0x80;
	nop[6] ^= 1;
	decode(nop, sizeof(nop), &d);
	assert_false(d.mark);
}

/* every first and last byte at @bytes, with 0f between them */
static void decode_all(u8 *bytes, size_t length)
{
	struct decoded d;
	unsigned int a, b;

	for (a = 0; a < 256; a++)
		for (b = 0; b < 256; b++) {
			memset(bytes, 0x0f, length);
			bytes[0] = a;
			bytes[length - 1] = b;
			decode(bytes, length, &d);
			assert_true(d.memory || !d.merge);
		}
}

/* of three pages only the middle one is there */
static void nothing_else_is_read(void **state)
{
	size_t page = sysconf(_SC_PAGESIZE);
	size_t length;
	u8 *pages;

	(void)state;
	pages = mmap(NULL, 3 * page, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS,
		     -1, 0);
	assert_ptr_not_equal(pages, MAP_FAILED);
	assert_return_code(mprotect(pages + page, page,
				    PROT_READ | PROT_WRITE), 0);
	for (length = 1; length <= 4; length++) {
		decode_all(pages + page, length);
		decode_all(pages + 2 * page - length, length);
	}
	munmap(pages, 3 * page);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(each_is_what_the_manual_says),
		cmocka_unit_test(marks_are_found),
		cmocka_unit_test(nothing_else_is_read),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
