// SPDX-License-Identifier: GPL-2.0
/*
 * Runs a specification over an aperture and keeps the rows: for each map, for
 * each method, for each size and offset one row. A method that cannot run
 * here, or a map that is not obtained, gives a row with the reason.
 */
#include <linux/cpu.h>
#include <linux/completion.h>
#include <linux/kthread.h>
#include <linux/mm.h>
#include <linux/module.h>
#include <linux/nodemask.h>
#include <linux/sched/signal.h>
#include <linux/slab.h>

#include "measure.h"
#include "wcbar.h"

/**
 * struct job - one run while it goes on
 * @d: the card, whose lock is held
 * @spec: the specification
 * @bench: what the rows share
 * @stop: set by the waiter when a signal came in
 * @done: the run is done, by a thread of its own
 * @ret: its result then
 * @saved: bytes of the card from @save_lo on, put back at the end
 * @save_lo: offset in the window, bytes
 * @save_len: bytes
 */
struct job {
	struct wcbar_dev *d;
	struct wcbar_spec spec;
	struct wcbar_bench bench;
	bool stop;
	struct completion done;
	int ret;
	u8 *saved;
	u64 save_lo;
	u64 save_len;
};

/* Asked between the chunks of every copy. */
static int job_stop(void *arg)
{
	struct job *job = arg;

	if (wcbar_dev_gone(job->d))
		return -ENODEV;
	if (job->bench.may_write && !READ_ONCE(job->d->allow_writes))
		return -EPERM;
	if (READ_ONCE(job->stop) || signal_pending(current))
		return -EINTR;
	return 0;
}

/* Why a method cannot run on the present map; empty when it can. */
static void row_usable(const struct wcbar_method *m,
		       enum wcbar_memtype effective, char *why, size_t len)
{
	const char *missing = wcbar_method_missing(m, wcbar_cpu_features());

	if (missing)
		strscpy(why, missing, len);
	else if (effective < WCBAR_MT_NUM && !(m->memtypes & BIT(effective)))
		snprintf(why, len, "has no meaning on %s memory",
			 wcbar_memtype_name(effective));
}

/* One row; @why is set when the map was not obtained. */
static int job_row(struct job *job, const struct wcbar_method *m,
		   const char *why, struct wcbar_row *row)
{
	const struct wcbar_aperture *ap = &job->d->ap;
	int ret;

	strscpy(row->method, m->name, sizeof(row->method));
	row->dir = m->dir;
	row->threads = 1;
	row->obtained = WCBAR_MT_UNKNOWN;
	row->effective = WCBAR_MT_UNKNOWN;
	if (why) {
		strscpy(row->skipped, why, sizeof(row->skipped));
		return 0;
	}
	row->obtained = ap->ev.obtained;
	row->effective = ap->ev.effective;
	row_usable(m, row->effective, row->skipped, sizeof(row->skipped));
	if (row->skipped[0])
		return 0;

	job->bench.va = ap->va;
	ret = wcbar_measure(&job->bench, m, row);
	if (ret != -EBUSY)
		return ret;
	strscpy(row->skipped, "vector registers cannot be used here",
		sizeof(row->skipped));
	return 0;
}

/* All rows of one map. */
static int job_rows(struct job *job, enum wcbar_memtype map, const char *why)
{
	const struct wcbar_spec *spec = &job->spec;
	u32 cells = spec->nr_sizes * spec->nr_offsets;
	struct wcbar_row *row;
	u32 i, cell;
	int ret = 0;

	row = kmalloc(sizeof(*row), GFP_KERNEL);
	if (!row)
		return -ENOMEM;
	for (i = 0; i < wcbar_nr_methods; i++) {
		if (!(spec->methods & BIT_ULL(i)))
			continue;
		for (cell = 0; !ret && cell < cells; cell++) {
			memset(row, 0, sizeof(*row));
			row->map = map;
			row->size = spec->sizes[cell / spec->nr_offsets];
			row->offset = spec->offsets[cell % spec->nr_offsets];
			ret = job_row(job, wcbar_methods[i], why, row);
			if (!ret)
				wcbar_run_add(&job->d->run, row);
		}
	}
	kfree(row);
	return ret;
}

