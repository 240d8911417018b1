// SPDX-License-Identifier: GPL-2.0
/*
 * Just enough of the x86 instruction set to tell what a trace of stores needs.
 *
 * The bytes are those of one whole instruction that QEMU has decoded, so its
 * length is right. 64-bit mode is taken for granted; in 32-bit code a one-byte
 * inc or dec is not taken for a REX prefix. Opcodes: Intel's manual, volume 2,
 * appendix A; serialising instructions: volume 3A, 9.3.
 */
#include <wcbar/storetrace.h>
#include <wcbar/tracemark.h>

#include "decode.h"

/**
 * struct insn_bytes - how far an instruction has been read
 * @p: next byte
 * @end: behind the last one
 * @opsize: prefix 66
 * @rep: prefix F2 or F3, else 0
 * @lock: prefix F0
 * @rex: REX prefix, or 0
 */
struct insn_bytes {
	const u8 *p;
	const u8 *end;
	bool opsize;
	u8 rep;
	bool lock;
	u8 rex;
};

/* the next byte without taking it; 0 behind the end */
static u8 peek(const struct insn_bytes *in)
{
	return in->p < in->end ? *in->p : 0;
}

static u8 next(struct insn_bytes *in)
{
	u8 byte = peek(in);

	in->p++;
	return byte;
}

/* the fields of a ModRM byte */
static u8 mod_of(u8 modrm)
{
	return modrm >> 6;
}

static u8 reg_of(u8 modrm)
{
	return (modrm >> 3) & 7;
}

/* the signed number that ends the instruction */
static s32 tail(const u8 *bytes, size_t length, size_t size)
{
	s32 value;

	if (length < size)
		return 0;
	if (size == 1)
		return (s8)bytes[length - 1];
	if (size == 2) {
		s16 word;

		memcpy(&word, bytes + length - 2, 2);
		return word;
	}
	memcpy(&value, bytes + length - 4, 4);
	return value;
}

static void prefixes(struct insn_bytes *in)
{
	for (; in->p < in->end; in->p++) {
		switch (*in->p) {
		case 0x66:
			in->opsize = true;
			continue;
		case 0xf2:
		case 0xf3:
			in->rep = *in->p;
			continue;
		case 0xf0:
			in->lock = true;
			continue;
		case 0x67:
		case 0x26: case 0x2e: case 0x36: case 0x3e: case 0x64: case 0x65:
			continue;
		}
		break;
	}
	if (in->p + 1 < in->end && (*in->p & 0xf0) == 0x40)
		in->rex = *in->p++;
}

static void event(struct decoded *d, u8 kind, u8 sub)
{
	d->event = kind;
	d->sub = sub;
}

static void serialize(struct decoded *d, u8 sub)
{
	event(d, WCBAR_ST_SERIALIZE, sub);
}

static bool has_memory(const struct insn_bytes *in)
{
	return in->p < in->end && mod_of(*in->p) != 3;
}

/* 0f 01: descriptor tables, and a collection of others */
static void group_0f01(struct insn_bytes *in, struct decoded *d)
{
	u8 modrm = peek(in);

	if (mod_of(modrm) == 3) {
		if (modrm == 0xe8 && !in->rep && !in->opsize)
			serialize(d, WCBAR_ST_SERIALIZE_INSN);
		return;
	}
	d->memory = reg_of(modrm) != 7;
	/* sgdt and sidt store a limit and a base */
	d->merge = d->memory;
	if (reg_of(modrm) == 2 || reg_of(modrm) == 3)
		serialize(d, WCBAR_ST_LDT);
	if (reg_of(modrm) == 7)
		serialize(d, WCBAR_ST_INVLPG);
}

/* 0f ae: fences, and what saves state */
static void group_0fae(struct insn_bytes *in, struct decoded *d)
{
	static const u8 fences[] = {
		[5] = WCBAR_ST_LFENCE, [6] = WCBAR_ST_MFENCE,
		[7] = WCBAR_ST_SFENCE,
	};
	u8 modrm = peek(in);

	if (mod_of(modrm) != 3) {
		d->memory = true;
		d->merge = true;
	} else if (!in->rep && !in->opsize && reg_of(modrm) >= 5) {
		event(d, WCBAR_ST_FENCE, fences[reg_of(modrm)]);
	}
}

