/* SPDX-License-Identifier: GPL-2.0 */
/*
 * A BAR's life as a small state machine: claim, reserve, MTRR, map, verify,
 * and all of it undone in reverse.
 */
#ifndef WCBAR_DRV_APERTURE_H
#define WCBAR_DRV_APERTURE_H

#include <linux/ioport.h>
#include <linux/types.h>

#include "memtype.h"
#include "reason.h"

/**
 * struct wcbar_ap_ops - every kernel call that an aperture makes
 * @request: claim a range of the I/O memory tree; NULL when it is taken
 * @release: give it back
 * @reserve_wc: arch_io_reserve_memtype_wc()
 * @free_wc: arch_io_free_memtype_wc()
 * @mtrr_add: arch_phys_wc_add()
 * @mtrr_del: arch_phys_wc_del()
 * @map: ioremap_wc(), ioremap() or ioremap_uc() by type
 * @unmap: iounmap()
 * @evidence: read what was obtained
 *
 * A table so that tests can make each call fail in turn; the driver uses
 * wcbar_ap_kernel_ops.
 */
struct wcbar_ap_ops {
	struct resource *(*request)(resource_size_t start, resource_size_t size,
				    const char *name);
	void (*release)(resource_size_t start, resource_size_t size);
	int (*reserve_wc)(resource_size_t start, resource_size_t size);
	void (*free_wc)(resource_size_t start, resource_size_t size);
	int (*mtrr_add)(unsigned long start, unsigned long size);
	void (*mtrr_del)(int handle);
	void __iomem *(*map)(resource_size_t start, unsigned long size,
			     enum wcbar_memtype type);
	void (*unmap)(void __iomem *va);
	int (*evidence)(const struct wcbar_machine *m, const void __iomem *va,
			u64 phys, size_t len, struct wcbar_evidence *ev);
};

extern const struct wcbar_ap_ops wcbar_ap_kernel_ops;

/* Steps that are done and must be undone, bits of struct wcbar_aperture.done */
#define WCBAR_AP_REQUESTED	BIT(0)
#define WCBAR_AP_RESERVED	BIT(1)
#define WCBAR_AP_MTRR		BIT(2)
#define WCBAR_AP_MAPPED		BIT(3)

/**
 * struct wcbar_aperture - one BAR
 * @ops: kernel calls
 * @machine: PAT and MTRRs, read again for every mapping; owned by the caller
 * @name: owner's name in /proc/iomem and in messages
 * @start: physical address of the BAR
 * @size: its length, bytes
 * @win_offset: where the mapped window starts in the BAR, page aligned
 * @window: length of the window, bytes
 * @done: the undo list, WCBAR_AP_ bits
 * @requested: type asked for; WCBAR_MT_UNKNOWN while unmapped
 * @reserve_ret: what the last @ops->reserve_wc returned
 * @mtrr_handle: what the last @ops->mtrr_add returned
 * @va: the mapped window, or NULL
 * @ev: what was obtained
 * @tried: why the last wcbar_ap_change() did not obtain its type
 * @tried_type: that type; WCBAR_MT_UNKNOWN when it obtained it
 *
 * Not locked: the owner serialises all calls.
 */
struct wcbar_aperture {
	const struct wcbar_ap_ops *ops;
	struct wcbar_machine *machine;
	const char *name;
	resource_size_t start;
	resource_size_t size;
	resource_size_t win_offset;
	unsigned long window;
	unsigned int done;
	enum wcbar_memtype requested;
	int reserve_ret;
	int mtrr_handle;
	void __iomem *va;
	struct wcbar_evidence ev;
	enum wcbar_reason tried;
	enum wcbar_memtype tried_type;
};

int wcbar_ap_init(struct wcbar_aperture *ap, const struct wcbar_ap_ops *ops,
		  struct wcbar_machine *machine, const char *name,
		  resource_size_t start, resource_size_t size,
		  resource_size_t win_offset, unsigned long window);
int wcbar_ap_claim(struct wcbar_aperture *ap);
int wcbar_ap_map(struct wcbar_aperture *ap, enum wcbar_memtype type);
int wcbar_ap_map_uncached(struct wcbar_aperture *ap);
int wcbar_ap_change(struct wcbar_aperture *ap, enum wcbar_memtype type);
int wcbar_ap_restore(struct wcbar_aperture *ap,
		     const struct wcbar_aperture *old);
bool wcbar_ap_satisfied(const struct wcbar_aperture *ap);
void wcbar_ap_unmap(struct wcbar_aperture *ap);
void wcbar_ap_release(struct wcbar_aperture *ap);

#endif /* WCBAR_DRV_APERTURE_H */
