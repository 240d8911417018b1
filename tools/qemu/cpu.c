// SPDX-License-Identifier: GPL-2.0
/*
 * One virtual CPU's accesses and events, in the order of execution.
 */
#include <time.h>

#include "cpu.h"

/* numbers of instructions that records have named */
static u32 numbers;

/**
 * trace_time() - the clock of the records
 *
 * Return: nanoseconds since the first call
 */
u64 trace_time(void)
{
	static u64 first;
	struct timespec now;
	u64 ns;

	clock_gettime(CLOCK_MONOTONIC, &now);
	ns = now.tv_sec * 1000000000ULL + now.tv_nsec;
	if (!first)
		first = ns;
	return ns - first;
}

/*
 * The number by which a record names an instruction, which the first one to do
 * so defines. 0 where there is no room for that: then none for the record.
 */
static u32 number_of(struct writer *out, struct code_insn *insn)
{
	struct wcbar_st_record record = { .kind = WCBAR_ST_INSN };
	char payload[512];

	if (insn->id || out->full)
		return insn->id;
	/* both end with a NUL */
	record.count = snprintf(payload, sizeof(payload), "%.240s%c%.240s",
				insn->text ? insn->text : "", 0,
				insn->symbol ? insn->symbol : "") + 1;
	record.insn = numbers + 1;
	record.addr = insn->vaddr;
	record.sub = insn->length;
	if (!writer_put(out, &record, payload)) {
		writer_drop(out, 0);
		return 0;
	}
	insn->id = ++numbers;
	return insn->id;
}

/* what fold hands out */
static void emit(void *to, const struct wcbar_st_record *record, u64 accesses)
{
	struct writer *out = to;

	if (!writer_put(out, record, NULL))
		writer_drop(out, accesses);
}

/**
 * cpu_init() - a CPU before anything is recorded of it
 * @cpu: set
 * @number: its number
 * @out: where its records go
 */
void cpu_init(struct cpu *cpu, u16 number, struct writer *out)
{
	*cpu = (struct cpu){
		.number = number,
		.out = out,
		.fold = { .emit = emit, .to = out },
	};
}

/**
 * cpu_join() - notices that recording has started anew
 * @cpu: the CPU of the calling thread
 * @epoch: counts the starts, from 1 on
 */
void cpu_join(struct cpu *cpu, unsigned int epoch)
{
	if (cpu->epoch == epoch)
		return;
	cpu->epoch = epoch;
	cpu->begins = false;
	cpu->interrupted = NULL;
	cpu->returned = false;
}

static u16 interrupt_flag(const struct cpu *cpu)
{
	return cpu->interrupted ? WCBAR_ST_IN_INTERRUPT : 0;
}

/* the events that waited for an access or the end */
static void put_events(struct cpu *cpu)
{
	unsigned int i;

	if (!cpu->waiting)
		return;
	fold_end(&cpu->fold);
	for (i = 0; i < cpu->waiting; i++)
		emit(cpu->out, &cpu->events[i], 0);
	cpu->waiting = 0;
}

/* the access in pieces is whole */
static void put_piece(struct cpu *cpu)
{
	if (!cpu->piece.width)
		return;
	put_events(cpu);
	if (cpu->out->full)
		writer_drop(cpu->out, 1);
	else
		fold_access(&cpu->fold, &cpu->piece);
	cpu->piece.width = 0;
}

/**
 * cpu_access() - an access to the range
 * @cpu: that of the calling thread
 * @kind: WCBAR_ST_STORE or WCBAR_ST_LOAD
 * @insn: by which instruction
 * @addr: physical address
 * @width: bytes, as QEMU does it: at most 16
 * @flags: WCBAR_ST_IO, if so
 *
 * TCG does a vector store in accesses of 8 bytes. They come in ascending order
 * during one execution of the instruction, whose beginning is known
 * (@cpu->begins), and are one access as far as they follow one upon the other.
 *
 * Context: under the lock of the trace.
 */
