// SPDX-License-Identifier: GPL-2.0
/*
 * The options of all commands that turn stores into requests, with what is
 * assumed where nothing is given, and why.
 */
#include "model/options.h"

#include <math.h>

#include <wcbar/numbers.h>

#include "commands.h"
#include "mem.h"
#include "model/cardlink.h"
#include "optvalue.h"

/*
 * The fewest that Intel has published of any core since 2008 (Nehalem to
 * Broadwell, mem/buffers.c): what combines with so many does with more.
 */
#define USUAL_BUFFERS	10

/**
 * model_options_usage - the part of a command's help that is the same for all
 * @f: where to
 */
void model_options_usage(FILE *f)
{
	const struct cpu_class *c;
	u32 i;

	fputs("The write-combining buffers of a CPU:\n"
	      "      --buffers N      how many (usual: 10, the fewest that Intel published since\n"
	      "                       2008)\n"
	      "      --buffers-json FILE   what 'wcbar mem --buffers --json FILE' has measured\n"
	      "      --line N         bytes of one: 64 (usual, SDM 3A 12.3.1) or 32 (P6)\n"
	      "      --merge HOW      one that is not full leaves as contiguous runs (usual), or\n"
	      "                       qword: in aligned pieces of 8 bytes, as the SDM says of\n"
	      "                       its bus\n"
	      "      --policy WHICH   with none free, the oldest leaves (usual), or lru: the one\n"
	      "                       that was stored to longest ago; no manual says\n"
	      "      --age N          one leaves N stores after its first, or with Nns after that\n"
	      "                       time (usual: never; no manual says)\n"
	      "      --evict-interrupt on|off   interrupts empty them (usual: on, SDM 3A 12.3.1)\n"
	      "      --evict-fence on|off   fences empty them (usual: on); off shows what would\n"
	      "                       be left had the code none\n"
	      "      --full WHAT      a line that is full leaves at once (usual), or may stay, as\n"
	      "                       the manual allows, until something empties its buffer\n\n"
	      "The link:\n"
	      "      --link LINK      gen1x1 to gen6x32, or the PCI address of a card whose link\n"
	      "                       it is (usual: gen4x16, that of the measurement below)\n"
	      "      --header DW      3 or 4 double words, or auto: by the address (usual; PCIe\n"
	      "                       2.2.4.1)\n"
	      "      --mps N          Max_Payload_Size (usual: 128, with which functions start;\n"
	      "                       PCIe 7.5.3.4)\n\n"
	      "What a request costs the CPU (usual: unknown, the link alone is predicted):\n"
	      "      --cpu-ns-uc X    nanoseconds for a store to uncached memory\n"
	      "      --cpu-ns-wc X    for a full line\n"
	      "      --cpu-ns-partial X   for a request of a line that is not full (usual: what\n"
	      "                       --buffers-json measured, else as a full one)\n"
	      "      --cpu-class NAME a CPU of which it is published:\n", f);
	for (i = 0; (c = cpu_class_nth(i)); i++)
		fprintf(f, "                       %s (%g, %g)\n", c->name,
			c->costs.uc_ns, c->costs.wc_ns);
	fputc('\n', f);
}

/**
 * model_options_init - nothing was given
 * @o: the options, for model_options_free()
 */
void model_options_init(struct model_options *o)
{
	memset(o, 0, sizeof(*o));
	o->model.wc.buffers = USUAL_BUFFERS;
	o->model.wc.line = WC_LINE;
	o->model.wc.interrupts = true;
	o->model.buffers_from = "the fewest that Intel published since 2008";
	o->model.pcie.mps = PCIE_MPS;
	pcie_link_parse("gen4x16", &o->model.pcie.link);
	o->model.link_from = "assumed";
}

/**
 * model_options_is - whether an option is one of these
 * @opt: what getopt_long() returned
 *
 * Return: true if so.
 */
bool model_options_is(int opt)
{
	return opt >= MODELOPT_BUFFERS && opt <= MODELOPT_PARTIAL_NS;
}

