// SPDX-License-Identifier: GPL-2.0
/*
 * One run of the driver. The write of a specification returns when the run is
 * done, so it happens in a thread, while the main thread watches for Ctrl-C
 * and, on a terminal, shows progress.
 *
 * Progress is asked for by reading the rows so far. That costs the kernel some
 * formatting, which would disturb what is being measured: it is only done
 * where somebody watches, and not often.
 */
#include "run.h"

#include <poll.h>
#include <pthread.h>
#include <signal.h>
#include <unistd.h>

#include <sys/eventfd.h>
#include <sys/signalfd.h>

#include <wcbar/numbers.h>

#include "output/progress.h"

#define WATCH_MS	500	/* between two looks at the rows so far */
#define NUDGE_MS	50	/* between two signals to a run to be stopped */

/**
 * struct job - what the two threads share
 * @knob: what is run
 * @spec: the specification
 * @done: an eventfd, readable when the run is done
 * @ret: its result
 */
struct job {
	const struct run_knob *knob;
	const char *spec;
	int done;
	int ret;
};

/* Only there to end a system call */
static void on_nudge(int sig)
{
	(void)sig;
}

/**
 * struct signals - the signals during a run
 * @fd: a signalfd, readable when one asks to stop
 * @mask: the mask that was before
 * @nudge: what SIGUSR1 did before
 */
struct signals {
	int fd;
	sigset_t mask;
	struct sigaction nudge;
};

static int signals_catch(struct signals *s)
{
	/* no SA_RESTART: the call is to end */
	struct sigaction nudge = { .sa_handler = on_nudge };
	sigset_t stop;

	sigemptyset(&stop);
	sigaddset(&stop, SIGINT);
	sigaddset(&stop, SIGTERM);
	sigaddset(&stop, SIGHUP);
	s->fd = signalfd(-1, &stop, SFD_CLOEXEC | SFD_NONBLOCK);
	if (s->fd < 0)
		return -errno;
	/* the run's thread inherits this, so that all of them come here */
	pthread_sigmask(SIG_BLOCK, &stop, &s->mask);
	sigaction(SIGUSR1, &nudge, &s->nudge);
	return 0;
}

static void signals_release(struct signals *s)
{
	struct signalfd_siginfo info;

	/* a second Ctrl-C meant the same run */
	while (read(s->fd, &info, sizeof(info)) > 0)
		;
	sigaction(SIGUSR1, &s->nudge, NULL);
	pthread_sigmask(SIG_SETMASK, &s->mask, NULL);
	close(s->fd);
}

static void *run_thread(void *arg)
{
	struct job *job = arg;
	u64 one = 1;
	ssize_t n;

	job->ret = job->knob->start(job->knob->arg, job->spec,
				    strlen(job->spec));
	do {
		n = write(job->done, &one, sizeof(one));
	} while (n < 0 && errno == EINTR);
	return NULL;
}

/* How many rows, of how many, and which was the last */
static void show_rows(struct progress *p, const struct run_knob *knob,
		      const char *text, size_t len)
{
	static const char planned_key[] = "# planned: ";
	struct wcbar_word rest = { text, len }, line, last = { NULL, 0 }, w;
	char what[RUN_WORDS] = "";
	u32 done = 0;
	u64 planned = 0;

	while (wcbar_word_cut(&rest, '\n', &line)) {
		if (line.len > strlen(planned_key) &&
		    !memcmp(line.p, planned_key, strlen(planned_key))) {
			w.p = line.p + strlen(planned_key);
			w.len = line.len - strlen(planned_key);
			wcbar_number_parse(&w, &planned);
		}
		if (!line.len || line.p[0] == '#')
			continue;
		done++;
		last = line;
	}
	if (last.p)
		knob->words(last.p, last.len, what);
	progress_show(p, done, (u32)min_t(u64, planned, U32_MAX), what);
}

static void look(struct progress *p, const struct run_knob *knob)
{
	char *text;
	size_t len;

	if (!p->f || knob->peek(knob->arg, &text, &len))
		return;
	show_rows(p, knob, text, len);
	free(text);
}

/* Until the run is done; returns the signal that asked to stop it, or 0 */
static int watch(struct job *job, const struct signals *s, pthread_t thread,
		 struct progress *p)
{
	struct signalfd_siginfo info;
	struct pollfd fds[] = {
		{ .fd = job->done, .events = POLLIN },
		{ .fd = s->fd, .events = POLLIN },
	};
	int stop = 0;

	for (;;) {
		int wait = stop ? NUDGE_MS : p->f ? WATCH_MS : -1;
		int n = poll(fds, ARRAY_SIZE(fds), wait);

		if (n > 0 && fds[0].revents)
			return stop;
		if (n > 0 && read(s->fd, &info, sizeof(info)) > 0)
			stop = (int)info.ssi_signo;
		/*
		 * Again and again, because the thread may not have reached
		 * its system call when the first one arrives.
		 */
		if (stop)
			pthread_kill(thread, SIGUSR1);
		else if (!n)
			look(p, job->knob);
	}
}

/**
 * run_knob - run a specification to its end, or until told to stop
 * @knob: what to run it with
 * @spec: the specification
 * @progress: show progress on standard error, where that is a terminal
 * @end: how it ended
 * @e: what went wrong
 *
 * SIGINT, SIGTERM and SIGHUP interrupt the run; this still waits for it to
 * end, which is when the card is as it was before.
 *
 * Return: 0, or a negative errno where it could not be started at all.
 */
int run_knob(const struct run_knob *knob, const char *spec, bool progress,
	     struct run_end *end, struct error *e)
{
	struct job job = { .knob = knob, .spec = spec };
	struct signals signals;
	struct progress p;
	pthread_t thread;
	int ret;

	job.done = eventfd(0, EFD_CLOEXEC);
	if (job.done < 0)
		return error_set(e, -errno, "cannot start a run: %s",
				 strerror(errno));
	ret = signals_catch(&signals);
	if (ret) {
		close(job.done);
		return error_set(e, ret, "cannot start a run: %s",
				 strerror(-ret));
	}
	ret = -pthread_create(&thread, NULL, run_thread, &job);
	if (ret) {
		error_set(e, ret, "cannot start a thread for the run: %s",
			  strerror(-ret));
	} else {
		progress_begin(&p, stderr, progress);
		end->signal = watch(&job, &signals, thread, &p);
		progress_end(&p);
		pthread_join(thread, NULL);
		end->ret = job.ret;
	}
	signals_release(&signals);
	close(job.done);
	return ret;
}
