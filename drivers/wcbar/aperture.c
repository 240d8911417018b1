// SPDX-License-Identifier: GPL-2.0
/*
 * A BAR's life as a small state machine.
 *
 *	init -> claim -> map(type) -> [change(type)] -> unmap -> release
 *
 * map() with write combining does three things in this order, as amdgpu's
 * VRAM set-up does: arch_io_reserve_memtype_wc() over the whole BAR, so that
 * no later mapping of any part of it gets another type; arch_phys_wc_add(),
 * which only acts when the PAT is off; ioremap_wc() of a window. Then it reads
 * what was obtained, because none of the three return values tells. unmap()
 * undoes them in reverse order, with the identical start and size: freeing
 * another range would shrink somebody else's entry.
 *
 * A BAR cannot be mapped uncached and write-combining at once on x86 (the
 * first holder's type wins silently), so change() undoes everything, maps
 * anew, verifies, and brings the old map back when the new one is not what
 * was asked for.
 *
 * No devm here: those releases cannot be called early, and calling them by
 * hand would free twice.
 */
#include <linux/io.h>
#include <linux/ioport.h>
#include <linux/mm.h>

#include "aperture.h"
#include "trace.h"

static struct resource *kernel_request(resource_size_t start,
				       resource_size_t size, const char *name)
{
	return request_mem_region(start, size, name);
}

static void kernel_release(resource_size_t start, resource_size_t size)
{
	release_mem_region(start, size);
}

static void __iomem *kernel_map(resource_size_t start, unsigned long size,
				enum wcbar_memtype type)
{
	switch (type) {
	case WCBAR_MT_WC:
		return ioremap_wc(start, size);
	case WCBAR_MT_UC:
		return ioremap_uc(start, size);
	default:
		/* on x86 plain ioremap() is uncached-minus */
		return ioremap(start, size);
	}
}

static void kernel_unmap(void __iomem *va)
{
	iounmap(va);
}

/* The calls that the driver uses. */
const struct wcbar_ap_ops wcbar_ap_kernel_ops = {
	.request	= kernel_request,
	.release	= kernel_release,
	.reserve_wc	= arch_io_reserve_memtype_wc,
	.free_wc	= arch_io_free_memtype_wc,
	.mtrr_add	= arch_phys_wc_add,
	.mtrr_del	= arch_phys_wc_del,
	.map		= kernel_map,
	.unmap		= kernel_unmap,
	.evidence	= wcbar_evidence_read,
};

/**
 * wcbar_ap_init() - describe a BAR; calls nothing in the kernel
 * @ap: filled in
 * @ops: kernel calls
 * @machine: where PAT and MTRRs are kept; must outlive @ap
 * @name: owner's name; must outlive @ap
 * @start: physical address of the BAR, not 0
 * @size: its length, bytes, not 0
 * @win_offset: start of the window in the BAR, page aligned
 * @window: length of the window, bytes, not 0
 *
 * A BAR at 0 of length 0 is what a failed BAR resize leaves behind; reserving
 * it makes the kernel warn (memtype_reserve_io()). A range that leaves its BAR
 * would take or shrink an entry of the neighbour. Both are refused here,
 * before any call.
 *
 * Return: 0 or -EINVAL.
 */
int wcbar_ap_init(struct wcbar_aperture *ap, const struct wcbar_ap_ops *ops,
		  struct wcbar_machine *machine, const char *name,
		  resource_size_t start, resource_size_t size,
		  resource_size_t win_offset, unsigned long window)
{
	if (!start || !size || !window)
		return -EINVAL;
	if (start + size - 1 < start)
		return -EINVAL;
	if (!PAGE_ALIGNED(win_offset) || win_offset >= size ||
	    window > size - win_offset)
		return -EINVAL;

	memset(ap, 0, sizeof(*ap));
	ap->ops = ops;
	ap->machine = machine;
	ap->name = name;
	ap->start = start;
	ap->size = size;
	ap->win_offset = win_offset;
	ap->window = window;
	ap->requested = WCBAR_MT_UNKNOWN;
	ap->tried_type = WCBAR_MT_UNKNOWN;
	ap->ev.obtained = WCBAR_MT_UNKNOWN;
	ap->ev.mtrr = WCBAR_MT_UNKNOWN;
	ap->ev.effective = WCBAR_MT_UNKNOWN;
	return 0;
}

/**
 * wcbar_ap_claim() - claim the BAR in the I/O memory tree
 * @ap: an initialised aperture
 *
 * Context: may sleep.
 * Return: 0, or -EBUSY when another driver holds a part of it.
 */
