/* SPDX-License-Identifier: GPL-2.0 */
/*
 * The file that the store-trace plugin (tools/qemu) writes: what each CPU of
 * an emulated machine stored to a range of physical addresses, as executed,
 * and what stood between the stores.
 *
 *	struct wcbar_st_header		64 bytes, once
 *	struct wcbar_st_record		32 bytes each, to the end of the file
 *
 * All numbers are little-endian. A record of the kind WCBAR_ST_INSN is followed
 * by its payload in whole records (WCBAR_ST_BLOCKS of them); every other one
 * stands alone. A reader steps over kinds that it does not know.
 *
 * Order. The records of one CPU stand in the order of execution, except that
 * an INSN only has to come before the first record that names it. Records of
 * different CPUs stand in any order between two MARK records, but what was
 * executed before a mark stands before it, for every CPU. Loops are folded: a
 * STORE or LOAD with a count above 1, and WCBAR_ST_REPEAT.
 *
 * What is not a store is kept only where it matters for a store: between two
 * stores of one CPU to the range, or between a store and a mark, each sort of
 * event (same kind, same @sub, same WCBAR_ST_IN_INTERRUPT) is one record, its
 * count the number of times, its instruction, address and time those of the
 * first; they stand in the order of their first occurrence.
 *
 * A file that does not end with a WCBAR_ST_END is cut off: QEMU was killed.
 */
#ifndef WCBAR_STORETRACE_H
#define WCBAR_STORETRACE_H

#include <assert.h>
#include <wcbar/types.h>

#define WCBAR_ST_MAGIC		"WCBTRACE"	/* 8 bytes, no NUL */
#define WCBAR_ST_VERSION	1

/* header flags */
#define WCBAR_ST_HAS_LOADS	0x1	/* each load of the range is recorded */

/* the widest access of one record */
#define WCBAR_ST_WIDEST		64

/* the most records that one WCBAR_ST_REPEAT repeats */
#define WCBAR_ST_PERIOD		16

/**
 * struct wcbar_st_header - the beginning of a trace
 * @magic: WCBAR_ST_MAGIC
 * @version: WCBAR_ST_VERSION; another number is another format
 * @header_size: bytes of this structure, where the records begin
 * @record_size: bytes of a record
 * @flags: WCBAR_ST_HAS_*
 * @api: version of the plugin interface that QEMU offered; 1 for QEMU 7.2
 * @cpus: virtual CPUs at the start
 * @max_bytes: bound on the size of the file, 0 for none
 * @started: when the plugin was loaded, nanoseconds since 1970
 * @reserved0: 0
 * @reserved: 0
 *
 * The range is not here: it may be told later, by the guest. See
 * WCBAR_ST_RANGE.
 */
struct wcbar_st_header {
	char magic[8];
	u32 version;
	u16 header_size;
	u16 record_size;
	u32 flags;
	u32 api;
	u32 cpus;
	u32 reserved0;
	u64 max_bytes;
	u64 started;
	u64 reserved[2];
};

/**
 * enum wcbar_st_kind - what a record says
 * @WCBAR_ST_RANGE: the range from here on, from @addr up to but not including
 *	@time, which is no time here. Comes before any access; again where the
 *	range changes.
 * @WCBAR_ST_INSN: defines the number @insn: the instruction at the virtual
 *	address @addr, @sub bytes long. Payload of @count bytes: the text of
 *	the instruction (AT&T, as QEMU's disassembler gives it), a NUL, the
 *	symbol QEMU knows for it or nothing, a NUL; then zeroes.
 * @WCBAR_ST_STORE: @count stores of @width bytes each to the range by the
 *	same instruction, the first to the physical address @addr, each next
 *	one @width further on, with no event of this CPU between them. A store
 *	that only begins or ends in the range is recorded whole.
 * @WCBAR_ST_LOAD: the same for loads. With WCBAR_ST_HAS_LOADS each load has
 *	its place among the stores, else loads are an event as those below,
 *	@addr and @width those of the first.
 * @WCBAR_ST_REPEAT: the last @sub records of this CPU, which are all STORE or
 *	LOAD, were executed @count times more, in their order, each time with
 *	addresses @addr further on than the time before (modulo 2^64). @sub is
 *	1 to WCBAR_ST_PERIOD. No other record of this CPU, of any kind but
 *	INSN, stands between or after them, nor a MARK of any CPU.
 * @WCBAR_ST_FENCE: event; @sub is enum wcbar_st_fence
 * @WCBAR_ST_SERIALIZE: event; @sub is enum wcbar_st_serialize
 * @WCBAR_ST_LOCK: event: a locked read-modify-write or an xchg with memory,
 *	anywhere, the range included: then it stands before the store, and
 *	that has WCBAR_ST_LOCKED. @sub 0.
 * @WCBAR_ST_UC: event: an access to a device's registers, outside the range:
 *	@addr and @width are those of the first; @sub 0 for stores, 1 for
 *	loads. The registers of the local APIC and the HPET are among them.
 * @WCBAR_ST_INTERRUPT: event: the CPU was taken from what it executed by an
 *	interrupt or an exception. Seen where execution goes on at a place to
 *	which the instruction before it could not lead; not seen where that
 *	instruction was a return or an indirect jump or call. Its end is
 *	always seen: WCBAR_ST_IRET.
 * @WCBAR_ST_MARK: from the guest (<wcbar/tracemark.h>); @sub is enum
 *	wcbar_st_mark, @count the mark's id, 0 to 255
 * @WCBAR_ST_LOST: the size of the file reached its bound: @addr accesses to
 *	the range and an unknown number of events, all that came since the
 *	record before this one, were dropped. For marks some room is kept.
 * @WCBAR_ST_END: the end; @addr is the number of records before this one,
 *	payload included
 */
