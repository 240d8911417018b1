// SPDX-License-Identifier: GPL-2.0
/*
 * Puts together what the files of one view say.
 */
#include "evidence.h"

#include "mem.h"

static struct tally *begin(struct evidence *ev, const struct source *src,
			   enum source_kind kind)
{
	struct reading *r = vec_push(&ev->readings);

	r->src = src;
	r->kind = kind;
	return &r->tally;
}

/* Only one of these can be right; which, is not for us to say. */
static void read_unused(struct evidence *ev, const struct source *src)
{
	begin(ev, src, src->kind);
	ev->readings.items[ev->readings.n - 1].unused = true;
}

static void read_list(struct evidence *ev, const struct source *src)
{
	if (ev->has_list) {
		read_unused(ev, src);
		return;
	}
	patlist_read(&ev->list, src);
	ev->has_list = true;
	*begin(ev, src, SOURCE_PATLIST) = ev->list.tally;
}

static void read_mtrrs(struct evidence *ev, const struct source *src)
{
	if (ev->has_mtrrs) {
		read_unused(ev, src);
		return;
	}
	mtrr_read(&ev->mtrrs, src);
	ev->has_mtrrs = true;
	*begin(ev, src, SOURCE_MTRR) = ev->mtrrs.tally;
}

static void read_iomem(struct evidence *ev, const struct source *src)
{
	if (ev->has_iomem) {
		read_unused(ev, src);
		return;
	}
	iomem_read(&ev->iomem, src);
	ev->has_iomem = true;
	*begin(ev, src, SOURCE_IOMEM) = ev->iomem.tally;
}

static void read_log(struct evidence *ev, const struct source *src)
{
	klog_read(&ev->log, src, begin(ev, src, SOURCE_LOG));
	ev->has_log = true;
}

static void find_list(struct evidence *ev, const struct source *src)
{
	struct patlist list = { 0 };

	patlist_read(&list, src);
	if (!list.n || ev->has_list) {
		patlist_free(&list);
		return;
	}
	/* the lines around it are another reader's */
	list.tally.lines = list.tally.understood;
	list.tally.odd = (struct proof){ 0 };
	ev->list = list;
	ev->has_list = true;
	*begin(ev, src, SOURCE_PATLIST) = list.tally;
}

static void find_mtrrs(struct evidence *ev, const struct source *src)
{
	struct mtrr_table mtrrs = { 0 };

	mtrr_read(&mtrrs, src);
	if (!mtrrs.n || ev->has_mtrrs) {
		mtrr_free(&mtrrs);
		return;
	}
	mtrrs.tally.lines = mtrrs.tally.understood;
	mtrrs.tally.odd = (struct proof){ 0 };
	ev->mtrrs = mtrrs;
	ev->has_mtrrs = true;
	*begin(ev, src, SOURCE_MTRR) = mtrrs.tally;
}

static void find_lspci(struct evidence *ev, const struct source *src,
		       struct devices *lspci)
{
	struct devices devices = { 0 };
	struct tally tally = { 0 };
	size_t i;

	lspci_read(&devices, src, &tally);
	for (i = 0; i < devices.n; i++)
		if (devices.items[i].bars.n)
			break;
	if (i < devices.n) {
		tally.lines = tally.understood;
		*begin(ev, src, SOURCE_LSPCI) = tally;
		lspci_read(lspci, src, &(struct tally){ 0 });
	}
	devices_free(&devices);
}

static void find_log(struct evidence *ev, const struct source *src)
{
	struct tally tally = { 0 };

	klog_read(&ev->log, src, &tally);
	if (!tally.understood)
		return;
	tally.lines = tally.understood;
	ev->has_log = true;
	*begin(ev, src, SOURCE_LOG) = tally;
}

/* Whether most of a file is foreign to the reader that its name asks for. */
static bool mostly_foreign(const struct evidence *ev, const struct source *src)
{
	size_t i;

	for (i = 0; i < ev->readings.n; i++) {
		const struct reading *r = &ev->readings.items[i];

		if (r->src == src && !r->unused)
			return 2 * r->tally.understood < r->tally.lines;
	}
	return false;
}

/*
 * A log, a file whose name says nothing and one that is mostly something else
 * may hold other things as well, as the report of a bug does: the list, the
 * MTRRs, what lspci printed.
 */
static void read_embedded(struct evidence *ev, const struct source *src,
			  struct devices *lspci)
{
	if (src->kind != SOURCE_PATLIST)
		find_list(ev, src);
	if (src->kind != SOURCE_MTRR)
		find_mtrrs(ev, src);
	if (src->kind != SOURCE_LSPCI)
		find_lspci(ev, src, lspci);
	if (src->kind != SOURCE_LOG)
		find_log(ev, src);
}

