/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Equal lines of the log as one, with how often they occur.
 */
#ifndef WCBAR_TOOL_EVGROUPS_H
#define WCBAR_TOOL_EVGROUPS_H

#include "system/klog.h"
#include "system/ranges.h"

/**
 * struct evgroup - lines that tell the same
 * @e: the first of them
 * @count: how many
 * @freed: how many releases of the same range there are (debugpat)
 */
struct evgroup {
	const struct klog_event *e;
	u32 count;
	u32 freed;
};

/**
 * struct evgroups - a log by groups
 * @items: the groups, in the order of their first lines
 * @n: number of groups
 * @room: private to vec_push()
 */
struct evgroups {
	struct evgroup *items;
	size_t n, room;
};

void evgroups_build(struct evgroups *groups, const struct klog *log);
bool event_has_range(const struct klog_event *e);
bool event_has_device(const struct klog_event *e);
bool event_makes_subject(const struct klog_event *e);
bool event_for_machine(const struct klog_event *e);

#endif /* WCBAR_TOOL_EVGROUPS_H */
