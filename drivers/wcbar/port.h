/* SPDX-License-Identifier: GPL-2.0 */
/*
 * A card's interface for descriptors: what one kind of card needs to have
 * descriptors posted to it, and the life of the memory it is given.
 */
#ifndef WCBAR_DRV_PORT_H
#define WCBAR_DRV_PORT_H

#include <linux/completion.h>
#include <linux/pci.h>
#include <linux/types.h>

struct wcbar_port;

#define WCBAR_PORT_WHY		160	/* bytes of a sentence */
#define WCBAR_PORT_NAME		48
#define WCBAR_PORT_SLOTS	8	/* of the ring; one is in use at a time */

/* What a card can do, bits of struct wcbar_port_caps.can */
#define WCBAR_PORT_BF		BIT(0)	/* takes descriptors from its buffers */
#define WCBAR_PORT_DMA		BIT(1)	/* fetches them after a doorbell */
#define WCBAR_PORT_IRQ		BIT(2)	/* interrupts by MSI-X */
#define WCBAR_PORT_EMULATED	BIT(3)	/* is a program */
#define WCBAR_PORT_OWN_CPU	BIT(4)	/* which polls on a CPU of its own */

/**
 * struct wcbar_port_caps - what is known of an interface
 * @present: there is one, and it can be used
 * @name: its name for people
 * @why: why it cannot be used
 * @can: WCBAR_PORT_ bits
 * @bf_base: its first buffer in the aperture BAR, bytes
 * @bf_bytes: bytes of each buffer
 * @bf_count: buffers, used in turn
 * @desc_max: the largest descriptor, bytes
 * @slots_max: the largest ring
 * @comp_bytes: bytes of a completion, no more than 256
 * @doorbell: its doorbell in the register BAR, bytes
 * @db_value: what is written there
 * @reserved: the aperture from this byte on is the card's own; 0 where
 *	nothing is known of that
 */
struct wcbar_port_caps {
	bool present;
	char name[WCBAR_PORT_NAME];
	char why[WCBAR_PORT_WHY];
	u32 can;
	u64 bf_base;
	u32 bf_bytes;
	u32 bf_count;
	u32 desc_max;
	u32 slots_max;
	u32 comp_bytes;
	u32 doorbell;
	u32 db_value;
	u64 reserved;
};

/**
 * struct wcbar_port_io - the card's BARs as they are mapped now
 * @ap: the aperture from its first byte on; NULL while unmapped
 * @window: bytes mapped of it
 * @size: bytes of the whole BAR
 * @regs: the registers, or NULL
 * @regs_window: bytes mapped of them
 * @regs_size: bytes of the whole BAR
 * @regs_writable: they are proven uncached; else they are never written
 */
struct wcbar_port_io {
	u8 __iomem *ap;
	u64 window;
	u64 size;
	u8 __iomem *regs;
	u64 regs_window;
	u64 regs_size;
	bool regs_writable;
};

/**
 * struct wcbar_port_mem - the memory that the card is given
 * @ring: the slots
 * @ring_bus: bus address of them
 * @slot_bytes: bytes of each
 * @slots: how many, a power of two
 * @payload: a page for each slot, for payload that is not in the descriptor
 * @payload_bus: bus address of them
 * @comps: one page, which alone the card writes to: a completion for each slot
 * @comps_bus: bus address of it
 * @record: one page for the doorbell record
 * @record_bus: bus address of it
 */
struct wcbar_port_mem {
	u8 *ring;
	dma_addr_t ring_bus;
	u32 slot_bytes;
	u32 slots;
	u8 *payload;
	dma_addr_t payload_bus;
	void *comps;
	dma_addr_t comps_bus;
	void *record;
	dma_addr_t record_bus;
};

/**
 * struct wcbar_message - what a descriptor shall say
 * @sequence: number of the descriptor
 * @bytes: length of the payload
 * @is_inline: the payload goes into the descriptor
 * @irq: the card shall interrupt when it is done
 * @payload: the payload
 * @address: bus address of it where it is not inline
 */
struct wcbar_message {
	u64 sequence;
	u32 bytes;
	bool is_inline;
	bool irq;
	const void *payload;
	dma_addr_t address;
};

/**
 * struct wcbar_port_counts - what the card has counted
 * @taken: descriptors
 * @torn: see enum wcbar_card_counter
 * @stale: likewise
 * @twice: likewise
 * @order: likewise
 * @yields: times that a polling card gave up its CPU
 */
struct wcbar_port_counts {
	u64 taken;
	u64 torn;
	u64 stale;
	u64 twice;
	u64 order;
	u64 yields;
};

