/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Tracepoints: what is reserved, mapped and given back, and which type was
 * asked for and obtained. They can be laid beside the kernel's own "debugpat"
 * lines: wcbar_reserve and wcbar_map beside "memtype_reserve added",
 * wcbar_unmap and wcbar_free beside "memtype_free request". And each row of
 * posted descriptors, from wcbar_post_begin to wcbar_post_end.
 *
 *	# echo 1 > /sys/kernel/tracing/events/wcbar/enable
 *	# cat /sys/kernel/tracing/trace
 */
#undef TRACE_SYSTEM
#define TRACE_SYSTEM wcbar

#if !defined(WCBAR_DRV_TRACE_H) || defined(TRACE_HEADER_MULTI_READ)
#define WCBAR_DRV_TRACE_H

#include <linux/tracepoint.h>

#include <wcbar/post.h>

#include "aperture.h"
#include "compat.h"

#define wcbar_show_type(type)				\
	__print_symbolic(type,				\
		{ WCBAR_MT_WB, "write-back" },		\
		{ WCBAR_MT_WC, "write-combining" },	\
		{ WCBAR_MT_UC_MINUS, "uncached-minus" },\
		{ WCBAR_MT_UC, "uncached" },		\
		{ WCBAR_MT_WT, "write-through" },	\
		{ WCBAR_MT_WP, "write-protected" },	\
		{ WCBAR_MT_MIXED, "mixed" },		\
		{ WCBAR_MT_UNKNOWN, "-" })

TRACE_EVENT(wcbar_reserve,
	TP_PROTO(const struct wcbar_aperture *ap),
	TP_ARGS(ap),
	TP_STRUCT__entry(
		__string(name, ap->name)
		__field(u64, start)
		__field(u64, end)
		__field(int, ret)
	),
	TP_fast_assign(
		wcbar_assign_str(name, ap->name);
		__entry->start = ap->start;
		__entry->end = ap->start + ap->size - 1;
		__entry->ret = ap->reserve_ret;
	),
	TP_printk("%s [mem %#010llx-%#010llx] requested write-combining ret %d",
		  __get_str(name), __entry->start, __entry->end, __entry->ret)
);

TRACE_EVENT(wcbar_map,
	TP_PROTO(const struct wcbar_aperture *ap),
	TP_ARGS(ap),
	TP_STRUCT__entry(
		__string(name, ap->name)
		__field(u64, start)
		__field(u64, end)
		__field(int, requested)
		__field(int, obtained)
		__field(int, effective)
		__field(int, mtrr_handle)
	),
	TP_fast_assign(
		wcbar_assign_str(name, ap->name);
		__entry->start = ap->start + ap->win_offset;
		__entry->end = PAGE_ALIGN(ap->start + ap->win_offset +
					  ap->window) - 1;
		__entry->requested = ap->requested;
		__entry->obtained = ap->ev.obtained;
		__entry->effective = ap->ev.effective;
		__entry->mtrr_handle = ap->mtrr_handle;
	),
	TP_printk("%s [mem %#010llx-%#010llx] requested %s obtained %s effective %s mtrr_handle %d",
		  __get_str(name), __entry->start, __entry->end,
		  wcbar_show_type(__entry->requested),
		  wcbar_show_type(__entry->obtained),
		  wcbar_show_type(__entry->effective), __entry->mtrr_handle)
);

DECLARE_EVENT_CLASS(wcbar_range,
	TP_PROTO(const struct wcbar_aperture *ap, u64 start, u64 end),
	TP_ARGS(ap, start, end),
	TP_STRUCT__entry(
		__string(name, ap->name)
		__field(u64, start)
		__field(u64, end)
	),
	TP_fast_assign(
		wcbar_assign_str(name, ap->name);
		__entry->start = start;
		__entry->end = end;
	),
	TP_printk("%s [mem %#010llx-%#010llx]", __get_str(name),
		  __entry->start, __entry->end)
);

DEFINE_EVENT(wcbar_range, wcbar_unmap,
	TP_PROTO(const struct wcbar_aperture *ap, u64 start, u64 end),
	TP_ARGS(ap, start, end)
);

DEFINE_EVENT(wcbar_range, wcbar_free,
	TP_PROTO(const struct wcbar_aperture *ap, u64 start, u64 end),
	TP_ARGS(ap, start, end)
);

#define wcbar_show_post(post)				\
	__print_symbolic(post,				\
		{ WCBAR_POST_BF, "bf" },		\
		{ WCBAR_POST_DOORBELL, "doorbell" },	\
		{ WCBAR_POST_INLINE, "inline" })

#define wcbar_show_wait(wait)				\
	__print_symbolic(wait,				\
		{ WCBAR_WAIT_POLL, "poll" },		\
		{ WCBAR_WAIT_IRQ, "irq" })

DECLARE_EVENT_CLASS(wcbar_post,
	TP_PROTO(const char *card, const struct wcbar_post_row *row, int ret),
	TP_ARGS(card, row, ret),
	TP_STRUCT__entry(
		__string(name, card)
		__field(int, post)
		__field(int, wait)
		__field(u32, bytes)
		__field(u64, taken)
		__field(u64, lost)
		__field(int, ret)
	),
	TP_fast_assign(
		wcbar_assign_str(name, card);
		__entry->post = row->post;
		__entry->wait = row->wait;
		__entry->bytes = row->bytes;
		__entry->taken = row->taken;
		__entry->lost = row->lost;
		__entry->ret = ret;
	),
	TP_printk("%s %s %s bytes %u taken %llu lost %llu ret %d",
		  __get_str(name), wcbar_show_post(__entry->post),
		  wcbar_show_wait(__entry->wait), __entry->bytes,
		  __entry->taken, __entry->lost, __entry->ret)
);

DEFINE_EVENT(wcbar_post, wcbar_post_begin,
	TP_PROTO(const char *card, const struct wcbar_post_row *row, int ret),
	TP_ARGS(card, row, ret)
);

DEFINE_EVENT(wcbar_post, wcbar_post_end,
	TP_PROTO(const char *card, const struct wcbar_post_row *row, int ret),
	TP_ARGS(card, row, ret)
);

#endif /* WCBAR_DRV_TRACE_H */

#undef TRACE_INCLUDE_PATH
#define TRACE_INCLUDE_PATH .
#undef TRACE_INCLUDE_FILE
#define TRACE_INCLUDE_FILE trace
#include <trace/define_trace.h>
