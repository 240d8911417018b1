// SPDX-License-Identifier: GPL-2.0
/*
 * wcbar-card: the reference card, as a process behind QEMU's ivshmem-doorbell.
 *
 *	wcbar-card --socket /dev/shm/card --aperture 64M --ram /dev/shm/ram &
 *	qemu-system-x86_64 -m 512M -machine q35,memory-backend=ram \
 *		-object memory-backend-file,id=ram,size=512M,share=on,mem-path=/dev/shm/ram \
 *		-chardev socket,path=/dev/shm/card,id=card \
 *		-device ivshmem-doorbell,chardev=card,vectors=1 ...
 *
 * tests/vm/run.sh --reference-card 64M does all of that. What the card does is
 * told in Documentation/reference-card.rst.
 */
#include <getopt.h>
#include <sched.h>
#include <signal.h>
#include <sys/signalfd.h>
#include <unistd.h>

#include <wcbar/numbers.h>

#include "loop.h"

#define EXIT_USAGE	2

/**
 * struct options - what the command line says
 * @socket: path of the socket
 * @aperture: bytes of the aperture
 * @dma: the guest's memory
 * @polling: how to poll
 * @cpu: CPU to run on, -1 for none
 * @faults: what is to go wrong
 * @stats: file for the counters at the end, NULL for none
 */
struct options {
	const char *socket;
	u64 aperture;
	struct dma dma;
	enum loop_polling polling;
	int cpu;
	struct fault_plan faults;
	const char *stats;
};

static const char help[] =
"Usage: wcbar-card --socket PATH --aperture BYTES --ram FILE [OPTIONS]\n\n"
"The reference card, a process behind QEMU's ivshmem-doorbell. It prints\n"
"\"ready\" when it listens, and ends when QEMU does.\n\n"
"  --socket PATH     where QEMU connects to (-chardev socket)\n"
"  --aperture BYTES  of BAR2: a power of two, 32K at least; for example 64M\n"
"  --ram FILE        the guest's memory (-object memory-backend-file,share=on)\n"
"  --low BYTES       how much of that is below 4 GiB, where it has more than 2G\n"
"  --poll HOW        own: buffers are watched all the time, on one CPU; yield:\n"
"                    the CPU is given up in between; auto (default): own where\n"
"                    there is a CPU to spare\n"
"  --cpu N           run on this CPU only\n"
"  --fault FAULT     what is to go wrong with the N-th descriptor since the\n"
"                    start; may be given more than once:\n"
"                      lost@N       its doorbell is not heard, or the buffer\n"
"                                   loses it\n"
"                      slow@N:USEC  its completion comes later\n"
"                      error@N      it is completed with an error\n"
"                      die@N        the process is killed\n"
"                      hang@N       the card does nothing any more\n"
"  --stats FILE      write the counters there at the end\n"
"  --help            this text\n";

static int complain(const struct error *e, int status)
{
	fprintf(stderr, "wcbar-card: %s\n", e->text);
	return status;
}

static int parse_number(const char *option, const char *text, u64 *v,
			struct error *e)
{
	struct wcbar_word w = { text, strlen(text) };
	const char *wrong = wcbar_number_parse(&w, v);

	return wrong ? error_set(e, -EINVAL, "--%s '%s' %s", option, text,
				 wrong) : 0;
}

static int parse_polling(const char *text, enum loop_polling *polling,
			 struct error *e)
{
	if (!strcmp(text, "own"))
		*polling = LOOP_OWN;
	else if (!strcmp(text, "yield"))
		*polling = LOOP_YIELD;
	else if (!strcmp(text, "auto"))
		*polling = LOOP_AUTO;
	else
		return error_set(e, -EINVAL,
				 "--poll '%s' is none of own, yield and auto",
				 text);
	return 0;
}

static int parse_cpu(const char *text, int *cpu, struct error *e)
{
	u64 v;
	int ret = parse_number("cpu", text, &v, e);

	if (!ret && v >= CPU_SETSIZE)
		ret = error_set(e, -EINVAL, "--cpu %s: there is no such CPU",
				text);
	if (!ret)
		*cpu = (int)v;
	return ret;
}

static int check_options(const struct options *o, struct error *e)
{
	if (!o->socket || !o->aperture || !o->dma.path)
		return error_set(e, -EINVAL,
				 "--socket, --aperture and --ram are needed; see --help");
	if (o->aperture < REFCARD_APERTURE_MIN ||
	    (o->aperture & (o->aperture - 1)))
		return error_set(e, -EINVAL,
				 "--aperture %llu is no power of two, or less than %d",
				 o->aperture, REFCARD_APERTURE_MIN);
	return 0;
}