int wcbar_ap_claim(struct wcbar_aperture *ap)
{
	if (!ap->ops->request(ap->start, ap->size, ap->name))
		return -EBUSY;
	ap->done |= WCBAR_AP_REQUESTED;
	return 0;
}

/**
 * wcbar_ap_unmap() - undo wcbar_ap_map(), from whatever step it reached
 * @ap: the aperture; may be unmapped already
 *
 * Context: may sleep. Nobody may use @ap->va any more.
 */
void wcbar_ap_unmap(struct wcbar_aperture *ap)
{
	u64 win = ap->start + ap->win_offset;

	if (ap->done & WCBAR_AP_MAPPED) {
		ap->ops->unmap(ap->va);
		trace_wcbar_unmap(ap, win, PAGE_ALIGN(win + ap->window) - 1);
	}
	if (ap->done & WCBAR_AP_MTRR)
		ap->ops->mtrr_del(ap->mtrr_handle);
	if (ap->done & WCBAR_AP_RESERVED) {
		ap->ops->free_wc(ap->start, ap->size);
		trace_wcbar_free(ap, ap->start, ap->start + ap->size - 1);
	}
	ap->done &= WCBAR_AP_REQUESTED;
	ap->va = NULL;
	ap->requested = WCBAR_MT_UNKNOWN;
	memset(&ap->ev, 0, sizeof(ap->ev));
	ap->ev.obtained = WCBAR_MT_UNKNOWN;
	ap->ev.mtrr = WCBAR_MT_UNKNOWN;
	ap->ev.effective = WCBAR_MT_UNKNOWN;
}

/* Whole BAR reserved, and the MTRR where the PAT is off. */
static int ap_reserve(struct wcbar_aperture *ap)
{
	ap->reserve_ret = ap->ops->reserve_wc(ap->start, ap->size);
	trace_wcbar_reserve(ap);
	if (ap->reserve_ret)
		return ap->reserve_ret;
	ap->done |= WCBAR_AP_RESERVED;

	/* A failure costs speed, not function: recorded, not fatal. */
	ap->mtrr_handle = ap->ops->mtrr_add(ap->start, ap->size);
	if (ap->mtrr_handle > 0)
		ap->done |= WCBAR_AP_MTRR;
	return 0;
}

/**
 * wcbar_ap_map() - map the window with a type and read what was obtained
 * @ap: a claimed, unmapped aperture
 * @type: WCBAR_MT_WC, WCBAR_MT_UC_MINUS or WCBAR_MT_UC
 *
 * Success says only that there is a mapping: ask wcbar_ap_satisfied() or look
 * at @ap->ev for its type.
 *
 * Context: may sleep.
 * Return: 0; -EINVAL for another type or a mapped aperture; -EBUSY (from the
 * reservation) when a holder's type cannot be shared; -ENOMEM when ioremap
 * failed; -EFAULT when the mapping's page-table entry could not be read. On
 * error everything is undone.
 */
int wcbar_ap_map(struct wcbar_aperture *ap, enum wcbar_memtype type)
{
	resource_size_t phys = ap->start + ap->win_offset;
	int ret;

	if (type != WCBAR_MT_WC && type != WCBAR_MT_UC_MINUS &&
	    type != WCBAR_MT_UC)
		return -EINVAL;
	if (ap->done & WCBAR_AP_MAPPED)
		return -EINVAL;

	ap->reserve_ret = 0;
	ap->mtrr_handle = 0;
	if (type == WCBAR_MT_WC) {
		ret = ap_reserve(ap);
		if (ret)
			goto err_undo;
	}

	ap->va = ap->ops->map(phys, ap->window, type);
	if (!ap->va) {
		ret = -ENOMEM;
		goto err_undo;
	}
	ap->done |= WCBAR_AP_MAPPED;
	ap->requested = type;

	/* After the MTRR was set: the evidence must include it. */
	wcbar_machine_read(ap->machine);
	ret = ap->ops->evidence(ap->machine, ap->va, phys, ap->window, &ap->ev);
	trace_wcbar_map(ap);
	if (ret)
		goto err_undo;
	return 0;

err_undo:
	wcbar_ap_unmap(ap);
	return ret;
}

/**
 * wcbar_ap_satisfied() - was the type that was asked for obtained?
 * @ap: a mapped aperture
 *
 * Write combining counts when it is effective, be it by the page-table entry
 * or by an MTRR under an uncached-minus entry. The uncached types count when
 * the entry has them and no MTRR turns them into something else.
 *
 * Return: true if so; false for an unmapped aperture.
 */
