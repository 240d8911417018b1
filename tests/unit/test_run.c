// SPDX-License-Identifier: GPL-2.0
/*
 * A run: watched, interrupted, refused. The knob is made up; it answers like
 * the driver's bandwidth file.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <cmocka.h>

#include <fcntl.h>
#include <poll.h>
#include <pthread.h>
#include <signal.h>
#include <time.h>
#include <unistd.h>

#include <wcbar/rows.h>

#include "card.h"
#include "results.h"

#define BDF	"0000:01:00.0"
#define SPEC	"method=all size=4K"

/**
 * struct fake - a made-up knob
 * @ret: what a run returns
 * @rows: what the file holds afterwards
 * @peek_ret: what reading that returns
 * @block: the run only ends by a signal
 * @send: a signal that the run sends to its process when it has begun
 * @spec: what was run
 * @runs: how often
 */
struct fake {
	int ret;
	const char *rows;
	int peek_ret;
	bool block;
	int send;
	char spec[256];
	unsigned int runs;
};

static int fake_start(void *arg, const char *spec, size_t len)
{
	struct timespec long_time = { .tv_sec = 60 };
	struct fake *fake = arg;

	fake->runs++;
	snprintf(fake->spec, sizeof(fake->spec), "%.*s", (int)len, spec);
	if (fake->send)
		kill(getpid(), fake->send);
	/* as a system call does: with -EINTR from a signal, or to its end */
	if (fake->block)
		return nanosleep(&long_time, NULL) ? -errno : 0;
	return fake->ret;
}

static int fake_peek(void *arg, char **text, size_t *len)
{
	struct fake *fake = arg;

	if (fake->peek_ret)
		return fake->peek_ret;
	*text = strdup(fake->rows);
	*len = strlen(fake->rows);
	return 0;
}

static struct results r;
static struct error e;

static int bench(struct fake *fake)
{
	struct run_knob knob = {
		.start = fake_start,
		.peek = fake_peek,
		.arg = fake,
	};
	struct rowfile file = results_file(&r);

	e.text[0] = '\0';
	return rowfile_run_knob(&file, &knob, BDF, SPEC, true, &e);
}

static void to_its_end(void **state)
{
	struct fake fake = {
		.rows = CARD_HEAD("done", "1", SPEC) CARD_ROW_WC,
	};

	(void)state;
	assert_int_equal(bench(&fake), 0);
	assert_int_equal(fake.runs, 1);
	assert_string_equal(fake.spec, SPEC);
	assert_int_equal(r.nr_rows, 1);
	results_free(&r);
}

static void interrupted_by(int sig)
{
	struct fake fake = {
		.rows = CARD_HEAD("interrupted", "2", SPEC) CARD_ROW_WC,
		.block = true,
		.send = sig,
	};

	assert_int_equal(bench(&fake), -EINTR);
	assert_string_equal(e.text,
			    "interrupted; the map of 0000:01:00.0 is as it was before");
	/* the rows so far are there */
	assert_int_equal(r.nr_rows, 1);
	assert_string_equal(facts_get(&r.context, "state"), "interrupted");
	results_free(&r);
}

static void interrupted(void **state)
{
	struct timespec before, after;
	sigset_t mask, pending;

	(void)state;
	clock_gettime(CLOCK_MONOTONIC, &before);
	interrupted_by(SIGINT);
	interrupted_by(SIGTERM);
	interrupted_by(SIGHUP);
	clock_gettime(CLOCK_MONOTONIC, &after);
	assert_true(after.tv_sec - before.tv_sec < 10);
	/* and signals do again what they did before */
	pthread_sigmask(SIG_SETMASK, NULL, &mask);
	assert_int_equal(sigismember(&mask, SIGINT), 0);
	sigpending(&pending);
	assert_int_equal(sigismember(&pending, SIGINT), 0);
}

/* nohup: what the caller ignores stays ignored */
static void ignored(void **state)
{
	struct fake fake = {
		.rows = CARD_HEAD("done", "1", SPEC) CARD_ROW_WC,
		.send = SIGHUP,
	};

	(void)state;
	signal(SIGHUP, SIG_IGN);
	assert_int_equal(bench(&fake), 0);
	signal(SIGHUP, SIG_DFL);
	results_free(&r);
}

/* A run that had ended when the signal came is a run that ended */
static void too_late(void **state)
{
	struct fake fake = {
		.rows = CARD_HEAD("done", "1", SPEC) CARD_ROW_WC,
		.send = SIGINT,
	};

	(void)state;
	assert_int_equal(bench(&fake), 0);
	assert_int_equal(r.nr_rows, 1);
	results_free(&r);
}

/* What the file may hold: another run's rows, ours, and part of ours */
static const char older[] =
	CARD_HEAD("done", "1", "method=movnti") CARD_ROW_WC;
static const char same[] =
	CARD_HEAD("done", "1", SPEC) CARD_ROW_WC;
static const char part[] =
	CARD_HEAD("failed", "2", SPEC) CARD_ROW_WC;
static const char half[] =
	CARD_HEAD("running", "2", SPEC) CARD_ROW_WC;
static const char unmapped[] =
	CARD_HEAD("failed", "2", SPEC) "# error: no map\n" CARD_ROW_WC;

/* Slow enough to be looked at twice */
static int slow_start(void *arg, const char *spec, size_t len)
{
	usleep(1200000);
	return fake_start(arg, spec, len);
}

