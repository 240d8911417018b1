/* SPDX-License-Identifier: GPL-2.0 */
/*
 * The reference card: a register interface for descriptors that are posted
 * in two ways, written into a write-combining buffer of the card (BlueFlame)
 * or fetched by the card after a doorbell.
 *
 * For people: Documentation/reference-card.rst. Driver, card process and unit
 * tests share this file. All numbers are little endian; registers are read and
 * written 4 or 8 bytes at a time, aligned.
 *
 * The control block is 4 KiB: at offset 0 of the register BAR where that is
 * at least as large, else the last 4 KiB of the aperture BAR (QEMU's ivshmem
 * has its own 256 bytes of registers, of which only the doorbell is ours). The
 * BlueFlame buffers are in the aperture BAR.
 */
#ifndef WCBAR_CARD_H
#define WCBAR_CARD_H

#include <wcbar/types.h>

#define WCBAR_CARD_MAGIC	0x31424357	/* "WCB1" */
#define WCBAR_CARD_VERSION	1
#define WCBAR_CARD_CONTROL	4096	/* bytes of the control block */

/* Registers: offsets in the control block. Read only: */
#define WCBAR_CARD_R_MAGIC	0x000	/* 4, WCBAR_CARD_MAGIC */
#define WCBAR_CARD_R_VERSION	0x004	/* 4, WCBAR_CARD_VERSION */
#define WCBAR_CARD_R_FEATURES	0x008	/* 4, WCBAR_CARD_F_ bits */
#define WCBAR_CARD_R_STATE	0x00c	/* 4, enum wcbar_card_state */
#define WCBAR_CARD_R_DONE	0x010	/* 4, cookie of the last command done */
#define WCBAR_CARD_R_ERROR	0x014	/* 4, enum wcbar_card_error of it */
#define WCBAR_CARD_R_BF_BASE	0x018	/* 8, first buffer, in the aperture BAR */
#define WCBAR_CARD_R_BF_BYTES	0x020	/* 4, bytes of each buffer */
#define WCBAR_CARD_R_BF_COUNT	0x024	/* 4, buffers, used in turn */
#define WCBAR_CARD_R_DESC_MAX	0x028	/* 4, bytes of the largest descriptor */
#define WCBAR_CARD_R_SLOTS_MAX	0x02c	/* 4, slots of the largest ring */
#define WCBAR_CARD_R_DOORBELL	0x030	/* 4, offset in the register BAR */
#define WCBAR_CARD_R_DB_VALUE	0x034	/* 4, what to write there */
#define WCBAR_CARD_R_RESERVED	0x038	/* 8, the aperture from here on is ours */

/* Read and written by the host; taken over by START: */
#define WCBAR_CARD_R_RING	0x080	/* 8, bus address of the ring */
#define WCBAR_CARD_R_SLOT_BYTES	0x088	/* 4, bytes of a slot, lines of 64 */
#define WCBAR_CARD_R_SLOTS	0x08c	/* 4, slots, a power of two */
#define WCBAR_CARD_R_RECORD	0x090	/* 8, bus address of the doorbell record */
#define WCBAR_CARD_R_COMPLETIONS 0x098	/* 8, bus address of the completions */
#define WCBAR_CARD_R_FIRST	0x0a0	/* 8, sequence number of the first one */
#define WCBAR_CARD_R_MODE	0x0a8	/* 4, enum wcbar_card_path */
#define WCBAR_CARD_R_COMMAND	0x0b0	/* 4, enum wcbar_card_command */
#define WCBAR_CARD_R_COOKIE	0x0b4	/* 4, written last: the command is there */

/* What START wants of them. In mode WCBAR_CARD_BF ring and record are unused. */
#define WCBAR_CARD_RING_ALIGN	64
#define WCBAR_CARD_RECORD_ALIGN	8
#define WCBAR_CARD_COMP_ALIGN	16

/*
 * The doorbell record: 4 bytes in host memory, how many descriptors were
 * posted since START, modulo 2^32. Written after the descriptor and before
 * the doorbell. A card whose doorbell carries the number does not read it.
 */
#define WCBAR_CARD_RECORD_BYTES	4

/* Counters, 8 bytes each, read only; RESET makes them 0: */
#define WCBAR_CARD_R_COUNTERS	0x100	/* enum wcbar_card_counter, in order */

