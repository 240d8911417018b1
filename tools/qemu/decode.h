/* SPDX-License-Identifier: GPL-2.0 */
/*
 * What an x86 instruction means for a trace of stores, from its bytes.
 */
#ifndef WCBAR_QEMU_DECODE_H
#define WCBAR_QEMU_DECODE_H

#include <wcbar/types.h>

/**
 * enum flow - where execution goes on after an instruction
 * @FLOW_NEXT: at the next one
 * @FLOW_DIRECT: there, or at its target
 * @FLOW_ANY: nobody can tell from the instruction alone
 */
enum flow {
	FLOW_NEXT,
	FLOW_DIRECT,
	FLOW_ANY,
};

/**
 * struct decoded - an instruction
 * @event: kind of event (enum wcbar_st_kind: FENCE, SERIALIZE, LOCK), 0 for none
 * @sub: which one
 * @memory: it may access memory
 * @merge: the accesses of one execution are pieces of one access of the CPU:
 *	vector, x87 and state-saving instructions. All others access memory
 *	once, or each access is one of its own (rep movs, pusha)
 * @flow: what comes next
 * @jump: target of FLOW_DIRECT, in bytes from the end of the instruction
 * @mark: it is a mark for the plugin
 * @mark_kind: WCBAR_TRACE_KIND_*
 * @mark_id: 0 to 255
 */
struct decoded {
	u8 event;
	u8 sub;
	bool memory;
	bool merge;
	enum flow flow;
	s32 jump;
	bool mark;
	u8 mark_kind;
	u8 mark_id;
};

/* bytes of a mark (<wcbar/tracemark.h>) */
#define MARK_LENGTH	7

void decode(const u8 *bytes, size_t length, struct decoded *d);

#endif /* WCBAR_QEMU_DECODE_H */
