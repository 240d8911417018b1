/* SPDX-License-Identifier: GPL-2.0 */
/*
 * What one virtual CPU does, on its way into the trace: pieces of an access
 * are put together, events wait for the next store, interrupts are seen.
 */
#ifndef WCBAR_QEMU_CPU_H
#define WCBAR_QEMU_CPU_H

#include "code.h"
#include "fold.h"
#include "writer.h"

/* sorts of events that can wait: each of them in and out of interrupts */
#define MOST_EVENTS	48

/**
 * struct cpu - one virtual CPU
 * @number: its number
 * @out: where its records go
 * @piece: the access that grows by pieces; its width is 0 where there is none
 * @by: the instruction of @piece
 * @events: those since the last store
 * @waiting: how many
 * @fold: its accesses
 * @accessed: there was one, ever
 * @epoch: the start of recording that the following is about
 * @begins: an instruction whose accesses are pieces has begun, and accessed
 *	nothing yet
 * @block: the block that runs, also where nothing is recorded; NULL before
 *	the first one
 * @interrupted: the block that an interrupt stopped; NULL outside of one
 * @depth: interrupts since, itself included, that have not returned
 * @returned: an iret was executed at the end of @block
 *
 * Down to @accessed everything is under the lock of the trace (storetrace.c),
 * because a mark that another CPU executes flushes it. What follows belongs
 * to the CPU's own thread.
 */
struct cpu {
	u16 number;
	struct writer *out;
	struct wcbar_st_record piece;
	const struct code_insn *by;
	struct wcbar_st_record events[MOST_EVENTS];
	unsigned int waiting;
	struct fold fold;
	bool accessed;
	unsigned int epoch;
	bool begins;
	const struct code_block *block;
	const struct code_block *interrupted;
	unsigned int depth;
	bool returned;
};

void cpu_init(struct cpu *cpu, u16 number, struct writer *out);
void cpu_join(struct cpu *cpu, unsigned int epoch);
void cpu_access(struct cpu *cpu, u8 kind, struct code_insn *insn, u64 addr,
		unsigned int width, u16 flags);
void cpu_event(struct cpu *cpu, u8 kind, u16 sub, struct code_insn *insn,
	       u64 addr, unsigned int width);
bool cpu_goes_on(struct cpu *cpu, const struct code_block *block);
void cpu_block(struct cpu *cpu, struct code_block *block);
void cpu_flush(struct cpu *cpu);
u64 trace_time(void);

#endif /* WCBAR_QEMU_CPU_H */