static struct claim one_line(const struct source *src, struct tally *tally)
{
	struct lines it = source_lines(src);
	struct claim fact = { 0 };
	struct text line;

	while (lines_next(&it, &line)) {
		struct proof proof = source_proof(src, it.no, line);
		bool first = !fact.text.len && proof.text.len;

		if (first)
			fact = (struct claim){ proof.text, proof };
		tally_line(tally, first, proof);
	}
	return fact;
}

static void read_cpuinfo(struct evidence *ev, const struct source *src,
			 struct tally *tally)
{
	struct lines it = source_lines(src);
	struct text line;

	while (lines_next(&it, &line)) {
		struct proof proof = source_proof(src, it.no, line);
		struct text value = line;
		struct text key = text_trim(text_until(&value, ":"));
		bool ok = text_skip(&value, ":");

		value = text_trim(value);
		tally_line(tally, ok, proof);
		if (!ok)
			continue;
		if (text_is(key, "model name") && !ev->cpu_model.text.len)
			ev->cpu_model = (struct claim){ value, proof };
		if (!text_is(key, "flags") || ev->cpu_pat.value >= 0)
			continue;
		ev->cpu_pat = (struct flag){ 0, proof };
		ev->cpu_mtrr = (struct flag){ 0, proof };
		ev->cpu_guest = (struct flag){ 0, proof };
		for (;;) {
			struct text word = text_word(&value);

			if (!word.len)
				break;
			ev->cpu_pat.value |= text_is(word, "pat");
			ev->cpu_mtrr.value |= text_is(word, "mtrr");
			ev->cpu_guest.value |= text_is(word, "hypervisor");
		}
	}
}

/* Lines "CONFIG_X=y" and "# CONFIG_X is not set" */
static void read_kconfig(struct evidence *ev, const struct source *src,
			 struct tally *tally)
{
	struct lines it = source_lines(src);
	struct text line;

	while (lines_next(&it, &line)) {
		struct proof proof = source_proof(src, it.no, line);
		struct text t = text_trim(line);

		tally_line(tally, text_has(t, "CONFIG_") ||
			   text_begins(t, "#"), proof);
		if (text_is(t, "CONFIG_IO_STRICT_DEVMEM=y"))
			ev->strict_devmem = (struct flag){ 1, proof };
		else if (text_is(t, "# CONFIG_IO_STRICT_DEVMEM is not set"))
			ev->strict_devmem = (struct flag){ 0, proof };
	}
}

static void read_source(struct evidence *ev, const struct source *src,
			struct devices *lspci)
{
	switch (src->kind) {
	case SOURCE_PATLIST:
		read_list(ev, src);
		break;
	case SOURCE_MTRR:
		read_mtrrs(ev, src);
		break;
	case SOURCE_LOG:
		read_log(ev, src);
		break;
	case SOURCE_LSPCI:
		lspci_read(lspci, src, begin(ev, src, SOURCE_LSPCI));
		break;
	case SOURCE_RESOURCE:
		resource_read(&ev->devices, src,
			      begin(ev, src, SOURCE_RESOURCE));
		break;
	case SOURCE_IOMEM:
		read_iomem(ev, src);
		break;
	case SOURCE_CPUINFO:
		read_cpuinfo(ev, src, begin(ev, src, SOURCE_CPUINFO));
		break;
	case SOURCE_CMDLINE:
		ev->cmdline = one_line(src, begin(ev, src, SOURCE_CMDLINE));
		text_skip(&ev->cmdline.text, "Kernel command line: ");
		break;
	case SOURCE_UNAME:
		ev->release = one_line(src, begin(ev, src, SOURCE_UNAME));
		break;
	case SOURCE_KCONFIG:
		read_kconfig(ev, src, begin(ev, src, SOURCE_KCONFIG));
		break;
	case SOURCE_INFO:
		cardinfo_read(ev, src, begin(ev, src, SOURCE_INFO));
		break;
	case SOURCE_MACHINE:
		machine_read(ev, src, begin(ev, src, SOURCE_MACHINE));
		break;
	case SOURCE_MEASURE:	/* after the driver's info */
	case SOURCE_DEVICE:	/* after all resource files */
	case SOURCE_UNKNOWN:
	case SOURCE_NUM:
		break;
	}
}