/* Return: 0, 1 after --help, or a negative errno */
static int parse(int argc, char **argv, struct options *o, struct error *e)
{
	static const struct option table[] = {
		{ "socket", required_argument, NULL, 's' },
		{ "aperture", required_argument, NULL, 'a' },
		{ "ram", required_argument, NULL, 'r' },
		{ "low", required_argument, NULL, 'l' },
		{ "poll", required_argument, NULL, 'p' },
		{ "cpu", required_argument, NULL, 'c' },
		{ "fault", required_argument, NULL, 'f' },
		{ "stats", required_argument, NULL, 'S' },
		{ "help", no_argument, NULL, 'h' },
		{ }
	};
	int opt, ret = 0;

	while (!ret && (opt = getopt_long(argc, argv, "", table, NULL)) != -1) {
		switch (opt) {
		case 's':
			o->socket = optarg;
			break;
		case 'a':
			ret = parse_number("aperture", optarg, &o->aperture, e);
			break;
		case 'r':
			o->dma.path = optarg;
			break;
		case 'l':
			ret = parse_number("low", optarg, &o->dma.low, e);
			break;
		case 'p':
			ret = parse_polling(optarg, &o->polling, e);
			break;
		case 'c':
			ret = parse_cpu(optarg, &o->cpu, e);
			break;
		case 'f':
			ret = fault_parse(optarg, &o->faults, e);
			break;
		case 'S':
			o->stats = optarg;
			break;
		case 'h':
			fputs(help, stdout);
			return 1;
		default:
			/* getopt has said which */
			return error_set(e, -EINVAL, "see --help");
		}
	}
	if (!ret && optind < argc)
		ret = error_set(e, -EINVAL, "what is '%s'? see --help",
				argv[optind]);
	return ret ? ret : check_options(o, e);
}

static void raise_interrupt(void *ctx)
{
	server_interrupt(ctx);
}

static void die(void *ctx)
{
	(void)ctx;
	raise(SIGKILL);
}

static int write_stats(const char *path, const struct refcard *c,
		       struct error *e)
{
	static const char *const names[WCBAR_CARD_NR_COUNTERS] = {
		[WCBAR_CARD_C_BF] = "bf",
		[WCBAR_CARD_C_DOORBELL] = "doorbell",
		[WCBAR_CARD_C_TORN] = "torn",
		[WCBAR_CARD_C_STALE] = "stale",
		[WCBAR_CARD_C_TWICE] = "twice",
		[WCBAR_CARD_C_ORDER] = "order",
		[WCBAR_CARD_C_MALFORMED] = "malformed",
		[WCBAR_CARD_C_DMA_BYTES] = "dma_bytes",
		[WCBAR_CARD_C_RUNG] = "rung",
		[WCBAR_CARD_C_IRQS] = "irqs",
		[WCBAR_CARD_C_YIELDS] = "yields",
	};
	FILE *f = fopen(path, "w");
	bool lost;
	u32 i;

	if (!f)
		return error_set(e, -errno, "%s: %s", path, strerror(errno));
	for (i = 0; i < WCBAR_CARD_NR_COUNTERS; i++)
		fprintf(f, "%s %llu\n", names[i], c->totals[i]);
	fprintf(f, "arrivals %llu\n", c->arrivals);
	lost = ferror(f);
	if (fclose(f) || lost)
		return error_set(e, -EIO, "%s: cannot write it", path);
	return 0;
}

/* Signals that end the process arrive by a file descriptor */
static int catch_signals(void)
{
	sigset_t set;

	sigemptyset(&set);
	sigaddset(&set, SIGINT);
	sigaddset(&set, SIGTERM);
	sigprocmask(SIG_BLOCK, &set, NULL);
	return signalfd(-1, &set, SFD_CLOEXEC | SFD_NONBLOCK);
}

static int serve(struct options *o, struct server *s, u8 *aperture, int fd,
		 struct error *e)
{
	static struct refcard card;
	struct loop loop = { &card, s, catch_signals(), LOOP_AUTO };
	int ret;

	if (loop.signals < 0)
		return error_set(e, -errno, "no signalfd: %s", strerror(errno));
	ret = loop_choose(o->polling, o->cpu, &loop.polling, e);
	if (ret)
		return ret;
	card.features = WCBAR_CARD_F_BF | WCBAR_CARD_F_DMA | WCBAR_CARD_F_IRQ |
			WCBAR_CARD_F_EMULATED;
	if (loop.polling == LOOP_OWN)
		card.features |= WCBAR_CARD_F_OWN_CPU;
	card.doorbell = SERVER_DOORBELL;
	card.db_value = SERVER_DB_VALUE;
	card.dma = &o->dma;
	card.faults = &o->faults;
	card.ops = (struct refcard_ops){ loop_now, raise_interrupt, die, s };
	refcard_init(&card, aperture, o->aperture);

	ret = server_listen(s, o->socket, e);
	if (ret)
		return ret;
	puts("ready");
	fflush(stdout);
	/* ended before QEMU came: nothing was asked of the card */
	if (loop_wait_connection(s, loop.signals))
		return 0;
	ret = server_accept(s, fd, e);
	if (ret)
		return ret;
	loop_run(&loop);
	return o->stats ? write_stats(o->stats, &card, e) : 0;
}

int main(int argc, char **argv)
{
	static struct options o = { .cpu = -1 };
	struct server s = { NULL, -1, -1, -1, -1 };
	struct error e;
	u8 *aperture;
	int fd, ret;

	ret = parse(argc, argv, &o, &e);
	if (ret > 0)
		return EXIT_SUCCESS;
	if (ret)
		return complain(&e, EXIT_USAGE);
	fd = server_aperture(o.aperture, &aperture, &e);
	if (fd < 0)
		return complain(&e, EXIT_FAILURE);
	ret = serve(&o, &s, aperture, fd, &e);
	server_close(&s);
	dma_close(&o.dma);
	return ret ? complain(&e, EXIT_FAILURE) : EXIT_SUCCESS;
}
