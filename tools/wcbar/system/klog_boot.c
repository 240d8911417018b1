// SPDX-License-Identifier: GPL-2.0
/*
 * Lines of the boot log that say what the machine can do: the PAT's slots, why
 * PAT or MTRRs are off, the hypervisor, the MTRRs themselves.
 *
 * The log may say that PAT is skipped and print its slots one line later,
 * because a hypervisor has set them. Both are recorded; the slots decide.
 */
#include "system/klog.h"

#include <ctype.h>

/* "Configuration [0-7]: WB  WT  UC- UC  WC  WP  UC  UC" */
static bool read_slots(struct klog_match *m, struct klog_event *e)
{
	enum wcbar_memtype slots[8];
	struct text t = m->after;
	unsigned int i, k;

	for (i = 0; i < ARRAY_SIZE(slots); i++) {
		struct text word = text_word(&t);
		char lower[8] = "";

		for (k = 0; k < word.len && k < sizeof(lower) - 1; k++)
			lower[k] = (char)tolower((unsigned char)word.p[k]);
		slots[i] = wcbar_memtype_parse(lower, strlen(lower));
		if (slots[i] >= WCBAR_MT_NUM)
			return false;
	}
	memcpy(m->log->slots, slots, sizeof(slots));
	m->log->slots_proof = m->proof;
	e->kind = KLOG_NONE;
	return true;
}

/* "x86 PAT enabled: cpu 0, old 0x7040600070406, new 0x7010600070106" */
static bool read_pat_msr(struct klog_match *m, struct klog_event *e)
{
	struct text t = m->after;
	unsigned int i;
	u64 msr;

	if (!text_after(&t, "new "))
		return false;
	if (!text_hex(&t, &msr))
		return false;
	for (i = 0; i < ARRAY_SIZE(m->log->slots); i++)
		m->log->slots[i] = wcbar_memtype_from_pat(msr >> (8 * i) & 7);
	m->log->slots_proof = m->proof;
	e->kind = KLOG_NONE;
	return true;
}

/* Every wording of 2.6.26 to 6.12, most specific first. */
static const struct {
	const char *words;
	enum pat_off why;
} pat_words[] = {
	{ "via boot option", PAT_OFF_NOPAT },
	{ "by the firmware", PAT_OFF_FIRMWARE },
	{ "PAT MSR is 0", PAT_OFF_FIRMWARE },
	{ "PAT read returns", PAT_OFF_FIRMWARE },
	{ "skipping PAT", PAT_OFF_MTRR },
	{ "MTRR disabled", PAT_OFF_MTRR },
	{ "not supported by", PAT_OFF_CPU },
	{ "does not support PAT", PAT_OFF_CPU },
	{ "CONFIG_", PAT_OFF_KCONFIG },
	{ "CPU errata", PAT_OFF_CPU },
	{ "Not yet verified", PAT_OFF_CPU },
	/* nopat, until 4.6 */
	{ "PAT support disabled", PAT_OFF_NOPAT },
	{ "PAT disabled", PAT_OFF_OTHER },
	{ "isabled", PAT_OFF_OTHER },
};

static bool read_pat_off(struct klog_match *m, struct klog_event *e)
{
	unsigned int i;

	e->kind = KLOG_NONE;
	for (i = 0; i < ARRAY_SIZE(pat_words); i++) {
		if (!text_has(m->all, pat_words[i].words))
			continue;
		/* the first word on it is the cause, later ones repeat it */
		if (!m->log->pat_off_proof.src) {
			m->log->pat_off = pat_words[i].why;
			m->log->pat_off_proof = m->proof;
		}
		return true;
	}
	return false;
}

static void set_mtrr_off(struct klog_match *m)
{
	if (!m->log->mtrr_off.src)
		m->log->mtrr_off = m->proof;
}

/* "MTRR: Disabled", or "Disabled" alone: all that 4.2 to 6.4 print */
static bool read_mtrr_off(struct klog_match *m, struct klog_event *e)
{
	struct text head = text_trim(m->before);

	if (text_trim(m->after).len ||
	    (head.len && !text_is(head, "MTRR:") && !text_is(head, "mtrr:")))
		return false;
	set_mtrr_off(m);
	e->kind = KLOG_NONE;
	return true;
}

static bool read_mtrr_gone(struct klog_match *m, struct klog_event *e)
{
	set_mtrr_off(m);
	e->kind = KLOG_NONE;
	return true;
}