static const char *keep(struct model_options *o, char *text)
{
	if (o->nr_texts == ARRAY_SIZE(o->texts)) {
		free(o->texts[0]);
		memmove(o->texts, o->texts + 1,
			(o->nr_texts - 1) * sizeof(o->texts[0]));
		o->nr_texts--;
	}
	o->texts[o->nr_texts++] = text;
	return text;
}

static int take_file(struct model_options *o, const char *path)
{
	struct error e;

	if (buffers_load(path, &o->file, &e)) {
		error_print(&e);
		return EXIT_USAGE;
	}
	o->has_file = true;
	return -1;
}

/* "500" stores, or "500ns" */
static int take_age(const char *command, struct wc_params *wc,
		    const char *text)
{
	size_t len = strlen(text);
	struct wcbar_word w = { text, len };
	const char *wrong;

	wc->age_ps = len > 2 && !strcmp(text + len - 2, "ns");
	if (wc->age_ps)
		w.len -= 2;
	wrong = wcbar_number_parse(&w, &wc->age);
	if (wrong)
		return usage_error(command, "--age: '%s' %s", text, wrong);
	if (!wc->age || wc->age > U64_MAX / 1000)
		return usage_error(command,
				   "--age: '%s' is no number of stores nor a time such as 500ns",
				   text);
	if (wc->age_ps)
		wc->age *= 1000;
	return -1;
}

static int take_header(const char *command, struct pcie *p, const char *text)
{
	if (!strcmp(text, "auto"))
		p->header = PCIE_HEADER_AUTO;
	else if (!strcmp(text, "3"))
		p->header = PCIE_HEADER_3DW;
	else if (!strcmp(text, "4"))
		p->header = PCIE_HEADER_4DW;
	else
		return usage_error(command,
				   "--header takes auto, 3 or 4, not '%s'",
				   text);
	return -1;
}

static int take_mps(const char *command, struct pcie *p, const char *text)
{
	const struct optvalue v = { command, "mps", text };
	int status = optvalue_u32(&v, 128, 4096, &p->mps);

	if (status < 0 && (p->mps & (p->mps - 1)))
		return usage_error(command, "--mps: %u is no power of two",
				   p->mps);
	return status;
}

static int take_link(const char *command, struct model_options *o,
		     const char *text)
{
	char address[BDF_TEXT];
	struct error e;
	int ret;

	o->has_link = true;
	if (pcie_link_parse(text, &o->model.pcie.link)) {
		o->model.link_from = "given";
		return -1;
	}
	ret = cardlink_find(text, &o->model.pcie, address, &e);
	if (ret == -EINVAL)
		return usage_error(command,
				   "--link: '%s' is no link such as gen4x16 and no PCI address",
				   text);
	if (ret) {
		error_print(&e);
		return EXIT_FAILED;
	}
	o->model.link_from = keep(o, mem_printf("of %s", address));
	return -1;
}

static int take_ns(const char *command, struct model_options *o,
		   const char *option, const char *text, double *ns)
{
	char *end;

	*ns = strtod(text, &end);
	if (end == text || *end || !isfinite(*ns) || *ns <= 0 || *ns > 1e9)
		return usage_error(command,
				   "--%s: '%s' is no number of nanoseconds",
				   option, text);
	o->model.costs_from = "given";
	return -1;
}

static int take_class(const char *command, struct model_options *o,
		      const char *name)
{
	const struct cpu_class *c = cpu_class_find(name);

	if (!c)
		return usage_error(command,
				   "--cpu-class: nothing is published of '%s'",
				   name);
	o->model.costs = c->costs;
	o->model.costs_from = c->source;
	return -1;
}

static int take_line(const char *command, struct model_options *o,
		     const char *text)
{
	bool whole;
	int status;

	status = optvalue_choice(&(struct optvalue){ command, "line", text },
				 "32", "64", &whole);
	o->model.wc.line = whole ? 64 : 32;
	return status;
}

/**
 * model_options_take - take an option
 * @command: name of the command
 * @o: the options
 * @opt: what getopt_long() returned, one of these
 * @text: its value
 *
 * Return: -1 to go on, or the status to exit with.
 */