/* What the boot log says where no file of its own does. */
static void use_log(struct evidence *ev)
{
	struct klog *log = &ev->log;

	if (log->slots_proof.src && !ev->slots_proof.src) {
		memcpy(ev->slots, log->slots, sizeof(ev->slots));
		ev->slots_proof = log->slots_proof;
	}
	if (log->mtrrs.n && !ev->has_mtrrs) {
		/* same layout: the log gives its registers away */
		ev->mtrrs = log->mtrrs;
		memset(&log->mtrrs, 0, sizeof(log->mtrrs));
		log->mtrrs.deftype = ev->mtrrs.deftype;
		log->mtrrs.deftype_proof = ev->mtrrs.deftype_proof;
		ev->has_mtrrs = true;
	}
	if (log->mtrrs.deftype < WCBAR_MT_NUM &&
	    ev->mtrrs.deftype >= WCBAR_MT_NUM) {
		ev->mtrrs.deftype = log->mtrrs.deftype;
		ev->mtrrs.deftype_proof = log->mtrrs.deftype_proof;
	}
	if (log->mtrrs.total && !ev->mtrrs.total) {
		ev->mtrrs.total = log->mtrrs.total;
		ev->mtrrs.total_proof = log->mtrrs.total_proof;
	}
	if (log->hypervisor.len && !ev->hypervisor.text.len)
		ev->hypervisor = (struct claim){ log->hypervisor,
						log->hypervisor_proof };
	if (log->release.len && !ev->release.text.len)
		ev->release = (struct claim){ log->release,
					     log->release_proof };
	if (log->cmdline.len && !ev->cmdline.text.len)
		ev->cmdline = (struct claim){ log->cmdline,
					     log->cmdline_proof };
}

/**
 * evidence_build - read all files of a view
 * @ev: filled in, to be given to evidence_free()
 * @view: the files, which must stay as long as @ev
 * @live: they are about this machine, now
 */
void evidence_build(struct evidence *ev, const struct view *view, bool live)
{
	struct devices lspci = { 0 };
	struct flag unknown = { .value = -1 };
	size_t i;

	memset(ev, 0, sizeof(*ev));
	ev->label = view->label;
	ev->live = live;
	ev->cpu_pat = unknown;
	ev->cpu_mtrr = unknown;
	ev->cpu_guest = unknown;
	ev->strict_devmem = unknown;
	ev->mtrrs.deftype = WCBAR_MT_UNKNOWN;
	for (i = 0; i < ARRAY_SIZE(ev->slots); i++)
		ev->slots[i] = WCBAR_MT_UNKNOWN;
	klog_init(&ev->log);

	for (i = 0; i < view->n; i++)
		read_source(ev, view->items[i], &lspci);
	for (i = 0; i < view->n; i++) {
		const struct source *src = view->items[i];

		if (src->kind == SOURCE_DEVICE)
			devfile_read(&ev->devices, src,
				     begin(ev, src, SOURCE_DEVICE));
		else if (src->kind == SOURCE_MEASURE)
			measure_read(ev, src, begin(ev, src, SOURCE_MEASURE));
		else if (src->kind == SOURCE_UNKNOWN)
			begin(ev, src, SOURCE_UNKNOWN);
		else if (src->kind == SOURCE_LOG ||
			 dump_kind_by_name(src->name) == SOURCE_UNKNOWN ||
			 mostly_foreign(ev, src))
			read_embedded(ev, src, &lspci);
	}
	use_log(ev);
	devices_merge(ev, &lspci);
	devices_from_log(ev);
	if (!ev->hypervisor.text.len && ev->cpu_guest.value >= 0)
		ev->hypervisor = (struct claim){
			text_of(ev->cpu_guest.value ? "unknown" : "none"),
			ev->cpu_guest.proof,
		};
}

/**
 * evidence_free - give back the memory of evidence
 * @ev: the evidence
 */
void evidence_free(struct evidence *ev)
{
	free(ev->readings.items);
	patlist_free(&ev->list);
	mtrr_free(&ev->mtrrs);
	klog_free(&ev->log);
	iomem_free(&ev->iomem);
	devices_free(&ev->devices);
	free(ev->infos.items);
	memset(ev, 0, sizeof(*ev));
}

/**
 * evidence_info - what the wcbar driver says of a card
 * @ev: the evidence
 * @bdf: the card
 *
 * Return: the driver's info or NULL.
 */
const struct card_info *evidence_info(const struct evidence *ev,
				      const char *bdf)
{
	size_t i;

	for (i = 0; i < ev->infos.n; i++)
		if (!strcmp(ev->infos.items[i].bdf, bdf))
			return &ev->infos.items[i];
	return NULL;
}

/**
 * evidence_has_word - whether the kernel command line has a word
 * @ev: the evidence
 * @word: the word
 *
 * Return: true if so; false also when the command line is unknown.
 */
bool evidence_has_word(const struct evidence *ev, const char *word)
{
	struct text t = ev->cmdline.text;

	for (;;) {
		struct text w = text_word(&t);

		if (!w.len)
			return false;
		if (text_is(w, word))
			return true;
	}
}

/**
 * evidence_understood - whether any line of any file was understood
 * @ev: the evidence
 *
 * Return: true if so.
 */
bool evidence_understood(const struct evidence *ev)
{
	size_t i;

	for (i = 0; i < ev->readings.n; i++)
		if (ev->readings.items[i].tally.understood)
			return true;
	return false;
}
