/* SPDX-License-Identifier: GPL-2.0 */
/*
 * The guest's code as QEMU translates it: instructions and blocks of them.
 *
 * QEMU translates the same code again and again, and hands what was registered
 * with a translation to the callbacks for as long as that lives. So these
 * are kept for good, one for each different piece of code.
 */
#ifndef WCBAR_QEMU_CODE_H
#define WCBAR_QEMU_CODE_H

#include <wcbar/types.h>

#include "decode.h"

#define LONGEST_INSN	15

/**
 * struct code_insn - an instruction at its place
 * @next: of the same hash
 * @vaddr: virtual address
 * @length: bytes
 * @bytes: them
 * @is: what it means
 * @text: as disassembled, or NULL
 * @symbol: what QEMU calls the place, or NULL
 * @id: number in the trace; 0 as long as no record names it
 */
struct code_insn {
	struct code_insn *next;
	u64 vaddr;
	u8 length;
	u8 bytes[LONGEST_INSN];
	struct decoded is;
	char *text;
	char *symbol;
	u32 id;
};

/**
 * struct code_block - instructions that are executed one after the other
 * @next: of the same hash
 * @start: virtual address of the first
 * @end: behind the last
 * @target: where a jump at its end leads; @end where there is none
 * @open: execution may go on anywhere after its end
 * @entry: an interrupt was seen to lead here: it begins a handler
 */
struct code_block {
	struct code_block *next;
	u64 start;
	u64 end;
	u64 target;
	bool open;
	bool entry;
};

struct code_insn *code_insn(u64 vaddr, const u8 *bytes, size_t length,
			    bool *is_new);
struct code_block *code_block(u64 start, const struct code_insn *last);
bool code_leads_to(const struct code_block *block, u64 vaddr);

#endif /* WCBAR_QEMU_CODE_H */