int model_options_take(const char *command, struct model_options *o, int opt,
		       const char *text)
{
	struct optvalue v = { command, NULL, text };
	struct wc_params *wc = &o->model.wc;
	bool second = false;
	int status;

	switch (opt) {
	case MODELOPT_BUFFERS:
		v.option = "buffers";
		o->has_buffers = true;
		o->model.buffers_from = "given";
		return optvalue_u32(&v, 1, WC_BUFFERS_MAX, &wc->buffers);
	case MODELOPT_BUFFERS_JSON:
		return take_file(o, text);
	case MODELOPT_LINE:
		return take_line(command, o, text);
	case MODELOPT_MERGE:
		v.option = "merge";
		status = optvalue_choice(&v, "contiguous", "qword", &second);
		wc->merge = second ? WC_MERGE_QWORD : WC_MERGE_CONTIGUOUS;
		return status;
	case MODELOPT_POLICY:
		v.option = "policy";
		status = optvalue_choice(&v, "oldest", "lru", &second);
		wc->policy = second ? WC_LRU : WC_OLDEST;
		return status;
	case MODELOPT_AGE:
		return take_age(command, wc, text);
	case MODELOPT_INTERRUPTS:
		v.option = "evict-interrupt";
		return optvalue_choice(&v, "off", "on", &wc->interrupts);
	case MODELOPT_FENCES:
		v.option = "evict-fence";
		status = optvalue_choice(&v, "off", "on", &second);
		wc->no_fences = !second;
		return status;
	case MODELOPT_FULL:
		v.option = "full";
		return optvalue_choice(&v, "leave", "stay", &wc->stay);
	case MODELOPT_LINK:
		return take_link(command, o, text);
	case MODELOPT_HEADER:
		return take_header(command, &o->model.pcie, text);
	case MODELOPT_MPS:
		return take_mps(command, &o->model.pcie, text);
	case MODELOPT_CPU_CLASS:
		return take_class(command, o, text);
	case MODELOPT_UC_NS:
		return take_ns(command, o, "cpu-ns-uc", text,
			       &o->model.costs.uc_ns);
	case MODELOPT_WC_NS:
		return take_ns(command, o, "cpu-ns-wc", text,
			       &o->model.costs.wc_ns);
	default:
		return take_ns(command, o, "cpu-ns-partial", text,
			       &o->model.costs.partial_ns);
	}
}

/* Published before counted: it is not taken from the curve itself */
static void use_file(struct model_options *o)
{
	const struct buffers_file *b = &o->file;
	u32 n = b->published;
	const char *how = "published for it";

	if (!n) {
		n = b->counted;
		how = "counted on it";
	}
	if (!n) {
		n = b->collapse;
		how = "where throughput collapsed on it, unconfirmed";
	}
	if (!o->has_buffers && n && n <= WC_BUFFERS_MAX) {
		o->model.wc.buffers = n;
		o->model.buffers_from =
			keep(o, mem_printf("%s, %s", b->cpu, how));
	}
	if (o->model.costs.partial_ns <= 0)
		o->model.costs.partial_ns = b->partial_ns;
}

/**
 * model_options_done - no more options come
 * @o: the options
 */
void model_options_done(struct model_options *o)
{
	if (o->has_file)
		use_file(o);
}

/**
 * model_options_free - throw options away
 * @o: the options
 */
void model_options_free(struct model_options *o)
{
	while (o->nr_texts)
		free(o->texts[--o->nr_texts]);
}

/**
 * model_maps_parse - read a list of maps
 * @command: name of the command
 * @text: names, separated by commas
 * @maps: a mask of BIT(enum model_map)
 *
 * Return: -1 to go on, or the status to exit with.
 */
int model_maps_parse(const char *command, const char *text, u32 *maps)
{
	struct wcbar_word rest = { text, strlen(text) }, name;
	u32 i;

	*maps = 0;
	while (wcbar_word_cut(&rest, ',', &name)) {
		for (i = 0; i < MODEL_MAPS; i++) {
			if (wcbar_word_is(&name, model_map_name(i)))
				break;
		}
		if (i == MODEL_MAPS)
			return usage_error(command,
					   "--map takes wc, uc, uc- and recorded, not '%.*s'",
					   (int)name.len, name.p);
		*maps |= BIT(i);
	}
	return -1;
}
