// SPDX-License-Identifier: GPL-2.0
/*
 * The life of a card's interface for descriptors.
 *
 *	find -> open -> [start -> stop] ... -> close -> release
 *
 * The card is a bus master between open and close, and never else: a run may
 * not leave behind a device that writes to memory.
 *
 * Memory is given back when a reset was answered, which says that the card
 * writes to it no more. A card that does not answer loses the bus: a function
 * whose bus master bit is clear issues no request (PCIe base specification,
 * 7.5.1.1.3), interrupts by message included. Its memory stays with it all the
 * same, until a later reset is answered or the device is released: should
 * the bit be set again, by a user or by a later run, nothing else is there to
 * be written to.
 */
#include <linux/dma-mapping.h>
#include <linux/interrupt.h>
#include <linux/mm.h>
#include <linux/pci.h>
#include <linux/random.h>

#include "port.h"

static bool kernel_present(struct wcbar_port *port)
{
	return !pci_channel_offline(port->pdev) &&
	       pci_device_is_present(port->pdev);
}

static int kernel_dma_mask(struct wcbar_port *port)
{
	struct device *dev = &port->pdev->dev;

	return dma_set_mask_and_coherent(dev, DMA_BIT_MASK(64)) ?
	       dma_set_mask_and_coherent(dev, DMA_BIT_MASK(32)) : 0;
}

static void *kernel_alloc(struct wcbar_port *port, size_t bytes,
			  dma_addr_t *bus)
{
	return dma_alloc_coherent(&port->pdev->dev, bytes, bus,
				  GFP_KERNEL | __GFP_NOWARN);
}

static void kernel_free(struct wcbar_port *port, size_t bytes, void *p,
			dma_addr_t bus)
{
	dma_free_coherent(&port->pdev->dev, bytes, p, bus);
}

/* Only the one page of completions comes here */
static void kernel_keep(struct wcbar_port *port, void *p)
{
	pci_warn(port->pdev, "the card did not answer to the last; a page that it could still write to is not used again\n");
	/* memory that is none of the direct map is behind an IOMMU */
	if (virt_addr_valid(p))
		get_page(virt_to_page(p));
}

static void kernel_master(struct wcbar_port *port, bool on)
{
	u16 vendor;

	if (on) {
		pci_set_master(port->pdev);
		return;
	}
	pci_clear_master(port->pdev);
	/*
	 * What the device had written before it lost the bus is in memory
	 * when this read returns: its completion may not pass a posted write
	 * (PCIe base specification, 2.4.1).
	 */
	pci_read_config_word(port->pdev, PCI_VENDOR_ID, &vendor);
}

static irqreturn_t port_interrupt(int irq, void *arg)
{
	struct wcbar_port *port = arg;

	complete(&port->irq);
	return IRQ_HANDLED;
}

static int kernel_irq_get(struct wcbar_port *port)
{
	struct pci_dev *pdev = port->pdev;
	int ret;

	ret = pci_alloc_irq_vectors(pdev, 1, 1, PCI_IRQ_MSIX);
	if (ret < 0)
		return ret;
	ret = request_irq(pci_irq_vector(pdev, 0), port_interrupt, 0,
			  pci_name(pdev), port);
	if (ret)
		pci_free_irq_vectors(pdev);
	return ret;
}

static void kernel_irq_put(struct wcbar_port *port)
{
	free_irq(pci_irq_vector(port->pdev, 0), port);
	pci_free_irq_vectors(port->pdev);
}

/* The calls that the driver uses. */
const struct wcbar_port_kernel wcbar_port_kernel_ops = {
	.present	= kernel_present,
	.dma_mask	= kernel_dma_mask,
	.alloc		= kernel_alloc,
	.free		= kernel_free,
	.keep		= kernel_keep,
	.master		= kernel_master,
	.irq_get	= kernel_irq_get,
	.irq_put	= kernel_irq_put,
};

/**
 * wcbar_port_init() - a card whose interface was not looked for yet
 * @port: filled in
 * @ops: how descriptors are posted to this kind of card, or NULL
 * @kernel: kernel calls
 * @pdev: the device
 */
