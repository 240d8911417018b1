// SPDX-License-Identifier: GPL-2.0
/*
 * wcbar bind, wcbar unbind: give a card to the wcbar driver, and back.
 */
#include <getopt.h>
#include <unistd.h>

#include "bind.h"
#include "commands.h"
#include "inuse.h"
#include "mem.h"
#include "system/device.h"
#include "system/paths.h"

static void bind_usage(FILE *f)
{
	fputs("Usage: wcbar bind BDF [OPTIONS]\n\n"
	      "Takes a card from its driver and gives it to the wcbar driver, which has to be\n"
	      "loaded (modprobe wcbar). 'wcbar unbind BDF' gives it back. What was there\n"
	      "before is remembered in /run/wcbar, so that after an interruption the next\n"
	      "call repairs it.\n\n"
	      "A card in use is refused: a disk that is mounted, swap or part of something\n"
	      "larger, a network interface that is up, the boot display, open device nodes or\n"
	      "mapped BARs, enabled virtual functions, a bridge, and a card that shares its\n"
	      "IOMMU group with one of these.\n\n"
	      "      --aperture N  BAR to map write-combining; default: the driver's choice\n"
	      "      --regs N      BAR with registers, or none; with --aperture the default\n"
	      "                    is none\n"
	      "      --force       even if the card is in use\n"
	      "  -h, --help        this text\n", f);
}

static void unbind_usage(FILE *f)
{
	fputs("Usage: wcbar unbind BDF\n\n"
	      "Takes a card from the wcbar driver and gives it back to the driver, and the\n"
	      "driver_override, that it had before 'wcbar bind'. Also repairs a bind that was\n"
	      "interrupted.\n\n"
	      "  -h, --help   this text\n", f);
}

/**
 * struct wish - what was asked for
 * @bdf: the card
 * @aperture: BAR, or -1 for the driver's choice
 * @regs: BAR, -1 for none
 * @has_regs: whether registers were asked for
 * @force: even if it is in use
 */
struct wish {
	char bdf[TEXT_BDF];
	int aperture;
	int regs;
	bool has_regs;
	bool force;
};

/* The card's BARs as sysfs has them */
static struct device *read_bars(struct devices *devices, struct source *src,
				const char *bdf)
{
	char *path = mem_printf("%s/bus/pci/devices/%s/resource", path_sysfs(),
				bdf);
	struct tally tally = { 0 };
	struct device *dev = NULL;

	src->name = mem_printf("resource.%s", bdf);
	if (!path_read(path, SZ_64K, &src->data, &src->len))
		dev = resource_read(devices, src, &tally);
	free(path);
	return dev;
}

static int check_bar(struct device *dev, int num, bool aperture)
{
	const struct bar *bar = device_bar(dev, num);
	const char *why = NULL;

	if (!bar)
		why = "the card has none";
	else if (bar->kind != BAR_MEMORY)
		why = "it is not memory";
	else if (!bar_has_address(bar))
		why = "it has no address";
	else if (aperture && !bar->pref)
		why = "it is not prefetchable, and the module's parameter force is off";
	if (!why)
		return 0;
	/* the module's own parameter says yes to this one */
	if (bar && aperture && !bar->pref && bar->kind == BAR_MEMORY &&
	    bar_has_address(bar)) {
		char force[8];

		if (!path_read_line(force, sizeof(force),
				    "%s/module/" BIND_DRIVER "/parameters/force",
				    path_sysfs()) && force[0] == 'Y')
			return 0;
	}
	error_say("BAR%d of %s cannot be the %s: %s", num, dev->bdf,
		  aperture ? "aperture" : "register BAR", why);
	return -EINVAL;
}

static int check_bars(const struct wish *w)
{
	struct devices devices = { 0 };
	struct source src = { 0 };
	struct device *dev;
	int ret = 0;

	dev = read_bars(&devices, &src, w->bdf);
	if (!dev) {
		error_say("cannot read the BARs of %s", w->bdf);
		ret = -ENODEV;
	}
	if (!ret && w->aperture >= 0)
		ret = check_bar(dev, w->aperture, true);
	if (!ret && w->regs >= 0)
		ret = check_bar(dev, w->regs, false);
	devices_free(&devices);
	free(src.data);
	free(src.name);
	return ret;
}

static int check_use(const struct wish *w)
{
	struct uses uses = { 0 };
	size_t i;
	int ret;

	inuse_all(w->bdf, &uses);
	for (i = 0; i < uses.n; i++)
		error_say("%s%s", w->force ? "although " : "", uses.items[i]);
	ret = uses.n && !w->force ? -EBUSY : 0;
	if (ret)
		error_say("%s is in use and stays with its driver; stop its users, or use --force",
			  w->bdf);
	uses_free(&uses);
	return ret;
}

static char *bars_entry(const struct wish *w)
{
	if (w->aperture < 0)
		return NULL;
	if (w->regs < 0)
		return mem_printf("%d,none", w->aperture);
	return mem_printf("%d,%d", w->aperture, w->regs);
}

