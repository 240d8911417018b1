// SPDX-License-Identifier: GPL-2.0
/*
 * Runs the specification of a latency run and keeps the rows: for each map,
 * for each way of posting, for each way of waiting, for each size one row.
 */
#include <linux/cpu.h>
#include <linux/mm.h>
#include <linux/sched/signal.h>
#include <linux/slab.h>

#include "maprun.h"
#include "oncpu.h"
#include "posting.h"
#include "postrun.h"
#include "trace.h"
#include "verify.h"
#include "wcbar.h"

/**
 * struct job - one run while it goes on
 * @d: the card, whose lock is held
 * @spec: the specification
 * @posting: what the rows share
 * @stop: a signal came in
 * @row: the present row
 * @bench: for the accesses that are not measured
 * @saved: bytes from the start of the aperture on, put back at the end
 * @save_len: how many
 */
struct job {
	struct wcbar_dev *d;
	struct wcbar_post_spec spec;
	struct wcbar_posting posting;
	bool stop;
	struct wcbar_post_row row;
	struct wcbar_bench bench;
	u8 *saved;
	u64 save_len;
};

static int job_stop(void *arg)
{
	struct job *job = arg;

	if (wcbar_dev_gone(job->d))
		return -ENODEV;
	if (!READ_ONCE(job->d->allow_writes))
		return -EPERM;
	if (READ_ONCE(job->stop) || signal_pending(current))
		return -EINTR;
	return 0;
}

/* The BARs as they are mapped now. */
static void set_io(struct wcbar_dev *d)
{
	struct wcbar_port_io *io = &d->port.io;

	memset(io, 0, sizeof(*io));
	if (!d->ap.win_offset && (d->ap.done & WCBAR_AP_MAPPED)) {
		io->ap = d->ap.va;
		io->window = d->ap.window;
		io->size = d->ap.size;
	}
	if (d->regs.done & WCBAR_AP_MAPPED) {
		io->regs = d->regs.va;
		io->regs_window = d->regs.window;
		io->regs_size = d->regs.size;
		io->regs_writable = !d->regs_ret;
	}
}

/**
 * wcbar_post_look() - look for the card's interface for descriptors
 * @d: the card; its lock is held, or nobody else can use it yet
 *
 * Context: may sleep. Reads registers, writes none.
 */
void wcbar_post_look(struct wcbar_dev *d)
{
	set_io(d);
	wcbar_port_find(&d->port);
	wcbar_dev_view_update(d);
}

/**
 * wcbar_post_release() - give back what a card had kept
 * @d: the card, in remove
 *
 * Context: may sleep.
 */
void wcbar_post_release(struct wcbar_dev *d)
{
	set_io(d);
	wcbar_port_release(&d->port);
}

/* What auto takes on the present map, and why */
static enum wcbar_post choose(const struct job *job, char *note, size_t room)
{
	enum wcbar_memtype type = job->d->ap.ev.effective;
	const struct wcbar_port_caps *caps = &job->d->port.caps;
	u32 width = max_t(u32, job->posting.m->width, 1);

	if (caps->present && !(caps->can & WCBAR_PORT_BF)) {
		strscpy(note, "doorbell: the card has no buffers for descriptors",
			room);
		return WCBAR_POST_DOORBELL;
	}
	if (type == WCBAR_MT_WC) {
		strscpy(note, "bf: the map is effectively write-combining",
			room);
		return WCBAR_POST_BF;
	}
	snprintf(note, room, "doorbell: the map is effectively %s: %u requests a line",
		 wcbar_memtype_name(type), WCBAR_POSTING_LINE / width ?: 1);
	return WCBAR_POST_DOORBELL;
}

/* Has the method no meaning on the present map? */
static bool meaningless(const struct wcbar_method *m, enum wcbar_memtype type)
{
	return type < WCBAR_MT_NUM && !(m->memtypes & BIT(type));
}