void wcbar_port_init(struct wcbar_port *port, const struct wcbar_card_ops *ops,
		     const struct wcbar_port_kernel *kernel,
		     struct pci_dev *pdev)
{
	memset(port, 0, sizeof(*port));
	port->ops = ops;
	port->kernel = kernel;
	port->pdev = pdev;
	init_completion(&port->irq);
}

/* Of an interface that cannot be used nothing is, but what it keeps for itself */
static void forget(struct wcbar_port_caps *caps)
{
	struct wcbar_port_caps none = { .reserved = caps->reserved };

	strscpy(none.why, caps->why, sizeof(none.why));
	*caps = none;
}

/**
 * wcbar_port_find() - look for the interface; writes nothing
 * @port: the port, its io set
 *
 * A card that keeps memory is reset in the end as it was found, whatever its
 * registers say by now: what was found stays.
 *
 * Context: may sleep.
 */
void wcbar_port_find(struct wcbar_port *port)
{
	struct wcbar_port_caps *caps = &port->caps;

	if (port->mem.ring)
		return;
	memset(caps, 0, sizeof(*caps));
	if (!port->ops)
		strscpy(caps->why, "no interface of this kind of card is known",
			sizeof(caps->why));
	else if (!port->io.ap)
		strscpy(caps->why, "there is no aperture", sizeof(caps->why));
	else if (port->ops->find(port))
		forget(caps);
	else
		caps->present = true;
}

static void free_one(struct wcbar_port *port, size_t bytes, void *p,
		     dma_addr_t bus)
{
	if (p)
		port->kernel->free(port, bytes, p, bus);
}

static void mem_free(struct wcbar_port *port)
{
	struct wcbar_port_mem *mem = &port->mem;

	free_one(port, (size_t)mem->slots * mem->slot_bytes, mem->ring,
		 mem->ring_bus);
	free_one(port, (size_t)mem->slots * PAGE_SIZE, mem->payload,
		 mem->payload_bus);
	free_one(port, PAGE_SIZE, mem->comps, mem->comps_bus);
	free_one(port, PAGE_SIZE, mem->record, mem->record_bus);
	memset(mem, 0, sizeof(*mem));
}

static int mem_alloc(struct wcbar_port *port, u32 slot_bytes)
{
	const struct wcbar_port_kernel *k = port->kernel;
	struct wcbar_port_mem *mem = &port->mem;

	mem->slots = rounddown_pow_of_two(min_t(u32, WCBAR_PORT_SLOTS,
						port->caps.slots_max));
	mem->slot_bytes = slot_bytes;
	mem->ring = k->alloc(port, (size_t)mem->slots * slot_bytes,
			     &mem->ring_bus);
	mem->payload = k->alloc(port, (size_t)mem->slots * PAGE_SIZE,
				&mem->payload_bus);
	mem->comps = k->alloc(port, PAGE_SIZE, &mem->comps_bus);
	mem->record = k->alloc(port, PAGE_SIZE, &mem->record_bus);
	if (mem->ring && mem->payload && mem->comps && mem->record)
		return 0;
	mem_free(port);
	return -ENOMEM;
}

/* The device is off the bus, and interrupts nobody. */
static void quiet(struct wcbar_port *port)
{
	if (port->has_irq)
		port->kernel->irq_put(port);
	port->has_irq = false;
	if (port->master)
		port->kernel->master(port, false);
	port->master = false;
}

static int port_reset(struct wcbar_port *port)
{
	int ret = -ENODEV;

	if (port->kernel->present(port))
		ret = port->ops->reset(port);
	else
		strscpy(port->why, "the card is gone", sizeof(port->why));
	if (!ret) {
		port->given = false;
		port->stuck = false;
	}
	return ret;
}