/* WCBAR_CARD_R_DB_VALUE: write the number of descriptors posted, 32 bits */
#define WCBAR_CARD_DB_POSTED	0xffffffff

#define WCBAR_CARD_F_BF		BIT(0)	/* takes descriptors from its buffers */
#define WCBAR_CARD_F_DMA	BIT(1)	/* fetches descriptors after a doorbell */
#define WCBAR_CARD_F_IRQ	BIT(2)	/* can interrupt by MSI-X, vector 0 */
#define WCBAR_CARD_F_OWN_CPU	BIT(3)	/* emulated, polls on a CPU of its own */
#define WCBAR_CARD_F_EMULATED	BIT(4)	/* a program: its times say nothing */

/**
 * enum wcbar_card_state - what the card is doing
 * @WCBAR_CARD_IDLE: takes no descriptors
 * @WCBAR_CARD_RUNNING: takes descriptors
 * @WCBAR_CARD_FAILED: takes none until RESET; WCBAR_CARD_R_ERROR says why
 */
enum wcbar_card_state {
	WCBAR_CARD_IDLE,
	WCBAR_CARD_RUNNING,
	WCBAR_CARD_FAILED,
};

/**
 * enum wcbar_card_command - what the host asks for
 * @WCBAR_CARD_RESET: stop at once, no further writes to memory, counters 0
 * @WCBAR_CARD_START: take the configuration over and run
 * @WCBAR_CARD_STOP: stop, no further writes to memory; counters stay
 *
 * The host writes the command, then a cookie that differs from the last one,
 * then rings the doorbell. The card writes WCBAR_CARD_R_ERROR and
 * WCBAR_CARD_R_STATE, then the cookie into WCBAR_CARD_R_DONE.
 */
enum wcbar_card_command {
	WCBAR_CARD_RESET = 1,
	WCBAR_CARD_START = 2,
	WCBAR_CARD_STOP = 3,
};

/**
 * enum wcbar_card_error - why a command was refused or the card has stopped
 * @WCBAR_CARD_E_NONE: no error
 * @WCBAR_CARD_E_COMMAND: no such command
 * @WCBAR_CARD_E_STATE: not in this state: START while running
 * @WCBAR_CARD_E_MODE: no such mode, or one that the card has not
 * @WCBAR_CARD_E_RING: slots, bytes of a slot, or a first sequence number of 0
 * @WCBAR_CARD_E_ADDRESS: an address is unaligned, or not one of memory
 * @WCBAR_CARD_E_DESCRIPTOR: the card is WCBAR_CARD_FAILED; the completion that
 *	it wrote last says what was wrong
 */
enum wcbar_card_error {
	WCBAR_CARD_E_NONE,
	WCBAR_CARD_E_COMMAND,
	WCBAR_CARD_E_STATE,
	WCBAR_CARD_E_MODE,
	WCBAR_CARD_E_RING,
	WCBAR_CARD_E_ADDRESS,
	WCBAR_CARD_E_DESCRIPTOR,
};

/**
 * enum wcbar_card_path - how a descriptor reaches the card
 * @WCBAR_CARD_BF: written into its buffers
 * @WCBAR_CARD_DOORBELL: fetched from the ring after a doorbell
 */
enum wcbar_card_path {
	WCBAR_CARD_BF = 1,
	WCBAR_CARD_DOORBELL = 2,
};

/**
 * enum wcbar_card_counter - what the card counts
 * @WCBAR_CARD_C_BF: descriptors taken from the buffers
 * @WCBAR_CARD_C_DOORBELL: descriptors taken from the ring
 * @WCBAR_CARD_C_TORN: the sequence number was there before the rest was
 * @WCBAR_CARD_C_STALE: rung for, but the slot held an older descriptor
 * @WCBAR_CARD_C_TWICE: a descriptor that had been taken was posted again
 * @WCBAR_CARD_C_ORDER: one or more sequence numbers were left out
 * @WCBAR_CARD_C_MALFORMED: header makes no sense, an address of no memory, or
 *	more posted than the ring has slots
 * @WCBAR_CARD_C_DMA_BYTES: bytes fetched from memory
 * @WCBAR_CARD_C_RUNG: doorbells heard; several may be heard as one
 * @WCBAR_CARD_C_IRQS: interrupts raised
 * @WCBAR_CARD_C_YIELDS: times that a polling card gave up its CPU
 * @WCBAR_CARD_NR_COUNTERS: how many there are
 */