enum wcbar_st_kind {
	WCBAR_ST_RANGE = 1,
	WCBAR_ST_INSN,
	WCBAR_ST_STORE,
	WCBAR_ST_LOAD,
	WCBAR_ST_REPEAT,
	WCBAR_ST_FENCE,
	WCBAR_ST_SERIALIZE,
	WCBAR_ST_LOCK,
	WCBAR_ST_UC,
	WCBAR_ST_INTERRUPT,
	WCBAR_ST_MARK,
	WCBAR_ST_LOST,
	WCBAR_ST_END,
};

/**
 * enum wcbar_st_fence - which fence
 * @WCBAR_ST_SFENCE: sfence
 * @WCBAR_ST_LFENCE: lfence
 * @WCBAR_ST_MFENCE: mfence
 */
enum wcbar_st_fence {
	WCBAR_ST_SFENCE = 1,
	WCBAR_ST_LFENCE,
	WCBAR_ST_MFENCE,
};

/**
 * enum wcbar_st_serialize - which serialising instruction
 * @WCBAR_ST_CPUID: cpuid
 * @WCBAR_ST_IRET: iret: an interrupt or exception returns. Entries and exits
 *	by syscall and sysret do not serialise and are not recorded.
 * @WCBAR_ST_WRMSR: wrmsr; which MSR is not known. Intel's manual (vol. 3A,
 *	9.3) excepts the TSC deadline and the x2APIC's registers.
 * @WCBAR_ST_MOV_CR: a control register is written (CR8 excepted)
 * @WCBAR_ST_MOV_DR: a debug register is written
 * @WCBAR_ST_INVD: invd, wbinvd
 * @WCBAR_ST_INVLPG: invlpg, invpcid, invept, invvpid
 * @WCBAR_ST_LDT: lgdt, lidt, lldt, ltr
 * @WCBAR_ST_RSM: rsm
 * @WCBAR_ST_SERIALIZE_INSN: the instruction serialize
 * @WCBAR_ST_INT: int, int3, into, int1: a software interrupt
 * @WCBAR_ST_PORT_IO: in, out, ins, outs; no serialising instruction, but an
 *	event that empties the buffers (AMD's manual, vol. 2, Write Combining)
 */
enum wcbar_st_serialize {
	WCBAR_ST_CPUID = 1,
	WCBAR_ST_IRET,
	WCBAR_ST_WRMSR,
	WCBAR_ST_MOV_CR,
	WCBAR_ST_MOV_DR,
	WCBAR_ST_INVD,
	WCBAR_ST_INVLPG,
	WCBAR_ST_LDT,
	WCBAR_ST_RSM,
	WCBAR_ST_SERIALIZE_INSN,
	WCBAR_ST_INT,
	WCBAR_ST_PORT_IO,
};

/**
 * enum wcbar_st_mark - which mark; the numbers are those in the instruction
 * @WCBAR_ST_MARK_START: recording starts
 * @WCBAR_ST_MARK_STOP: recording stops
 * @WCBAR_ST_MARK_LABEL: a place with a number
 */
enum wcbar_st_mark {
	WCBAR_ST_MARK_START = 1,
	WCBAR_ST_MARK_STOP,
	WCBAR_ST_MARK_LABEL,
};

/* record flags */
#define WCBAR_ST_IO		0x1	/* the range is trapped; STORE and LOAD */
#define WCBAR_ST_LOCKED		0x2	/* by a locked instruction; STORE and LOAD */
#define WCBAR_ST_IN_INTERRUPT	0x4	/* while an interrupt was served, see below */

/*
 * WCBAR_ST_IN_INTERRUPT stands at every access and event from a
 * WCBAR_ST_INTERRUPT (itself included) until the code that was interrupted
 * goes on (the iret included), or code of user space runs.
 */

/**
 * struct wcbar_st_record - one record
 * @kind: enum wcbar_st_kind
 * @width: bytes of one access, 1 to WCBAR_ST_WIDEST; 0 where there is none
 * @cpu: number of the virtual CPU; of a mark, the one that executed it
 * @insn: number of the instruction, defined by an INSN; 0 for none
 * @addr: physical address of the (first) access, or see the kind
 * @count: how many
 * @sub: see the kind
 * @flags: WCBAR_ST_IO and the like
 * @time: nanoseconds since @started of the header, by the host's monotonic
 *	clock, of the first of @count. What it measures is the emulation.
 */
struct wcbar_st_record {
	u8 kind;
	u8 width;
	u16 cpu;
	u32 insn;
	u64 addr;
	u32 count;
	u16 sub;
	u16 flags;
	u64 time;
};

/* records that a payload of @bytes takes */
#define WCBAR_ST_BLOCKS(bytes)						\
	(((u64)(bytes) + sizeof(struct wcbar_st_record) - 1) /		\
	 sizeof(struct wcbar_st_record))

static_assert(sizeof(struct wcbar_st_header) == 64, "file format");
static_assert(sizeof(struct wcbar_st_record) == 32, "file format");

#endif /* WCBAR_STORETRACE_H */