/*
 * What was written into a terminal, which hands it over in pieces and maybe a
 * little later
 */
static ssize_t read_all(int fd, char *text, size_t size)
{
	struct pollfd p = { .fd = fd, .events = POLLIN };
	size_t len = 0;
	ssize_t n = 0;

	while (len < size && poll(&p, 1, 300) > 0) {
		n = read(fd, text + len, size - len);
		if (n <= 0)
			break;
		len += n;
	}
	return n < 0 ? n : (ssize_t)len;
}

/* On a terminal the run is seen to go on, and the line is taken away */
static void on_a_terminal(void **state)
{
	static const char line[] = "\r[##########..........]  1/2  ";
	struct fake fake = { .rows = half };
	struct run_knob knob = {
		.start = slow_start,
		.peek = fake_peek,
		.arg = &fake,
	};
	struct rowfile file = results_file(&r);
	int master = posix_openpt(O_RDWR | O_NOCTTY), slave, err;
	char text[4096];
	ssize_t n;

	(void)state;
	assert_true(master >= 0);
	assert_int_equal(grantpt(master) || unlockpt(master), 0);
	slave = open(ptsname(master), O_RDWR | O_NOCTTY);
	err = dup(STDERR_FILENO);
	assert_true(slave >= 0 && err >= 0);
	dup2(slave, STDERR_FILENO);
	rowfile_run_knob(&file, &knob, BDF, SPEC, true, &e);
	dup2(err, STDERR_FILENO);
	close(err);
	n = read_all(master, text, sizeof(text) - 1);
	close(slave);
	close(master);
	results_free(&r);
	assert_true(n > 0);
	text[n] = '\0';
	assert_int_equal(strncmp(text, line, strlen(line)), 0);
	assert_non_null(strstr(text, "memcpy_toio write wc 4K"));
	assert_int_equal(text[n - 1], '\r');
	assert_int_equal(text[n - 2], ' ');
}

#define REFUSES		BDF " refuses the specification: "
#define WENT_AWAY							\
	BDF " went away during the run, or is in reset; see dmesg, "	\
	"and bind it again"
#define NOT_ALLOWED							\
	"writing into " BDF " is not allowed; "				\
	"'echo 1 > /debug/wcbar/" BDF "/allow_writes' allows it, "	\
	"--dir read does without"
#define NOT_MAPPED							\
	"the aperture of " BDF " is not mapped: no map; "		\
	"'echo wc > /debug/wcbar/" BDF "/memtype' maps it again"

static void failures(void **state)
{
	static const struct {
		int ret;
		const char *rows;
		const char *err;
		size_t nr;
	} cases[] = {
		{ -EPERM, older, NOT_ALLOWED, 0 },
		{ -EBUSY, same,
		  "another run is under way on " BDF "; try again when it is done",
		  0 },
		{ -EINVAL, "# error: cpu: 77 is not online\n",
		  REFUSES "cpu: 77 is not online", 0 },
		/* the reason is gone: somebody else has run since */
		{ -EINVAL, older, REFUSES "it does not say why", 0 },
		{ -E2BIG, "# error: too long\n", REFUSES "too long", 0 },
		{ -ENODEV, part, WENT_AWAY, 1 },
		{ -ENODEV, older, WENT_AWAY, 0 },
		/* the same words, but of a run that ended well */
		{ -ENODEV, same, WENT_AWAY, 0 },
		{ -ENOMEM, older,
		  "the kernel has not enough memory for a run on " BDF "; use smaller sizes",
		  0 },
		{ -EIO, unmapped, NOT_MAPPED, 1 },
		{ -ENXIO, part,
		  "the run on " BDF " failed: No such device or address", 1 },
	};
	size_t i;

	(void)state;
	setenv("WCBAR_DEBUGFS", "/debug", 1);
	for (i = 0; i < ARRAY_SIZE(cases); i++) {
		struct fake fake = {
			.ret = cases[i].ret,
			.rows = cases[i].rows,
		};

		assert_int_equal(bench(&fake), cases[i].ret);
		assert_string_equal(e.text, cases[i].err);
		assert_int_equal(r.nr_rows, cases[i].nr);
		results_free(&r);
	}
}

static void rows_that_are_not_there(void **state)
{
	struct fake gone = { .peek_ret = -ENOENT };
	struct fake other = { .rows = older };
	struct fake wrong = { .rows = "nonsense\n" };

	(void)state;
	assert_int_equal(bench(&gone), -ENOENT);
	assert_string_equal(e.text,
			    "the rows of the run on 0000:01:00.0 cannot be read: No such file or directory");
	results_free(&r);
	assert_int_equal(bench(&other), -EIO);
	assert_string_equal(e.text,
			    "the rows of the run on 0000:01:00.0 are gone: another run has begun since");
	assert_int_equal(r.nr_rows, 0);
	results_free(&r);
	assert_int_equal(bench(&wrong), -EPROTO);
	results_free(&r);
	/* that the run failed is more important than that its rows are odd */
	gone.ret = -EBUSY;
	assert_int_equal(bench(&gone), -EBUSY);
	assert_non_null(strstr(e.text, "another run is under way"));
	results_free(&r);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(to_its_end),
		cmocka_unit_test(interrupted),
		cmocka_unit_test(ignored),
		cmocka_unit_test(too_late),
		cmocka_unit_test(on_a_terminal),
		cmocka_unit_test(failures),
		cmocka_unit_test(rows_that_are_not_there),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