/**
 * wcbar_port_open() - get the memory, and make the card a bus master
 * @port: a port whose interface was found
 * @slot_bytes: bytes of the largest descriptor, a multiple of a line
 * @irq: interrupts are wanted; without them port->irq_error says why, which is
 *	no error
 *
 * Begins with a reset, which gives back what a card had kept that did not
 * answer.
 *
 * Context: may sleep.
 * Return: 0; -ETIMEDOUT when the card does not answer, -ENODEV when it is gone,
 * -EIO when it reaches no memory of this machine, -ENOMEM; port->why says so,
 * and nothing is to be closed.
 */
int wcbar_port_open(struct wcbar_port *port, u32 slot_bytes, bool irq)
{
	int ret;

	port->why[0] = '\0';
	ret = port_reset(port);
	if (ret)
		return ret;
	mem_free(port);
	ret = port->kernel->dma_mask(port);
	if (ret) {
		snprintf(port->why, sizeof(port->why),
			 "the card reaches no memory: setting its DMA mask gave error %d",
			 ret);
		return -EIO;
	}
	ret = mem_alloc(port, slot_bytes);
	if (ret) {
		strscpy(port->why, "not enough memory for ring and completions",
			sizeof(port->why));
		return ret;
	}
	port->kernel->master(port, true);
	port->master = true;
	port->irq_error = -EOPNOTSUPP;
	if (irq && (port->caps.can & WCBAR_PORT_IRQ)) {
		port->irq_error = port->kernel->irq_get(port);
		port->has_irq = !port->irq_error;
	}
	return 0;
}

/**
 * wcbar_port_start() - let the card take descriptors
 * @port: an open port
 * @buffers: from its buffers instead of from the ring
 *
 * Numbers begin anew, somewhere else each time, so that nothing that is left
 * from before is taken for new.
 *
 * Context: may sleep.
 * Return: 0 or a negative errno, and port->why says why.
 */
int wcbar_port_start(struct wcbar_port *port, bool buffers)
{
	struct wcbar_port_mem *mem = &port->mem;

	memset(mem->ring, 0, (size_t)mem->slots * mem->slot_bytes);
	memset(mem->comps, 0, PAGE_SIZE);
	memset(mem->record, 0, PAGE_SIZE);
	/* neither it nor the number before it is 0, and none behind it is */
	port->first = (u64)(get_random_u32() >> 1 | 1) << 32 | 1;
	port->why[0] = '\0';
	/* from here on, whatever it returns, until a reset is answered */
	port->given = true;
	return port->ops->start(port, buffers, port->first);
}

/**
 * wcbar_port_stop() - the card takes no more descriptors
 * @port: an open port
 *
 * A card that does not answer is taken off the bus at once.
 *
 * Context: may sleep.
 * Return: 0; -ETIMEDOUT or -ENODEV, and port->why says so: the port has to be
 * closed.
 */
int wcbar_port_stop(struct wcbar_port *port)
{
	char before[WCBAR_PORT_WHY];
	int ret;

	strscpy(before, port->why, sizeof(before));
	ret = port_reset(port);
	if (ret) {
		port->stuck = true;
		quiet(port);
	}
	/* what went wrong first is what matters */
	if (before[0])
		strscpy(port->why, before, sizeof(port->why));
	return ret;
}

/**
 * wcbar_port_close() - the card is no bus master any more
 * @port: an open port
 *
 * Context: may sleep.
 */
void wcbar_port_close(struct wcbar_port *port)
{
	if (port->given && !port->stuck)
		wcbar_port_stop(port);
	quiet(port);
	if (!port->given)
		mem_free(port);
}

/**
 * wcbar_port_release() - give everything back, the last time
 * @port: a port that is not open
 *
 * A device that was taken off the bus cannot write to what is freed here. A
 * program that emulates one may not look at the bus master bit, so the page
 * that it could still write a completion to is never used again.
 *
 * Context: may sleep.
 */
void wcbar_port_release(struct wcbar_port *port)
{
	if (!port->mem.ring)
		return;
	if (port_reset(port) && (port->caps.can & WCBAR_PORT_EMULATED))
		port->kernel->keep(port, port->mem.comps);
	mem_free(port);
	port->given = false;
	port->stuck = false;
}
