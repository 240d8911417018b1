// SPDX-License-Identifier: GPL-2.0
/*
 * What the evidence says of the machine, a BAR or a range. Facts only; what
 * follows from them is verdict.c's to say.
 */
#include "subject.h"

/**
 * wc_slot - the PAT slot that holds write-combining
 * @ev: the evidence
 *
 * Return: its number, SLOT_NONE, or SLOT_UNKNOWN.
 */
int wc_slot(const struct evidence *ev)
{
	int i;

	if (!ev->slots_proof.src)
		return SLOT_UNKNOWN;
	for (i = 0; i < SLOT_NONE; i++)
		if (ev->slots[i] == WCBAR_MT_WC)
			break;
	return i;
}

/**
 * release_before - whether a kernel is older than a version
 * @release: its release, as uname -r prints it
 * @major: major version
 * @minor: minor version
 *
 * Return: true if so; false also when the release is unknown.
 */
bool release_before(struct text release, unsigned int major,
		    unsigned int minor)
{
	u64 a, b;

	if (!text_dec(&release, &a) || !text_skip(&release, ".") ||
	    !text_dec(&release, &b))
		return false;
	return a < major || (a == major && b < minor);
}

/*
 * Vendors whose functions are emulated, and those whose cards no hypervisor
 * emulates. By number, or by the name that lspci prints without numbers.
 */
static const struct {
	u16 vendor;
	const char *name;
	enum place place;
} vendors[] = {
	{ 0x1af4, "Red Hat, Inc. Virtio", PLACE_EMULATED },
	{ 0x1af4, "Inter-VM shared memory", PLACE_EMULATED },
	{ 0x1b36, "QEMU", PLACE_EMULATED },
	{ 0x1234, "Bochs", PLACE_EMULATED },
	{ 0x1234, "1234:1111", PLACE_EMULATED },
	{ 0x1013, "Cirrus Logic GD 5446", PLACE_EMULATED },
	{ 0x15ad, "VMware", PLACE_EMULATED },
	{ 0x80ee, "InnoTek", PLACE_EMULATED },
	{ 0x80ee, "VirtualBox", PLACE_EMULATED },
	{ 0x1414, "Hyper-V", PLACE_EMULATED },
	{ 0x5853, "XenSource", PLACE_EMULATED },
	{ 0x10de, "NVIDIA", PLACE_PASSED },
	{ 0x1002, "AMD/ATI", PLACE_PASSED },
	{ 0x15b3, "Mellanox", PLACE_PASSED },
	{ 0x1d0f, "Amazon.com", PLACE_PASSED },
	{ 0x10ee, "Xilinx", PLACE_PASSED },
	{ 0x1172, "Altera", PLACE_PASSED },
	{ 0x1e52, "Tenstorrent", PLACE_PASSED },
};

/**
 * device_place - where a device really is
 * @ev: the evidence
 * @dev: the device, NULL when only the machine matters
 *
 * Return: the place.
 */
enum place device_place(const struct evidence *ev, const struct device *dev)
{
	unsigned int i;

	if (!ev->hypervisor.text.len)
		return PLACE_UNKNOWN;
	if (text_is(ev->hypervisor.text, "none"))
		return PLACE_BARE;
	if (!dev)
		return PLACE_GUEST;
	/* the subsystem of everything that QEMU emulates */
	if (dev->subvendor == 0x1af4 || text_has(dev->subsystem, "QEMU"))
		return PLACE_EMULATED;
	for (i = 0; i < ARRAY_SIZE(vendors); i++)
		if (dev->vendor ? dev->vendor == vendors[i].vendor :
				  text_has(dev->name, vendors[i].name))
			return vendors[i].place;
	return PLACE_GUEST;
}

/* Bytes of [start, end) inside write-combining entries; they are sorted. */
static void count_wc(struct subject *s)
{
	const struct patlist *list = &s->ev->list;
	u64 done = s->start;
	size_t i;

	for (i = 0; i < s->entries.n; i++) {
		const struct pat_entry *e = &list->items[s->entries.items[i]];
		u64 from = max_t(u64, e->start, done);
		u64 to = min_t(u64, e->end, s->end);

		if (e->type != WCBAR_MT_WC || from >= to)
			continue;
		s->wc_bytes += to - from;
		done = to;
	}
}