static bool read_blank(struct klog_match *m, struct klog_event *e)
{
	m->log->mtrr_blank = m->proof;
	e->kind = KLOG_NONE;
	return true;
}

static bool read_deftype(struct klog_match *m, struct klog_event *e)
{
	struct text t = m->after;
	struct text word = text_word(&t);
	enum wcbar_memtype type = wcbar_memtype_parse(word.p, word.len);

	if (type >= WCBAR_MT_NUM)
		return false;
	m->log->mtrrs.deftype = type;
	m->log->mtrrs.deftype_proof = m->proof;
	e->kind = KLOG_NONE;
	return true;
}

/* "MTRR variable ranges enabled:" */
static bool read_variable(struct klog_match *m, struct klog_event *e)
{
	if (text_has(m->after, "disabled"))
		set_mtrr_off(m);
	/* the registers follow; a later list replaces an earlier one */
	m->log->mtrrs.n = 0;
	m->log->mtrrs.total = 0;
	e->kind = KLOG_NONE;
	return true;
}

static bool read_fixed(struct klog_match *m, struct klog_event *e)
{
	(void)m;
	e->kind = KLOG_NONE;
	return true;
}

static void count_register(struct klog_match *m, u64 num)
{
	if (m->log->mtrrs.total <= num)
		m->log->mtrrs.total = (unsigned int)num + 1;
	m->log->mtrrs.total_proof = m->proof;
}

/* "1 base 009B000000 mask 7FFF000000 uncachable", "5 disabled" */
static bool read_base(struct klog_match *m, struct klog_event *e)
{
	struct text t = m->all, word;
	struct mtrr_reg *reg;
	enum wcbar_memtype type;
	u64 num, base, mask;

	if (!text_dec(&t, &num) || num > 255 || !text_after(&t, " base "))
		return false;
	text_blanks(&t);
	if (!text_hex(&t, &base) || !text_after(&t, "mask "))
		return false;
	text_blanks(&t);
	if (!text_hex(&t, &mask) || !mask)
		return false;
	word = text_word(&t);
	type = wcbar_memtype_parse(word.p, word.len);
	if (type >= WCBAR_MT_NUM || m->log->mtrrs.n >= 256)
		return false;
	reg = vec_push(&m->log->mtrrs);
	reg->num = (unsigned int)num;
	reg->base = base;
	/* the lowest bit of the mask is the size of the range */
	reg->end = base + (mask & -mask);
	reg->type = type;
	reg->proof = m->proof;
	count_register(m, num);
	e->kind = KLOG_NONE;
	return true;
}

static bool read_unused(struct klog_match *m, struct klog_event *e)
{
	struct text t = m->all;
	u64 num;

	if (!text_dec(&t, &num) || num > 255)
		return false;
	text_blanks(&t);
	if (!text_is(t, "disabled"))
		return false;
	count_register(m, num);
	e->kind = KLOG_NONE;
	return true;
}

/* "MTRR map: 5 entries (3 fixed + 2 variable; max 23), built from 10 variable MTRRs" */
static bool read_map(struct klog_match *m, struct klog_event *e)
{
	struct text t = m->after;
	u64 n;

	if (!text_dec(&t, &n) || !n || n > 256)
		return false;
	count_register(m, n - 1);
	e->kind = KLOG_NONE;
	return true;
}

static void set_hypervisor(struct klog_match *m, struct text name)
{
	m->log->hypervisor = name;
	m->log->hypervisor_proof = m->proof;
}

static bool read_hypervisor(struct klog_match *m, struct klog_event *e)
{
	struct text name = text_trim(m->after);

	if (!name.len)
		return false;
	set_hypervisor(m, name);
	e->kind = KLOG_NONE;
	return true;
}

/* "Booting paravirtualized kernel on bare hardware" */
static bool read_booting(struct klog_match *m, struct klog_event *e)
{
	struct text name = text_trim(m->after);

	e->kind = KLOG_NONE;
	if (m->log->hypervisor.len)
		return true;
	if (text_begins(name, "bare hardware"))
		set_hypervisor(m, text_of("none"));
	else if (name.len)
		set_hypervisor(m, name);
	return name.len;
}

static bool read_blank_vm(struct klog_match *m, struct klog_event *e)
{
	read_blank(m, e);
	if (!m->log->hypervisor.len)
		set_hypervisor(m, text_of("unknown"));
	return true;
}

static bool read_release(struct klog_match *m, struct klog_event *e)
{
	struct text t = m->after;

	if (m->before.len && !text_ends(m->before, " "))
		return false;
	m->log->release = text_word(&t);
	m->log->release_proof = m->proof;
	e->kind = KLOG_NONE;
	return m->log->release.len;
}