enum wcbar_card_counter {
	WCBAR_CARD_C_BF,
	WCBAR_CARD_C_DOORBELL,
	WCBAR_CARD_C_TORN,
	WCBAR_CARD_C_STALE,
	WCBAR_CARD_C_TWICE,
	WCBAR_CARD_C_ORDER,
	WCBAR_CARD_C_MALFORMED,
	WCBAR_CARD_C_DMA_BYTES,
	WCBAR_CARD_C_RUNG,
	WCBAR_CARD_C_IRQS,
	WCBAR_CARD_C_YIELDS,
	WCBAR_CARD_NR_COUNTERS,
};

/*
 * A descriptor: one or more lines of 64 bytes. Its last 8 bytes hold its
 * sequence number again; when the card sees the new number there, all of it
 * has to be there. The crc is that of the whole descriptor with the crc
 * itself taken as 0, and of the payload in memory where that is not inline.
 */
#define WCBAR_DESC_MAGIC	0x4457
#define WCBAR_DESC_LINE		64
#define WCBAR_DESC_HEAD		32	/* bytes in front of inline payload */
#define WCBAR_DESC_TAIL		8	/* bytes of the sequence number */
#define WCBAR_DESC_PAYLOAD_MAX	4096	/* bytes */
#define WCBAR_DESC_INLINE	BIT(0)	/* the payload follows the header */
#define WCBAR_DESC_IRQ		BIT(1)	/* interrupt when it is completed */

/**
 * struct wcbar_desc - the header of a descriptor
 * @magic: WCBAR_DESC_MAGIC
 * @flags: WCBAR_DESC_ bits
 * @bytes: payload, 1 to WCBAR_DESC_PAYLOAD_MAX
 * @sequence: number of the descriptor, never 0: 1 follows 2^64 - 1
 * @address: bus address of the payload where it is not inline, else 0
 * @lines: length of the descriptor in lines of 64 bytes
 * @crc: CRC-32 (IEEE 802.3)
 *
 * All little endian.
 */
struct wcbar_desc {
	u16 magic;
	u16 flags;
	u32 bytes;
	u64 sequence;
	u64 address;
	u32 lines;
	u32 crc;
};

/**
 * enum wcbar_comp_status - what became of a descriptor
 * @WCBAR_COMP_OK: taken, and right
 * @WCBAR_COMP_TORN: see WCBAR_CARD_C_TORN
 * @WCBAR_COMP_STALE: see WCBAR_CARD_C_STALE
 * @WCBAR_COMP_TWICE: see WCBAR_CARD_C_TWICE
 * @WCBAR_COMP_ORDER: see WCBAR_CARD_C_ORDER
 * @WCBAR_COMP_MALFORMED: see WCBAR_CARD_C_MALFORMED
 * @WCBAR_COMP_FAILED: the card could not carry it out
 *
 * Any but the first, and the card has stopped: it is WCBAR_CARD_FAILED.
 */
enum wcbar_comp_status {
	WCBAR_COMP_OK,
	WCBAR_COMP_TORN,
	WCBAR_COMP_STALE,
	WCBAR_COMP_TWICE,
	WCBAR_COMP_ORDER,
	WCBAR_COMP_MALFORMED,
	WCBAR_COMP_FAILED,
};

/**
 * struct wcbar_comp - a completion, in host memory
 * @status: enum wcbar_comp_status
 * @path: enum wcbar_card_path that it came by
 * @sequence: the descriptor that the card expected here; written last
 *
 * That of the n-th descriptor after START, from 0 on, is the (n modulo
 * slots)-th of the completions; there are as many as the ring has slots. All
 * little endian.
 */
struct wcbar_comp {
	u32 status;
	u32 path;
	u64 sequence;
};

u32 wcbar_desc_lines(u32 bytes, bool is_inline);
u32 wcbar_desc_build(void *buf, u32 bytes, u16 flags, u64 sequence,
		     u64 address, const void *payload);
enum wcbar_comp_status wcbar_desc_check(const void *buf, u32 room,
					u64 sequence);
bool wcbar_desc_crc_ok(const void *buf, const void *payload);

#endif /* WCBAR_CARD_H */