/* Map with a type, run its rows, or give rows with the reason why not. */
static int job_map(struct job *job, enum wcbar_memtype map)
{
	struct wcbar_aperture *ap = &job->d->ap;
	char why[WCBAR_ROW_REASON];
	int ret = 0;

	if (ap->requested != map || !wcbar_ap_satisfied(ap))
		ret = wcbar_ap_change(ap, map);
	wcbar_dev_view_update(job->d);
	if (!ret)
		return job_rows(job, map, NULL);
	if (ret == -EIO)
		return ret;
	if (ret == -EOPNOTSUPP)
		snprintf(why, sizeof(why), "%s not obtained: %s",
			 wcbar_memtype_name(map), wcbar_reason_text(ap->tried));
	else
		snprintf(why, sizeof(why), "%s could not be mapped: error %d",
			 wcbar_memtype_name(map), ret);
	return job_rows(job, map, why);
}

static int job_save(struct job *job)
{
	const struct wcbar_spec *spec = &job->spec;
	u64 lo = U64_MAX, hi = 0;
	unsigned int i;

	if (!spec->save || !(spec->dirs & WCBAR_DIR_WRITE || job->bench.expect))
		return 0;
	for (i = 0; i < spec->nr_offsets; i++) {
		lo = min(lo, spec->offsets[i]);
		hi = max(hi, spec->offsets[i]);
	}
	lo -= min_t(u64, lo, WCBAR_GUARD);
	hi = min_t(u64, hi + job->bench.max_size + WCBAR_GUARD,
		   job->bench.window);
	job->saved = kvmalloc(hi - lo, GFP_KERNEL | __GFP_NOWARN);
	if (!job->saved)
		return -ENOMEM;
	job->save_lo = lo;
	job->save_len = hi - lo;
	job->bench.va = job->d->ap.va;
	return wcbar_card_read(&job->bench, job->saved, lo, hi - lo);
}

/* @whole: all of what was saved was read before the run wrote anything */
static void job_put_back(struct job *job, bool whole)
{
	struct wcbar_dev *d = job->d;

	if (job->saved && whole && d->ap.va && !wcbar_dev_gone(d) &&
	    READ_ONCE(d->allow_writes)) {
		/* also when a signal ended the run */
		job->bench.ctl.stop = NULL;
		job->bench.va = d->ap.va;
		wcbar_card_write(&job->bench, job->save_lo, job->saved,
				 job->save_len);
	}
	kvfree(job->saved);
}

/* The run proper, in the writer's context or in a thread of its own. */
static int job_do(struct job *job)
{
	struct wcbar_dev *d = job->d;
	struct wcbar_aperture before = d->ap;
	unsigned int i;
	int ret, err;

	ret = job_save(job);
	if (ret) {
		job_put_back(job, false);
		return ret;
	}
	if (!job->spec.nr_maps)
		ret = job_rows(job, before.requested, NULL);
	for (i = 0; !ret && i < job->spec.nr_maps; i++)
		ret = job_map(job, job->spec.maps[i]);

	/* also after an interruption: the map is as it was, or there is none */
	if (ret != -EIO && d->ap.requested != before.requested) {
		err = wcbar_ap_restore(&d->ap, &before);
		wcbar_dev_view_update(d);
		if (err)
			ret = err;
	}
	job_put_back(job, true);
	return ret;
}

static int job_thread(void *arg)
{
	struct job *job = arg;

	job->ret = job_do(job);
	/* in the core kernel, so that the module may go once we are woken */
	kthread_complete_and_exit(&job->done, 0);
}

/* On a given CPU: a thread of its own, while the writer waits for signals. */
static int job_on_cpu(struct job *job)
{
	struct task_struct *task;

	init_completion(&job->done);
	task = kthread_create(job_thread, job, "wcbar/%d", job->spec.cpu);
	if (IS_ERR(task))
		return PTR_ERR(task);
	kthread_bind(task, job->spec.cpu);
	wake_up_process(task);
	if (wait_for_completion_interruptible(&job->done)) {
		WRITE_ONCE(job->stop, true);
		wait_for_completion(&job->done);
	}
	return job->ret;
}