/**
 * struct wcbar_card_ops - how descriptors are posted to one kind of card
 * @find: look whether the interface is there; reads registers, writes none.
 *	Fills in the caps. Return 0, or -ENODEV and caps.why says why not;
 *	caps.reserved then holds, too, if it is not 0: an interface is there
 *	and cannot be used.
 * @reset: stop the card at once; when it returns 0 the card writes no more to
 *	memory and does not interrupt. -ETIMEDOUT when it does not answer.
 *	Sleeps, for less than a second.
 * @start: give the card @mem and let it take descriptors: from its buffers,
 *	or from the ring. The first one will have this number. Return 0; else
 *	a negative errno, and port->why says why.
 * @build: make a descriptor in memory. Return its bytes, 0 where the card has
 *	no such descriptor.
 * @record: write to memory how many descriptors were posted since @start
 * @ring: write the doorbell register, and nothing else
 * @done: look whether the n-th descriptor since @start, from 0 on, is
 *	completed. Return 0 when it is not yet, 1 when it is; -EBADMSG when the
 *	card did not take it for what it should be, -EIO when the card could
 *	not carry it out, and port->why says more.
 * @counts: read the counters; NULL where the card has none
 *
 * The barriers between these steps are in postput.c; those inside of one of
 * them are in the ops. No call comes while another one goes on.
 */
struct wcbar_card_ops {
	int (*find)(struct wcbar_port *port);
	int (*reset)(struct wcbar_port *port);
	int (*start)(struct wcbar_port *port, bool buffers, u64 first);
	u32 (*build)(const struct wcbar_port *port, void *buf,
		     const struct wcbar_message *msg);
	void (*record)(struct wcbar_port *port, u32 posted);
	void (*ring)(struct wcbar_port *port, u32 posted);
	int (*done)(struct wcbar_port *port, u32 n);
	void (*counts)(struct wcbar_port *port, struct wcbar_port_counts *c);
};

/**
 * struct wcbar_port_kernel - every kernel call that a port makes
 * @present: does the device answer?
 * @dma_mask: say which addresses it can reach
 * @alloc: coherent memory, cleared; NULL when there is none
 * @free: give it back
 * @keep: before @free: the memory must not be used for anything else
 * @master: let the device read and write memory, or no more
 * @irq_get: have interrupts of vector 0 complete port->irq
 * @irq_put: have them no more
 *
 * A table so that tests can make each call fail in turn; the driver uses
 * wcbar_port_kernel_ops.
 */
struct wcbar_port_kernel {
	bool (*present)(struct wcbar_port *port);
	int (*dma_mask)(struct wcbar_port *port);
	void *(*alloc)(struct wcbar_port *port, size_t bytes, dma_addr_t *bus);
	void (*free)(struct wcbar_port *port, size_t bytes, void *p,
		     dma_addr_t bus);
	void (*keep)(struct wcbar_port *port, void *p);
	void (*master)(struct wcbar_port *port, bool on);
	int (*irq_get)(struct wcbar_port *port);
	void (*irq_put)(struct wcbar_port *port);
};

extern const struct wcbar_port_kernel wcbar_port_kernel_ops;

/**
 * struct wcbar_port - a card's interface for descriptors
 * @ops: what the kind of card does; NULL where none is known
 * @kernel: kernel calls
 * @pdev: the device
 * @io: its BARs, set anew whenever they are mapped anew
 * @caps: what was found
 * @mem: what the card was given; ring is NULL where there is nothing
 * @given: the card may write to @mem: it was started, and no reset was
 *	answered since
 * @stuck: a reset was not answered, and @mem is kept until one is
 * @master: the device is a bus master
 * @has_irq: interrupts complete @irq
 * @irq_error: why they do not, an errno, or 0
 * @irq: completed by an interrupt
 * @first: number of the first descriptor since the start
 * @why: what went wrong
 *
 * Not locked: the owner serialises all calls.
 */
struct wcbar_port {
	const struct wcbar_card_ops *ops;
	const struct wcbar_port_kernel *kernel;
	struct pci_dev *pdev;
	struct wcbar_port_io io;
	struct wcbar_port_caps caps;
	struct wcbar_port_mem mem;
	bool given;
	bool stuck;
	bool master;
	bool has_irq;
	int irq_error;
	struct completion irq;
	u64 first;
	char why[WCBAR_PORT_WHY];
};

void wcbar_port_init(struct wcbar_port *port, const struct wcbar_card_ops *ops,
		     const struct wcbar_port_kernel *kernel,
		     struct pci_dev *pdev);
void wcbar_port_find(struct wcbar_port *port);
int wcbar_port_open(struct wcbar_port *port, u32 slot_bytes, bool irq);
int wcbar_port_start(struct wcbar_port *port, bool buffers);
int wcbar_port_stop(struct wcbar_port *port);
void wcbar_port_close(struct wcbar_port *port);
void wcbar_port_release(struct wcbar_port *port);

#endif /* WCBAR_DRV_PORT_H */
