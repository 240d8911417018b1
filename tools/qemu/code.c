// SPDX-License-Identifier: GPL-2.0
/*
 * Two hash tables that only grow. A kernel that boots to a shell and loads a
 * few modules fills them with some hundred thousand entries.
 *
 * Each virtual CPU translates for itself, so there is a lock; the guest's code
 * does not change once it runs, so it is rarely taken after a while.
 */
#include <pthread.h>

#include "code.h"

#define BUCKETS	0x40000

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static struct code_insn *insns[BUCKETS];
static struct code_block *blocks[BUCKETS];

static unsigned int bucket(u64 a, u64 b)
{
	/* Knuth's multiplier; the upper bits are the good ones */
	return (a * 0x9e3779b97f4a7c15 + b * 0xff51afd7ed558ccd) >> (64 - 18);
}

/* memory that stays; without it there is no trace to speak of */
static void *keep(size_t size)
{
	void *p = calloc(1, size);

	if (!p) {
		fputs("storetrace: out of memory\n", stderr);
		abort();
	}
	return p;
}

/**
 * code_insn() - the one description of an instruction
 * @vaddr: where it is
 * @bytes: what it is
 * @length: how many bytes, at most LONGEST_INSN
 * @is_new: set to whether it is seen for the first time: the caller then sets
 *	its text and symbol. Another CPU that translates the same at this
 *	moment may find it without them, which does no harm.
 *
 * Context: any thread.
 * Return: the description, which lives forever
 */
struct code_insn *code_insn(u64 vaddr, const u8 *bytes, size_t length,
			    bool *is_new)
{
	struct code_insn **head;
	struct code_insn *insn;

	head = &insns[bucket(vaddr, length)];
	*is_new = false;
	pthread_mutex_lock(&lock);
	for (insn = *head; insn; insn = insn->next)
		if (insn->vaddr == vaddr && insn->length == length &&
		    !memcmp(insn->bytes, bytes, length))
			goto out;
	*is_new = true;
	insn = keep(sizeof(*insn));
	insn->vaddr = vaddr;
	insn->length = length;
	memcpy(insn->bytes, bytes, length);
	decode(bytes, length, &insn->is);
	insn->next = *head;
	*head = insn;
out:
	pthread_mutex_unlock(&lock);
	return insn;
}

/**
 * code_block() - the one description of a block
 * @start: virtual address of its first instruction
 * @last: its last instruction
 *
 * Context: any thread.
 * Return: the description, which lives forever
 */
struct code_block *code_block(u64 start, const struct code_insn *last)
{
	u64 end = last->vaddr + last->length;
	bool open = last->is.flow == FLOW_ANY;
	struct code_block **head;
	struct code_block *block;
	u64 target = end;

	if (last->is.flow == FLOW_DIRECT)
		target += (s64)last->is.jump;
	head = &blocks[bucket(start, end)];
	pthread_mutex_lock(&lock);
	for (block = *head; block; block = block->next)
		if (block->start == start && block->end == end &&
		    block->target == target && block->open == open)
			goto out;
	block = keep(sizeof(*block));
	block->start = start;
	block->end = end;
	block->target = target;
	block->open = open;
	block->next = *head;
	*head = block;
out:
	pthread_mutex_unlock(&lock);
	return block;
}

/**
 * code_leads_to() - whether execution can go on at a place after a block
 * @block: the block
 * @vaddr: the place
 *
 * Within the block itself counts: QEMU leaves a block in its middle, for
 * example to look for interrupts after each turn of a rep movs, and goes on
 * with one that begins there.
 *
 * Return: true where it can; what cannot is an interrupt or an exception
 */
bool code_leads_to(const struct code_block *block, u64 vaddr)
{
	return block->open || vaddr == block->target ||
	       (vaddr >= block->start && vaddr <= block->end);
}