static u64 list_max(const u64 *list, unsigned int n)
{
	u64 max = 0;

	while (n--)
		max = max_t(u64, max, list[n]);
	return max;
}

static int job_setup(struct job *job)
{
	const struct wcbar_spec *spec = &job->spec;
	struct wcbar_bench *b = &job->bench;
	struct wcbar_dev *d = job->d;
	unsigned int i;
	int node;

	b->spec = spec;
	b->ctl.stop = job_stop;
	b->ctl.arg = job;
	b->ctl.fence = true;
	b->name = pci_name(d->pdev);
	b->may_write = READ_ONCE(d->allow_writes);
	b->window = d->ap.window;
	b->max_size = list_max(spec->sizes, spec->nr_sizes);
	for (i = 0; i < spec->nr_sizes; i++)
		b->max_iter = max_t(u32, b->max_iter,
				    wcbar_spec_iterations(spec,
							  spec->sizes[i]));
	b->seed = ktime_get_ns();
	node = spec->node >= 0 ? spec->node : dev_to_node(&d->pdev->dev);
	return wcbar_bench_alloc(b, node);
}

/* What only the machine knows of a specification. */
static const char *job_refuse(struct job *job, int *ret)
{
	const struct wcbar_spec *spec = &job->spec;

	*ret = -EINVAL;
	if (spec->cpu >= 0 && (spec->cpu >= nr_cpu_ids ||
			       !cpu_online(spec->cpu)))
		return "cpu: there is no such CPU, or it is offline";
	if (spec->node >= 0 && (spec->node >= MAX_NUMNODES ||
				!node_online(spec->node)))
		return "node: there is no such NUMA node";
	*ret = -EPERM;
	if ((spec->dirs & WCBAR_DIR_WRITE) && !READ_ONCE(job->d->allow_writes))
		return "writing is not allowed: write 1 into allow_writes first, or use dir=read";
	*ret = -EIO;
	if (!(job->d->ap.done & WCBAR_AP_MAPPED))
		return "there is no aperture: write a type into memtype to map one";
	*ret = 0;
	return NULL;
}

/**
 * wcbar_bench_run() - run a specification
 * @d: the card
 * @text: the specification, need not be terminated
 * @len: its length, bytes
 *
 * Context: process context, sleeps until the run is done; a signal ends it.
 * Return: 0; -EINVAL, -E2BIG, -EPERM, -EIO or -ENOMEM before the run begins
 * (the run's error then says why); -EBUSY when another run, a map change or a
 * reset is going on; -EINTR, -ENODEV, -EIO from the run.
 */
int wcbar_bench_run(struct wcbar_dev *d, const char *text, size_t len)
{
	char error[WCBAR_SPEC_ERR] = "";
	struct wcbar_bounds bounds;
	const char *refused;
	struct job *job;
	int ret;

	if (!mutex_trylock(&d->lock))
		return -EBUSY;
	job = kvzalloc(sizeof(*job), GFP_KERNEL);
	if (!job) {
		ret = -ENOMEM;
		goto out_unlock;
	}
	job->d = d;

	if (wcbar_dev_gone(d)) {
		ret = -ENODEV;
		goto out_free;
	}
	bounds.window = d->ap.window;
	ret = wcbar_spec_parse(text, len, &bounds, &job->spec, error);
	if (ret) {
		wcbar_run_refuse(&d->run, error);
		goto out_free;
	}
	refused = job_refuse(job, &ret);
	if (refused) {
		wcbar_run_refuse(&d->run, refused);
		goto out_free;
	}
	ret = job_setup(job) ?:
	      wcbar_run_begin(&d->run, text, len, wcbar_spec_rows(&job->spec));
	if (ret) {
		wcbar_run_refuse(&d->run, "not enough memory for the run");
		goto out_bench;
	}
	ret = job->spec.cpu >= 0 ? job_on_cpu(job) : job_do(job);
	wcbar_run_end(&d->run, ret);

out_bench:
	wcbar_bench_free(&job->bench);
out_free:
	kvfree(job);
out_unlock:
	mutex_unlock(&d->lock);
	return ret;
}