static void ask_list(struct subject *s)
{
	const struct evidence *ev = s->ev;
	const struct patlist *list = &ev->list;
	bool conflict = false;
	struct hits near = { 0 };
	size_t i;

	s->one_type = WCBAR_MT_UNKNOWN;
	s->list = LIST_ABSENT;
	if (!ev->has_list)
		return;
	s->list = LIST_MUTE;
	if (!patlist_understood(list))
		return;
	s->list = LIST_NOTHING;
	ranges_find(&list->index, s->start, s->end, &s->entries);
	for (i = 0; i < s->entries.n; i++) {
		const struct pat_entry *e = &list->items[s->entries.items[i]];

		s->one_type = i && s->one_type != e->type ? WCBAR_MT_MIXED :
							    e->type;
		conflict |= e->conflict;
		if (e->type == WCBAR_MT_WC && !s->wc)
			s->wc = e;
		if (e->type != WCBAR_MT_WC && !s->other)
			s->other = e;
	}
	count_wc(s);
	if (conflict && s->wc && s->other)
		s->list = LIST_CONFLICT;
	else if (s->wc && s->other)
		s->list = LIST_PARTLY;
	else if (s->wc)
		s->list = LIST_WC;
	else if (s->other)
		s->list = LIST_OTHER;
	if (s->entries.n || !s->start)
		return;
	ranges_find(&list->index, s->start - 1, s->end + 1, &near);
	if (near.n)
		s->neighbour = &list->items[near.items[0]];
	free(near.items);
}

static void ask(struct subject *s)
{
	const struct evidence *ev = s->ev;
	const struct card_info *info;

	s->slot = wc_slot(ev);
	s->mtrr = WCBAR_MT_UNKNOWN;
	s->one_type = WCBAR_MT_UNKNOWN;
	s->place = device_place(ev, s->dev);
	if (s->end <= s->start)
		return;
	ask_list(s);
	if (ev->has_mtrrs)
		s->mtrr = mtrr_type(&ev->mtrrs, s->start, s->end,
				    &s->mtrr_reg);
	if (ev->has_iomem)
		s->owner = iomem_owner(&ev->iomem, s->start, s->end);
	info = s->dev ? evidence_info(ev, s->dev->bdf) : NULL;
	if (!info)
		return;
	if (info->aperture.bar == s->bar->num && info->measured.runs)
		s->measured = &info->measured;
	if (info->aperture.bar == s->bar->num && info->aperture.window)
		s->map = &info->aperture;
	else if (info->regs.bar == s->bar->num && info->regs.window)
		s->map = &info->regs;
}

/**
 * subject_machine - ask about the machine
 * @s: filled in, to be given to subject_free()
 * @ev: the evidence, which must stay as long as @s
 */
void subject_machine(struct subject *s, const struct evidence *ev)
{
	*s = (struct subject){ .ev = ev, .scope = SCOPE_MACHINE };
	ask(s);
	s->list = !ev->has_list ? LIST_ABSENT :
		  !patlist_understood(&ev->list) ? LIST_MUTE : LIST_NOTHING;
}

/**
 * subject_bar - ask about a BAR
 * @s: filled in, to be given to subject_free()
 * @ev: the evidence, which must stay as long as @s
 * @dev: the function
 * @bar: the BAR
 */
void subject_bar(struct subject *s, const struct evidence *ev,
		 const struct device *dev, const struct bar *bar)
{
	*s = (struct subject){
		.ev = ev, .scope = SCOPE_BAR, .dev = dev, .bar = bar,
	};
	if (bar_has_address(bar)) {
		s->start = bar->start;
		s->end = bar->end;
	}
	ask(s);
}

/**
 * subject_range - ask about a range
 * @s: filled in, to be given to subject_free()
 * @ev: the evidence, which must stay as long as @s
 * @start: first byte
 * @end: byte behind the last one
 */
void subject_range(struct subject *s, const struct evidence *ev, u64 start,
		   u64 end)
{
	*s = (struct subject){
		.ev = ev, .scope = SCOPE_RANGE, .start = start, .end = end,
	};
	ask(s);
}

/**
 * subject_free - give back the memory of a subject
 * @s: the subject
 */
void subject_free(struct subject *s)
{
	free(s->entries.items);
	memset(s, 0, sizeof(*s));
}