/* One row, of way @post or of what auto takes where that is POST_NUM */
static int job_row(struct job *job, enum wcbar_memtype map,
		   enum wcbar_post post, enum wcbar_wait wait, u32 bytes,
		   const char *why)
{
	const struct wcbar_aperture *ap = &job->d->ap;
	const struct wcbar_method *m = job->posting.m;
	struct wcbar_post_row *row = &job->row;
	char no[WCBAR_ROW_REASON];
	int ret;

	memset(row, 0, sizeof(*row));
	row->map = map;
	row->obtained = WCBAR_MT_UNKNOWN;
	row->effective = WCBAR_MT_UNKNOWN;
	row->by_auto = post == WCBAR_POST_NUM;
	row->post = row->by_auto ? WCBAR_POST_DOORBELL : post;
	row->wait = wait;
	row->bytes = bytes;
	strscpy(row->method, "-", sizeof(row->method));
	strscpy(row->card, "-", sizeof(row->card));
	if (why)
		return wcbar_posting_skip(row, why);
	row->obtained = ap->ev.obtained;
	row->effective = ap->ev.effective;
	if (row->by_auto)
		row->post = choose(job, row->note, sizeof(row->note));
	if (row->post == WCBAR_POST_BF && meaningless(m, row->effective)) {
		strscpy(row->method, m->name, sizeof(row->method));
		snprintf(no, sizeof(no), "%s has no meaning on %s memory",
			 m->name, wcbar_memtype_name(row->effective));
		return wcbar_posting_skip(row, no);
	}
	trace_wcbar_post_begin(pci_name(job->d->pdev), row, 0);
	ret = job->d->port.caps.present ?
	      wcbar_posting_row(&job->posting, row) :
	      wcbar_posting_read_row(&job->posting, row);
	trace_wcbar_post_end(pci_name(job->d->pdev), row, ret);
	if (row->failed)
		wcbar_run_say(&job->d->posts, row->note);
	return ret;
}

/* All sizes of one way of posting and waiting */
static int job_sizes(struct job *job, enum wcbar_memtype map,
		     enum wcbar_post post, enum wcbar_wait wait,
		     const char *why)
{
	const struct wcbar_post_spec *spec = &job->spec;
	u32 i, nr = spec->mix ? 1 : spec->nr_sizes;
	int ret = 0;

	for (i = 0; !ret && i < nr; i++) {
		ret = job_row(job, map, post, wait,
			      spec->mix ? 0 : spec->sizes[i], why);
		/* a row that failed says something, one that was stopped not */
		if (!ret || job->row.failed)
			wcbar_run_add(&job->d->posts, &job->row);
	}
	return ret;
}

/* All rows of one map. */
static int job_rows(void *arg, enum wcbar_memtype map, const char *why)
{
	struct job *job = arg;
	const struct wcbar_post_spec *spec = &job->spec;
	enum wcbar_post post;
	enum wcbar_wait wait;
	int ret = 0;

	/* the aperture may have been mapped anew */
	set_io(job->d);
	for (post = WCBAR_POST_BF; !ret && post <= WCBAR_POST_NUM; post++) {
		if (post == WCBAR_POST_NUM ? !spec->post_auto :
					     !(spec->posts & BIT(post)))
			continue;
		for (wait = WCBAR_WAIT_POLL; !ret && wait <= WCBAR_WAIT_IRQ;
		     wait++) {
			if (spec->waits & BIT(wait))
				ret = job_sizes(job, map, post, wait, why);
		}
	}
	return ret;
}

/* All maps; on the CPU that was asked for. */
static int job_maps(void *arg)
{
	struct job *job = arg;

	return wcbar_maps_run(job->d, job->spec.maps, job->spec.nr_maps,
			      job_rows, job);
}

/* On a card with an interface */
static int job_port(struct job *job)
{
	struct wcbar_port *port = &job->d->port;
	u32 slot = ALIGN(min_t(u32, port->caps.desc_max, WCBAR_POSTING_DESC),
			 WCBAR_POSTING_LINE);
	int ret;

	ret = wcbar_port_open(port, slot, job->spec.waits & BIT(WCBAR_WAIT_IRQ));
	if (ret) {
		wcbar_run_say(&job->d->posts, port->why);
		return ret;
	}
	ret = wcbar_on_cpu(job->spec.cpu, job_maps, job, &job->stop);
	set_io(job->d);
	wcbar_port_close(port);
	return ret;
}

/* On any other card: what is written of the aperture is put back */
static int job_read(struct job *job)
{
	struct wcbar_bench *b = &job->bench;
	struct wcbar_dev *d = job->d;
	int ret;

	job->save_len = wcbar_posting_read_span(&job->posting);
	job->saved = kvmalloc(job->save_len ?: 1, GFP_KERNEL);
	if (!job->saved)
		return -ENOMEM;
	b->ctl.stop = job_stop;
	b->ctl.arg = job;
	b->va = d->ap.va;
	ret = wcbar_card_read(b, job->saved, 0, job->save_len);
	if (ret)
		return ret;
	ret = wcbar_on_cpu(job->spec.cpu, job_maps, job, &job->stop);
	if (d->ap.va && wcbar_dev_present(d) && READ_ONCE(d->allow_writes)) {
		/* also when a signal or an unbind ended the run */
		b->ctl.stop = NULL;
		b->va = d->ap.va;
		wcbar_card_write(b, 0, job->saved, job->save_len);
	}
	return ret;
}