static void nop_0f1f(const struct insn_bytes *in, struct decoded *d,
		     const u8 *bytes, size_t length)
{
	u32 disp;

	/* nopl disp32(%rax), without any prefix */
	if (length != MARK_LENGTH || bytes[0] != 0x0f || peek(in) != 0x80)
		return;
	memcpy(&disp, bytes + 3, sizeof(disp));
	if ((disp & WCBAR_TRACE_MASK) != WCBAR_TRACE_MAGIC)
		return;
	d->mark = true;
	d->mark_kind = disp >> 8;
	d->mark_id = disp;
}

static void three_byte_0f38(struct insn_bytes *in, struct decoded *d)
{
	u8 op = next(in);

	d->memory = has_memory(in);
	d->merge = d->memory;
	if (in->opsize && op >= 0x80 && op <= 0x82)
		serialize(d, WCBAR_ST_INVLPG);
}

/* whether an opcode after 0f has neither ModRM nor a memory operand */
static bool plain_0f(u8 op)
{
	return op <= 0x0b || op == 0x0e || (op >= 0x30 && op <= 0x37) ||
	       op == 0x77 || (op >= 0x80 && op <= 0x8f) ||
	       (op >= 0xc8 && op <= 0xcf) ||
	       ((op & 0xf7) >= 0xa0 && (op & 0xf7) <= 0xa2);
}

/* vector instructions, and those that store more than a register */
static bool wide_0f(u8 op)
{
	return (op >= 0x10 && op <= 0x17) || (op >= 0x28 && op <= 0x2f) ||
	       (op >= 0x50 && op <= 0x7f) || op == 0xc2 ||
	       (op >= 0xc4 && op <= 0xc7) || op >= 0xd0;
}

static void two_byte(struct insn_bytes *in, struct decoded *d,
		     const u8 *bytes, size_t length)
{
	u8 op = next(in);

	switch (op) {
	case 0x00:
		d->memory = has_memory(in);
		if (reg_of(peek(in)) == 2 || reg_of(peek(in)) == 3)
			serialize(d, WCBAR_ST_LDT);
		return;
	case 0x01:
		group_0f01(in, d);
		return;
	case 0x05: case 0x07: case 0x34: case 0x35:
		d->flow = FLOW_ANY;	/* syscall, sysret, sysenter, sysexit */
		return;
	case 0x08: case 0x09:
		serialize(d, WCBAR_ST_INVD);
		return;
	case 0x0d: case 0x18: case 0x19: case 0x1a: case 0x1b: case 0x1c:
	case 0x1d: case 0x1e:
		return;			/* prefetch, and nops */
	case 0x1f:
		nop_0f1f(in, d, bytes, length);
		return;
	case 0x22:
		if (!(reg_of(peek(in)) == 0 && (in->rex & 4)))
			serialize(d, WCBAR_ST_MOV_CR);
		return;
	case 0x20: case 0x21:
		return;
	case 0x23:
		serialize(d, WCBAR_ST_MOV_DR);
		return;
	case 0x30:
		serialize(d, WCBAR_ST_WRMSR);
		return;
	case 0x38:
		three_byte_0f38(in, d);
		return;
	case 0xa2:
		serialize(d, WCBAR_ST_CPUID);
		return;
	case 0xaa:
		serialize(d, WCBAR_ST_RSM);
		d->flow = FLOW_ANY;
		return;
	case 0xae:
		group_0fae(in, d);
		return;
	}
	if (op >= 0x80 && op <= 0x8f) {
		d->flow = FLOW_DIRECT;
		d->jump = tail(bytes, length, in->opsize ? 2 : 4);
		return;
	}
	if (op == 0x3a) {
		next(in);
	} else if (plain_0f(op)) {
		d->memory = op == 0xa0 || op == 0xa8;	/* push fs, gs */
		return;
	}
	/* maskmovq and maskmovdqu store to where rdi points */
	d->memory = has_memory(in) || op == 0xf7;
	d->merge = d->memory && (op == 0x3a || wide_0f(op));
}