static bool read_cmdline(struct klog_match *m, struct klog_event *e)
{
	if (!m->log->cmdline.len) {
		m->log->cmdline = text_trim(m->after);
		m->log->cmdline_proof = m->proof;
	}
	e->kind = KLOG_NONE;
	return true;
}

/* "original variable MTRRs", "New variable MTRRs": the cleanup's tables */
static bool read_table(struct klog_match *m, struct klog_event *e)
{
	m->log->mtrrs.n = 0;
	e->kind = KLOG_NONE;
	return true;
}

/* "reg 1, base: 2480MB, range: 16MB, type UC": a row of them */
static bool read_cleanup(struct klog_match *m, struct klog_event *e)
{
	struct text base = m->before, range = m->after, type = m->after;
	struct text num = m->before;
	struct mtrr_reg reg = { .proof = m->proof };
	u64 n, size;

	if (!text_after(&num, "reg ") || !text_dec(&num, &n) || n > 255 ||
	    !text_after(&base, "base:") || !text_amount(&base, &reg.base) ||
	    !text_amount(&range, &size) || !text_after(&type, "type "))
		return false;
	reg.num = (unsigned int)n;
	reg.end = reg.base + size;
	reg.type = text_begins(type, "WB") ? WCBAR_MT_WB :
		   text_begins(type, "UC") ? WCBAR_MT_UC :
		   text_begins(type, "WP") ? WCBAR_MT_WP : WCBAR_MT_UNKNOWN;
	if (reg.end <= reg.base || m->log->mtrrs.n >= 256)
		return false;
	*vec_push(&m->log->mtrrs) = reg;
	e->kind = KLOG_NONE;
	return true;
}

/* "E8000-EFFFF write-combining": a fixed range */
static bool read_fixed_range(struct klog_match *m, struct klog_event *e)
{
	struct text t = m->all, word;
	u64 a, b;

	if (!text_range(&t, &a, &b) || b > 0xfffff)
		return false;
	word = text_word(&t);
	e->kind = KLOG_NONE;
	return wcbar_memtype_parse(word.p, word.len) < WCBAR_MT_NUM;
}

const struct klog_rule klog_boot_rules[] = {
	{ "Configuration [0-7]:", KLOG_NONE, read_slots },
	{ "PAT enabled: cpu", KLOG_NONE, read_pat_msr },
	{ "PAT support disabled", KLOG_NONE, read_pat_off },
	{ "PAT not supported", KLOG_NONE, read_pat_off },
	{ "PAT MSR is 0", KLOG_NONE, read_pat_off },
	{ "PAT read returns", KLOG_NONE, read_pat_off },
	{ "does not support PAT", KLOG_NONE, read_pat_off },
	{ "skipping PAT init", KLOG_NONE, read_pat_off },
	{ "PAT disabled", KLOG_NONE, read_pat_off },
	/* whatever else a kernel may say of it */
	{ "x86/PAT: ", KLOG_NONE, read_pat_off },
	{ "x86 PAT: ", KLOG_NONE, read_pat_off },
	{ "Disabled", KLOG_NONE, read_mtrr_off },
	{ "MTRRs disabled", KLOG_NONE, read_mtrr_gone },
	{ "CPU MTRRs all blank - virt", KLOG_NONE, read_blank_vm },
	{ "CPU MTRRs all blank", KLOG_NONE, read_blank },
	{ "MTRR default type:", KLOG_NONE, read_deftype },
	{ "MTRR variable ranges", KLOG_NONE, read_variable },
	{ "MTRR fixed ranges", KLOG_NONE, read_fixed },
	{ "MTRRs set to read-only", KLOG_NONE, read_fixed },
	{ " base ", KLOG_NONE, read_base },
	{ " disabled", KLOG_NONE, read_unused },
	{ "built from ", KLOG_NONE, read_map },
	{ "Hypervisor detected:", KLOG_NONE, read_hypervisor },
	{ "Booting paravirtualized kernel on ", KLOG_NONE, read_booting },
	{ "Linux version ", KLOG_NONE, read_release },
	{ "ommand line: ", KLOG_NONE, read_cmdline },
	{ "variable MTRRs", KLOG_NONE, read_table },
	{ ", range: ", KLOG_NONE, read_cleanup },
	{ "-", KLOG_NONE, read_fixed_range },
	{ NULL, KLOG_NONE, NULL },
};