bool wcbar_ap_satisfied(const struct wcbar_aperture *ap)
{
	switch (ap->requested) {
	case WCBAR_MT_WC:
		return ap->ev.effective == WCBAR_MT_WC;
	case WCBAR_MT_UC_MINUS:
	case WCBAR_MT_UC:
		return ap->ev.obtained == ap->requested &&
		       ap->ev.effective == WCBAR_MT_UC;
	default:
		return false;
	}
}

/**
 * wcbar_ap_map_uncached() - map registers so that they are really uncached
 * @ap: a claimed, unmapped aperture
 *
 * Plain ioremap() is uncached-minus, which a firmware MTRR of type WC turns
 * into write-combining; then ioremap_uc() is tried, whose strong UC no MTRR
 * can change. That in turn gives an earlier holder's type where there is one,
 * so it is verified again.
 *
 * Context: may sleep.
 * Return: 0 when the map is effectively uncached; -EOPNOTSUPP when it is
 * mapped but is not (@ap->ev says what it is: do not write registers); other
 * errors as wcbar_ap_map(), nothing is mapped then.
 */
int wcbar_ap_map_uncached(struct wcbar_aperture *ap)
{
	int ret;

	ret = wcbar_ap_map(ap, WCBAR_MT_UC_MINUS);
	if (ret)
		return ret;
	if (ap->ev.effective == WCBAR_MT_UC)
		return 0;

	wcbar_ap_unmap(ap);
	ret = wcbar_ap_map(ap, WCBAR_MT_UC);
	if (ret)
		return ret;
	return ap->ev.effective == WCBAR_MT_UC ? 0 : -EOPNOTSUPP;
}

/**
 * wcbar_ap_restore() - bring an earlier map back, and verify it
 * @ap: a claimed aperture, mapped or not
 * @old: a copy of @ap made while that map was there (or unmapped)
 *
 * Context: may sleep. Nobody else may use @ap->va.
 * Return: 0 when the same type as before was asked for, obtained, and is
 * effective, or now even what was asked for, because a holder has left; -EIO
 * otherwise, the aperture is unmapped then.
 */
int wcbar_ap_restore(struct wcbar_aperture *ap,
		     const struct wcbar_aperture *old)
{
	wcbar_ap_unmap(ap);
	if (!(old->done & WCBAR_AP_MAPPED))
		return 0;
	if (wcbar_ap_map(ap, old->requested))
		return -EIO;
	if (!wcbar_ap_satisfied(ap) &&
	    (ap->ev.obtained != old->ev.obtained ||
	     ap->ev.effective != old->ev.effective)) {
		wcbar_ap_unmap(ap);
		return -EIO;
	}
	return 0;
}

/**
 * wcbar_ap_change() - map the window with another type
 * @ap: a claimed aperture, mapped or not
 * @type: WCBAR_MT_WC, WCBAR_MT_UC_MINUS or WCBAR_MT_UC
 *
 * When @type is not obtained, the old map is brought back and verified, and
 * @ap->tried tells why.
 *
 * Context: may sleep. Nobody else may use @ap->va.
 * Return: 0 when @type was obtained; -EOPNOTSUPP when it was not, and -EBUSY,
 * -ENOMEM or -EFAULT when it could not be mapped, the old map being back;
 * -EIO when the old map could not be restored as it was: the aperture is
 * unmapped; -EINVAL for another type, nothing has changed.
 */
int wcbar_ap_change(struct wcbar_aperture *ap, enum wcbar_memtype type)
{
	struct wcbar_aperture old = *ap;
	int ret;

	if (type != WCBAR_MT_WC && type != WCBAR_MT_UC_MINUS &&
	    type != WCBAR_MT_UC)
		return -EINVAL;

	wcbar_ap_unmap(ap);
	ret = wcbar_ap_map(ap, type);
	if (!ret && wcbar_ap_satisfied(ap)) {
		ap->tried_type = WCBAR_MT_UNKNOWN;
		return 0;
	}
	ap->tried = wcbar_reason(ap);
	ap->tried_type = type;
	if (wcbar_ap_restore(ap, &old))
		return -EIO;
	return ret ?: -EOPNOTSUPP;
}

/**
 * wcbar_ap_release() - undo everything
 * @ap: the aperture, from whatever step it reached
 *
 * Context: may sleep.
 */
void wcbar_ap_release(struct wcbar_aperture *ap)
{
	wcbar_ap_unmap(ap);
	if (ap->done & WCBAR_AP_REQUESTED)
		ap->ops->release(ap->start, ap->size);
	ap->done = 0;
}