/* whether a one-byte opcode has a ModRM byte for a memory operand */
static bool modrm_one(u8 op)
{
	return (op < 0x40 && (op & 7) < 4) || op == 0x63 || op == 0x69 ||
	       op == 0x6b || (op >= 0x80 && op <= 0x8f && op != 0x8d) ||
	       op == 0xc0 || op == 0xc1 || op == 0xc6 || op == 0xc7 ||
	       (op >= 0xd0 && op <= 0xdf && !(op >= 0xd4 && op <= 0xd7)) ||
	       op == 0xf6 || op == 0xf7 || op == 0xfe || op == 0xff;
}

/* whether a one-byte opcode accesses memory without one: stack, strings, moffs */
static bool implied_memory(u8 op)
{
	return (op < 0x40 && (op & 7) == 6) || (op >= 0x50 && op <= 0x61) ||
	       op == 0x68 || op == 0x6a || (op >= 0x6c && op <= 0x6f) ||
	       op == 0x9a || op == 0x9c || op == 0x9d ||
	       (op >= 0xa0 && op <= 0xa7) || (op >= 0xaa && op <= 0xaf) ||
	       op == 0xc2 || op == 0xc3 || (op >= 0xc8 && op <= 0xcb) ||
	       op == 0xcf || op == 0xd7 || op == 0xe8;
}

/* where execution goes on, and the events that come by a single opcode */
static void one_byte_flow(struct insn_bytes *in, struct decoded *d, u8 op,
			  const u8 *bytes, size_t length)
{
	switch (op) {
	case 0x70 ... 0x7f: case 0xe0 ... 0xe3: case 0xeb:
		d->flow = FLOW_DIRECT;
		d->jump = tail(bytes, length, 1);
		break;
	case 0xe8: case 0xe9:
		d->flow = FLOW_DIRECT;
		d->jump = tail(bytes, length, in->opsize ? 2 : 4);
		break;
	case 0x9a: case 0xea:
	case 0xc2: case 0xc3: case 0xca: case 0xcb:
		d->flow = FLOW_ANY;
		break;
	case 0xff:
		if (reg_of(peek(in)) >= 2 && reg_of(peek(in)) <= 5)
			d->flow = FLOW_ANY;
		break;
	case 0xc7:
		if (peek(in) == 0xf8)
			d->flow = FLOW_ANY;	/* xbegin */
		break;
	case 0xcc: case 0xcd: case 0xce: case 0xf1:
		serialize(d, WCBAR_ST_INT);
		d->flow = FLOW_ANY;
		break;
	case 0xcf:
		serialize(d, WCBAR_ST_IRET);
		d->flow = FLOW_ANY;
		break;
	case 0x6c ... 0x6f: case 0xe4 ... 0xe7: case 0xec ... 0xef:
		serialize(d, WCBAR_ST_PORT_IO);
		break;
	}
}

static void one_byte(struct insn_bytes *in, struct decoded *d,
		     const u8 *bytes, size_t length)
{
	u8 op = next(in);

	if (op == 0x0f) {
		two_byte(in, d, bytes, length);
		return;
	}
	/* VEX and EVEX; in 32-bit code these may be les, lds and bound */
	if (op == 0xc4 || op == 0xc5 || op == 0x62) {
		d->memory = true;
		d->merge = true;
		return;
	}
	d->memory = implied_memory(op) || (modrm_one(op) && has_memory(in));
	d->merge = d->memory && op >= 0xd8 && op <= 0xdf;
	one_byte_flow(in, d, op, bytes, length);
	/* xchg with memory is locked without the prefix */
	if ((op == 0x86 || op == 0x87) && has_memory(in))
		event(d, WCBAR_ST_LOCK, 0);
}

/**
 * decode() - tells what an instruction means for a trace
 * @bytes: the instruction
 * @length: its length in bytes, 1 to 15
 * @d: set to what it is
 *
 * An instruction that is not known is one that does nothing special, except
 * that it may access memory where its encoding says so.
 *
 * Context: any.
 */
void decode(const u8 *bytes, size_t length, struct decoded *d)
{
	struct insn_bytes in = { .p = bytes, .end = bytes + length };

	*d = (struct decoded){ .flow = FLOW_NEXT };
	prefixes(&in);
	one_byte(&in, d, bytes, length);
	if (in.lock)
		event(d, WCBAR_ST_LOCK, 0);
}