/* What only the machine knows of a specification. */
static const char *job_refuse(struct job *job, int *ret)
{
	const struct wcbar_post_spec *spec = &job->spec;
	const struct wcbar_method *m = wcbar_methods[spec->method];

	*ret = -EINVAL;
	if (spec->cpu >= 0 && (spec->cpu >= nr_cpu_ids ||
			       !cpu_online(spec->cpu)))
		return "cpu: there is no such CPU, or it is offline";
	if (wcbar_method_missing(m, wcbar_cpu_features()))
		return "method: this CPU does not have what it needs";
	*ret = -EPERM;
	if (!READ_ONCE(job->d->allow_writes))
		return "writing is not allowed: write 1 into allow_writes first";
	*ret = -EIO;
	if (!(job->d->ap.done & WCBAR_AP_MAPPED))
		return "there is no aperture: write a type into memtype to map one";
	*ret = 0;
	return NULL;
}

static int job_begin(struct job *job, const char *text, size_t len)
{
	const struct wcbar_port_caps *caps = &job->d->port.caps;
	char about[WCBAR_RUN_ABOUT], *end = about + sizeof(about);
	char *p = about;

	p += scnprintf(p, end - p,
		       "# time: whole round trip in ns, from the first store until %s\n",
		       caps->present ? "the completion was seen" :
				       "what was written was read back");
	scnprintf(p, end - p, "# interface: %s%s\n",
		  caps->present ? caps->name : "none, ",
		  caps->present ? "" : caps->why);
	return wcbar_posting_alloc(&job->posting) ?:
	       wcbar_run_begin(&job->d->posts, text, len,
			       wcbar_post_rows(&job->spec), about);
}

/* The lock is held, and @job is empty */
static int job_run(struct job *job, const char *text, size_t len)
{
	struct wcbar_posting *p = &job->posting;
	char error[WCBAR_SPEC_ERR] = "";
	struct wcbar_dev *d = job->d;
	const char *refused;
	int ret;

	if (wcbar_dev_gone(d))
		return -ENODEV;
	ret = wcbar_post_parse(text, len, &job->spec, error);
	refused = ret ? error : job_refuse(job, &ret);
	if (ret) {
		wcbar_run_refuse(&d->posts, refused);
		return ret;
	}
	wcbar_post_look(d);
	p->port = &d->port;
	p->spec = &job->spec;
	/* known of the card's registers, not of another BAR that was chosen */
	p->safe = d->bars.regs == d->card->regs ? d->card->safe : NULL;
	p->room = wcbar_dev_room(d);
	p->stop = job_stop;
	p->arg = job;
	ret = job_begin(job, text, len);
	if (ret) {
		wcbar_run_refuse(&d->posts, "not enough memory for the run");
		return ret;
	}
	ret = d->port.caps.present ? job_port(job) : job_read(job);
	wcbar_run_end(&d->posts, ret);
	wcbar_dev_view_update(d);
	return ret;
}

/**
 * wcbar_post_run() - run the specification of a latency run
 * @d: the card
 * @text: the specification, need not be terminated
 * @len: its length, bytes
 *
 * Context: process context, sleeps until the run is done; a signal ends it.
 * Return: 0; -EINVAL, -E2BIG, -EPERM, -EIO or -ENOMEM before the run begins
 * (the run's error then says why); -EBUSY when another run or a map change is
 * going on; -ENODEV, also while the card is in a reset; -EINTR; -ETIMEDOUT,
 * -EBADMSG, -EIO from the card, see wcbar_posting_row(); -EIO when the map is
 * lost.
 */
int wcbar_post_run(struct wcbar_dev *d, const char *text, size_t len)
{
	struct job *job;
	int ret;

	if (!mutex_trylock(&d->lock))
		return -EBUSY;
	job = kvzalloc(sizeof(*job), GFP_KERNEL);
	if (job) {
		job->d = d;
		ret = job_run(job, text, len);
		wcbar_posting_free(&job->posting);
		kvfree(job->saved);
		kvfree(job);
	} else {
		ret = -ENOMEM;
	}
	mutex_unlock(&d->lock);
	return ret;
}
