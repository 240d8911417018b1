// SPDX-License-Identifier: GPL-2.0
/*
 * Runs a specification over an aperture and keeps the rows: for each map, for
 * each method, for each size and offset one row. A method that cannot run
 * here, or a map that is not obtained, gives a row with the reason.
 */
#include <linux/cpu.h>
#include <linux/mm.h>
#include <linux/module.h>
#include <linux/nodemask.h>
#include <linux/sched/signal.h>
#include <linux/slab.h>

#include "maprun.h"
#include "measure.h"
#include "postrun.h"
#include "team.h"
#include "verify.h"
#include "wcbar.h"

/**
 * struct job - one run while it goes on
 * @d: the card, whose lock is held
 * @spec: the specification
 * @bench: what the rows share
 * @saved: bytes of the card from @save_lo on, put back at the end
 * @save_lo: offset in the window, bytes
 * @save_len: bytes
 */
struct job {
	struct wcbar_dev *d;
	struct wcbar_spec spec;
	struct wcbar_bench bench;
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
	if (job->bench.writes && !READ_ONCE(job->d->allow_writes))
		return -EPERM;
	if (READ_ONCE(job->bench.stop) || signal_pending(current))
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

/* What auto has for a row, and its method as "auto:NAME" */
static const struct wcbar_method *
row_auto(struct job *job, enum wcbar_dir dir, struct wcbar_row *row,
	 const struct wcbar_auto_slot **slot)
{
	const struct wcbar_aperture *ap = &job->d->ap;
	enum wcbar_auto_use use = dir == WCBAR_READ ? WCBAR_AUTO_READ :
						      WCBAR_AUTO_BLOCK;
	const struct wcbar_method *m;

	if (row->effective >= WCBAR_MT_NUM) {
		snprintf(row->skipped, sizeof(row->skipped),
			 "auto has nothing for %s memory",
			 wcbar_memtype_name(row->effective));
		return NULL;
	}
	*slot = &job->d->autotab.slot[row->effective][use];
	m = wcbar_auto_pick(*slot, ap->va + row->offset, row->size);
	snprintf(row->method, sizeof(row->method), "auto:%s", m->name);
	return m;
}

/*
 * One row of method @m, or of what auto has where that is NULL; @why is set
 * when the map was not obtained.
 */
static int job_row(struct job *job, const struct wcbar_method *m,
		   const char *why, struct wcbar_row *row)
{
	const struct wcbar_aperture *ap = &job->d->ap;
	const struct wcbar_auto_slot *slot = NULL;
	int ret;

	strscpy(row->method, m ? m->name : "auto", sizeof(row->method));
	row->threads = job->spec.threads;
	row->obtained = WCBAR_MT_UNKNOWN;
	row->effective = WCBAR_MT_UNKNOWN;
	if (why) {
		strscpy(row->skipped, why, sizeof(row->skipped));
		return 0;
	}
	row->obtained = ap->ev.obtained;
	row->effective = ap->ev.effective;
	if (!m)
		m = row_auto(job, row->dir, row, &slot);
	if (m)
		row_usable(m, row->effective, row->skipped,
			   sizeof(row->skipped));
	if (row->skipped[0])
		return 0;

	job->bench.va = ap->va;
	ret = wcbar_measure(&job->bench, m, slot, row);
	if (ret != -EBUSY)
		return ret;
	strscpy(row->skipped, "vector registers cannot be used here",
		sizeof(row->skipped));
	return 0;
}

/* All sizes and offsets of one method, or of auto */
static int job_cells(struct job *job, enum wcbar_memtype map,
		     const struct wcbar_method *m, enum wcbar_dir dir,
		     const char *why)
{
	const struct wcbar_spec *spec = &job->spec;
	u32 cells = spec->nr_sizes * spec->nr_offsets;
	struct wcbar_row *row;
	u32 cell;
	int ret = 0;

	row = kmalloc(sizeof(*row), GFP_KERNEL);
	if (!row)
		return -ENOMEM;
	for (cell = 0; !ret && cell < cells; cell++) {
		memset(row, 0, sizeof(*row));
		row->map = map;
		row->dir = dir;
		row->size = spec->sizes[cell / spec->nr_offsets];
		row->offset = spec->offsets[cell % spec->nr_offsets];
		ret = job_row(job, m, why, row);
		if (!ret)
			wcbar_run_add(&job->d->run, row);
	}
	kfree(row);
	return ret;
}

/* All rows of one map. */
static int job_rows(void *arg, enum wcbar_memtype map, const char *why)
{
	struct job *job = arg;
	const struct wcbar_spec *spec = &job->spec;
	enum wcbar_dir dir;
	int ret = 0;
	u32 i;

	for (i = 0; !ret && i < wcbar_nr_methods; i++) {
		if (spec->methods & BIT_ULL(i))
			ret = job_cells(job, map, wcbar_methods[i],
					wcbar_methods[i]->dir, why);
	}
	for (dir = WCBAR_WRITE; !ret && dir <= WCBAR_READ; dir++) {
		if (spec->auto_dirs & BIT(dir))
			ret = job_cells(job, map, NULL, dir, why);
	}
	return ret;
}

static int job_save(struct job *job)
{
	const struct wcbar_spec *spec = &job->spec;
	u64 lo = U64_MAX, hi = 0;
	unsigned int i;

	if (!spec->save || !job->bench.writes)
		return 0;
	for (i = 0; i < spec->nr_offsets; i++) {
		lo = min(lo, spec->offsets[i]);
		hi = max(hi, spec->offsets[i]);
	}
	hi += wcbar_spec_span(spec, job->bench.max_size);
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

	if (job->saved && whole && d->ap.va && wcbar_dev_present(d) &&
	    READ_ONCE(d->allow_writes)) {
		/* also when a signal or an unbind ended the run */
		job->bench.ctl.stop = NULL;
		job->bench.va = d->ap.va;
		wcbar_card_write(&job->bench, job->save_lo, job->saved,
				 job->save_len);
	}
	kvfree(job->saved);
}

/* The run proper */
static int job_do(struct job *job)
{
	int ret = job_save(job);

	if (ret) {
		job_put_back(job, false);
		return ret;
	}
	ret = wcbar_maps_run(job->d, job->spec.maps, job->spec.nr_maps,
			     job_rows, job);
	job_put_back(job, true);
	return ret;
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
	int node, ret;

	b->spec = spec;
	b->ctl.stop = job_stop;
	b->ctl.arg = job;
	b->ctl.fence = true;
	b->name = pci_name(d->pdev);
	b->writes = spec->dirs & WCBAR_DIR_WRITE;
	b->window = wcbar_dev_room(d);
	b->max_size = list_max(spec->sizes, spec->nr_sizes);
	for (i = 0; i < spec->nr_sizes; i++)
		b->max_samples = max(b->max_samples,
				     wcbar_spec_samples(spec, spec->sizes[i]));
	b->seed = ktime_get_ns();
	node = spec->node >= 0 ? spec->node : dev_to_node(&d->pdev->dev);
	ret = wcbar_bench_alloc(b, node);
	if (!ret)
		wcbar_team_place(b, spec->cpu, node);
	return ret;
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
	/* threads that share a CPU do not copy at the same time */
	if (spec->threads > num_online_cpus())
		return "threads: there are not as many CPUs online";
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
 * (the run's error then says why); -EBUSY when another run or a map change is
 * going on; -ENODEV, also while the card is in a reset; -EINTR, -EIO from the
 * run.
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
	wcbar_post_look(d);
	bounds.window = wcbar_dev_room(d);
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
	      wcbar_run_begin(&d->run, text, len, wcbar_spec_rows(&job->spec),
			      "");
	if (ret) {
		wcbar_run_refuse(&d->run, "not enough memory for the run");
		goto out_bench;
	}
	ret = job_do(job);
	wcbar_run_end(&d->run, ret);

out_bench:
	wcbar_bench_free(&job->bench);
out_free:
	kvfree(job);
out_unlock:
	mutex_unlock(&d->lock);
	return ret;
}