static int take(const struct wish *w)
{
	char driver[BIND_NAME], *bars;
	struct bound b = { 0 };
	struct error e;
	int ret;

	if (!bind_exists(w->bdf)) {
		error_say("there is no PCI function %s", w->bdf);
		return EXIT_USAGE;
	}
	bind_driver_of(w->bdf, driver);
	if (!strcmp(driver, BIND_DRIVER)) {
		error_say("%s is bound to wcbar already; use 'wcbar unbind %s' first",
			  w->bdf, w->bdf);
		return EXIT_FAILED;
	}
	if (!bind_has_driver(BIND_DRIVER)) {
		error_say("the wcbar driver is not loaded: modprobe wcbar");
		return EXIT_FAILED;
	}
	if (check_bars(w))
		return EXIT_USAGE;
	if (check_use(w))
		return EXIT_FAILED;
	bars = bars_entry(w);
	ret = bind_take(w->bdf, bars, &e);
	free(bars);
	if (ret) {
		error_print(&e);
		return EXIT_FAILED;
	}
	bound_load(w->bdf, &b);
	printf("%s: bound to wcbar, before %s%s; see: wcbar info %s\n", w->bdf,
	       b.driver[0] ? "that to " : "that to no driver", b.driver,
	       w->bdf);
	return 0;
}

static int give_back(const char *bdf)
{
	char driver[BIND_NAME];
	struct bound b;
	struct error e;

	if (!bind_exists(bdf)) {
		error_say("there is no PCI function %s", bdf);
		return EXIT_USAGE;
	}
	bind_driver_of(bdf, driver);
	if (strcmp(driver, BIND_DRIVER) && !bound_load(bdf, &b)) {
		error_say("%s is not bound to wcbar", bdf);
		return EXIT_FAILED;
	}
	if (bind_give_back(bdf, &e)) {
		error_print(&e);
		return EXIT_FAILED;
	}
	bind_driver_of(bdf, driver);
	printf("%s: given back%s%s\n", bdf, driver[0] ? " to " :
	       ", it has no driver", driver);
	return 0;
}

static int parse_bar(const char *word, int *num)
{
	if (word[0] < '0' || word[0] > '5' || word[1])
		return -EINVAL;
	*num = word[0] - '0';
	return 0;
}

static int parse_bdf(const char *word, char bdf[TEXT_BDF])
{
	struct text t = text_of(word);

	return text_bdf(&t, bdf) && !t.len ? 0 : -EINVAL;
}

static int parse(int argc, char **argv, struct wish *w)
{
	static const struct option options[] = {
		{ "aperture", required_argument, NULL, 'a' },
		{ "regs", required_argument, NULL, 'r' },
		{ "force", no_argument, NULL, 'f' },
		{ "help", no_argument, NULL, 'h' },
		{ NULL, 0, NULL, 0 },
	};
	int c;

	opterr = 0;
	optind = 0;
	while ((c = getopt_long(argc, argv, ":h", options, NULL)) != -1) {
		switch (c) {
		case 'a':
			if (parse_bar(optarg, &w->aperture))
				return usage_error("bind",
						   "'%s' is no BAR, 0 to 5",
						   optarg);
			break;
		case 'r':
			w->has_regs = true;
			if (strcmp(optarg, "none") &&
			    parse_bar(optarg, &w->regs))
				return usage_error("bind",
						   "'%s' is no BAR, 0 to 5, and not none",
						   optarg);
			break;
		case 'f':
			w->force = true;
			break;
		case 'h':
			bind_usage(stdout);
			return 0;
		default:
			return usage_option("bind", argv, c);
		}
	}
	if (argc - optind != 1)
		return usage_error("bind", "one card is needed");
	if (parse_bdf(argv[optind], w->bdf))
		return usage_error("bind",
				   "'%s' is not a PCI address like 0000:03:00.0",
				   argv[optind]);
	if (w->has_regs && w->aperture < 0)
		return usage_error("bind", "--regs needs --aperture");
	if (w->aperture >= 0 && w->aperture == w->regs)
		return usage_error("bind",
				   "BAR%d cannot be both aperture and registers",
				   w->regs);
	return -1;
}

/**
 * cmd_bind - the command
 * @argc: number of words
 * @argv: the words, the command's own name first
 *
 * Return: exit status.
 */
int cmd_bind(int argc, char **argv)
{
	struct wish w = { .aperture = -1, .regs = -1 };
	struct error e;
	int ret, lock;

	ret = parse(argc, argv, &w);
	if (ret >= 0)
		return ret;
	lock = bound_lock(&e);
	if (lock < 0) {
		error_print(&e);
		return EXIT_FAILED;
	}
	/* this one goes forward: what it had is remembered already */
	bind_repair(w.bdf);
	ret = take(&w);
	close(lock);
	return ret;
}

/**
 * cmd_unbind - the command
 * @argc: number of words
 * @argv: the words, the command's own name first
 *
 * Return: exit status.
 */
int cmd_unbind(int argc, char **argv)
{
	char bdf[TEXT_BDF];
	struct error e;
	int ret, lock;

	if (argc == 2 && (!strcmp(argv[1], "--help") ||
			  !strcmp(argv[1], "-h"))) {
		unbind_usage(stdout);
		return 0;
	}
	if (argc != 2 || argv[1][0] == '-')
		return usage_error("unbind", "one card is needed");
	if (parse_bdf(argv[1], bdf))
		return usage_error("unbind",
				   "'%s' is not a PCI address like 0000:03:00.0",
				   argv[1]);
	lock = bound_lock(&e);
	if (lock < 0) {
		error_print(&e);
		return EXIT_FAILED;
	}
	bind_repair(bdf);
	ret = give_back(bdf);
	close(lock);
	return ret;
}