void cpu_access(struct cpu *cpu, u8 kind, struct code_insn *insn, u64 addr,
		unsigned int width, u16 flags)
{
	struct wcbar_st_record *piece = &cpu->piece;

	if (insn->is.event == WCBAR_ST_LOCK)
		flags |= WCBAR_ST_LOCKED;
	flags |= interrupt_flag(cpu);
	if (piece->width && insn->is.merge && !cpu->begins &&
	    cpu->by == insn && piece->kind == kind && piece->flags == flags &&
	    piece->addr + piece->width == addr &&
	    piece->width + width <= WCBAR_ST_WIDEST) {
		piece->width += width;
		return;
	}
	put_piece(cpu);
	cpu->begins = false;
	cpu->accessed = true;
	cpu->by = insn;
	*piece = (struct wcbar_st_record){
		.kind = kind,
		.width = width,
		.cpu = cpu->number,
		.insn = number_of(cpu->out, insn),
		.addr = addr,
		.count = 1,
		.flags = flags,
		.time = trace_time(),
	};
}

/**
 * cpu_event() - something that may empty write-combining buffers
 * @cpu: that of the calling thread
 * @kind: one of the kinds that are events
 * @sub: which one of them
 * @insn: the instruction, or NULL
 * @addr: physical address, where the kind has one
 * @width: bytes, where the kind has an address
 *
 * Context: under the lock of the trace.
 */
void cpu_event(struct cpu *cpu, u8 kind, u16 sub, struct code_insn *insn,
	       u64 addr, unsigned int width)
{
	u16 flags = interrupt_flag(cpu);
	struct wcbar_st_record *event;
	unsigned int i;

	if (kind == WCBAR_ST_SERIALIZE && sub == WCBAR_ST_IRET)
		cpu->returned = true;
	put_piece(cpu);
	for (i = 0; i < cpu->waiting; i++) {
		event = &cpu->events[i];
		if (event->kind != kind || event->sub != sub ||
		    event->flags != flags)
			continue;
		if (event->count < U32_MAX)
			event->count++;
		return;
	}
	if (cpu->waiting == MOST_EVENTS)
		return;
	cpu->events[cpu->waiting++] = (struct wcbar_st_record){
		.kind = kind,
		.width = width,
		.cpu = cpu->number,
		.insn = insn ? number_of(cpu->out, insn) : 0,
		.addr = addr,
		.count = 1,
		.sub = sub,
		.flags = flags,
		.time = trace_time(),
	};
}

/**
 * cpu_goes_on() - a CPU begins a block: is that all?
 * @cpu: that of the calling thread
 * @block: the block
 *
 * The usual case, without a lock.
 *
 * Return: false where cpu_block() has to be called
 */
bool cpu_goes_on(struct cpu *cpu, const struct code_block *block)
{
	if (cpu->interrupted || block->entry ||
	    (cpu->block && !code_leads_to(cpu->block, block->start)))
		return false;
	cpu->returned = false;
	cpu->block = block;
	return true;
}

/* an interrupt or an exception has led from @before to @block */
static void interrupt(struct cpu *cpu, const struct code_block *before,
		      struct code_block *block)
{
	block->entry = true;
	if (!cpu->interrupted) {
		cpu->interrupted = before;
		cpu->depth = 0;
	}
	cpu->depth++;
	cpu_event(cpu, WCBAR_ST_INTERRUPT, 0, NULL, 0, 0);
}

/* whether the interrupted code goes on with @block */
static bool handler_ends(struct cpu *cpu, const struct code_block *block)
{
	if (!cpu->returned)
		return false;
	/* where it has to go on is not known: as many returns as interrupts */
	if (cpu->interrupted->open)
		return --cpu->depth == 0;
	return code_leads_to(cpu->interrupted, block->start);
}

/**
 * cpu_block() - a CPU begins a block
 * @cpu: that of the calling thread
 * @block: the block
 *
 * The interface says nothing of interrupts, but a block that the one before
 * cannot lead to is the beginning of a handler, and from then on known as
 * such. The handler is over where an iret leads to what the stopped block
 * could lead to. One that leads elsewhere has changed to another task; then
 * code of user space, at the latest, is its end.
 *
 * Context: under the lock of the trace.
 */
void cpu_block(struct cpu *cpu, struct code_block *block)
{
	const struct code_block *before = cpu->block;
	bool user = !(block->start >> 63);

	if (cpu->interrupted && (user || handler_ends(cpu, block)))
		cpu->interrupted = NULL;
	cpu->returned = false;
	cpu->block = block;
	if (before && !user &&
	    (block->entry || !code_leads_to(before, block->start)))
		interrupt(cpu, before, block);
}

/**
 * cpu_flush() - hands out all that a CPU still holds back
 * @cpu: any CPU
 *
 * Context: under the lock of the trace.
 */
void cpu_flush(struct cpu *cpu)
{
	put_piece(cpu);
	put_events(cpu);
	fold_end(&cpu->fold);
}
