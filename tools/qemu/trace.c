// SPDX-License-Identifier: GPL-2.0
/*
 * The state of the trace, and what a mark of the guest does to it.
 *
 * Each virtual CPU is a thread. One lock guards the file and what CPUs hold
 * back for it; it is taken only for what is recorded. Whether anything is, and
 * in which range, is read without it, on every access of the guest.
 */
#include <pthread.h>
#include <time.h>
#include <wcbar/storetrace.h>
#include <wcbar/tracemark.h>

#include "trace.h"

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static struct writer out;
static struct cpu *cpus;
static unsigned int ncpus;

/* set under the lock, read without: atomic */
static bool recording;
static unsigned int epoch;
static u64 lo, hi;

/* what a guest has told of its range so far, one byte a mark */
static u8 told[16];
static unsigned int ntold;

static bool is_recording(void)
{
	return __atomic_load_n(&recording, __ATOMIC_ACQUIRE);
}

/**
 * trace_cpu() - the CPU of the calling thread
 * @vcpu: its number
 *
 * Return: the CPU, or NULL where nothing is recorded of it at present
 */
struct cpu *trace_cpu(unsigned int vcpu)
{
	if (!is_recording() || vcpu >= ncpus)
		return NULL;
	cpu_join(&cpus[vcpu], __atomic_load_n(&epoch, __ATOMIC_RELAXED));
	return &cpus[vcpu];
}

/**
 * trace_passes() - the CPU of the calling thread executes what is not recorded
 * @vcpu: its number
 * @block: the block; when recording starts in it, an interrupt that stops it
 *	will be known as one
 */
void trace_passes(unsigned int vcpu, const struct code_block *block)
{
	if (vcpu < ncpus)
		cpus[vcpu].block = block;
}

/**
 * trace_in_range() - is an access one to be recorded?
 * @addr: physical address
 * @width: bytes
 *
 * Return: true where at least one byte of it is
 */
bool trace_in_range(u64 addr, u64 width)
{
	return addr < __atomic_load_n(&hi, __ATOMIC_RELAXED) &&
	       addr + width > __atomic_load_n(&lo, __ATOMIC_RELAXED);
}

/**
 * trace_has_range() - is it known what to record?
 *
 * Return: true from the options or the guest's mark on
 */
bool trace_has_range(void)
{
	return __atomic_load_n(&hi, __ATOMIC_RELAXED);
}

/**
 * trace_lock() - takes the lock to record something
 *
 * Return: true with the lock held; false without it where another CPU has just
 * stopped the recording
 */
bool trace_lock(void)
{
	pthread_mutex_lock(&lock);
	if (is_recording())
		return true;
	pthread_mutex_unlock(&lock);
	return false;
}

/**
 * trace_unlock() - gives the lock back
 */
void trace_unlock(void)
{
	pthread_mutex_unlock(&lock);
}

static void flush_all(void)
{
	unsigned int i;

	for (i = 0; i < ncpus; i++)
		cpu_flush(&cpus[i]);
}

static bool set_range(u64 from, u64 to)
{
	struct wcbar_st_record range = {
		.kind = WCBAR_ST_RANGE,
		.addr = from,
		.time = to,
	};

	if (from >= to)
		return false;
	__atomic_store_n(&lo, from, __ATOMIC_RELAXED);
	__atomic_store_n(&hi, to, __ATOMIC_RELAXED);
	writer_mark(&out, &range);
	return true;
}

/* the guest has told 16 bytes, or should have */
static void range_is_told(void)
{
	u64 bounds[2] = { 0, 0 };
	unsigned int i;

	for (i = 0; i < sizeof(told); i++)
		bounds[i / 8] = bounds[i / 8] << 8 | told[i];
	flush_all();
	if (ntold != sizeof(told) || !set_range(bounds[0], bounds[1]))
		fprintf(stderr, "storetrace: the guest told no range: %u bytes, from 0x%llx to 0x%llx\n",
			ntold, bounds[0], bounds[1]);
	ntold = 0;
}

static void start(void)
{
	if (is_recording())
		return;
	if (!hi)
		fputs("storetrace: recording starts without a range, so there is nothing to record: give lo= and hi=, or let the guest tell it (mark range)\n",
		      stderr);
	__atomic_store_n(&epoch, epoch + 1, __ATOMIC_RELAXED);
	__atomic_store_n(&recording, true, __ATOMIC_RELEASE);
}

static void put_mark(unsigned int vcpu, const struct code_insn *insn)
{
	struct wcbar_st_record mark = {
		.kind = WCBAR_ST_MARK,
		.cpu = vcpu,
		.count = insn->is.mark_id,
		.sub = insn->is.mark_kind,
		.time = trace_time(),
	};

	flush_all();
	writer_mark(&out, &mark);
}

static void mark(unsigned int vcpu, const struct code_insn *insn)
{
	switch (insn->is.mark_kind) {
	case WCBAR_TRACE_KIND_START:
		put_mark(vcpu, insn);
		start();
		break;
	case WCBAR_TRACE_KIND_STOP:
	case WCBAR_TRACE_KIND_LABEL:
		if (!is_recording())
			break;
		put_mark(vcpu, insn);
		if (insn->is.mark_kind == WCBAR_TRACE_KIND_STOP)
			__atomic_store_n(&recording, false, __ATOMIC_RELEASE);
		break;
	case WCBAR_TRACE_KIND_BYTE:
		if (ntold < sizeof(told))
			told[ntold] = insn->is.mark_id;
		ntold++;
		break;
	case WCBAR_TRACE_KIND_RANGE:
		range_is_told();
		break;
	}
}

/**
 * trace_mark() - the guest executes a mark
 * @vcpu: which CPU does
 * @insn: the mark
 *
 * A stop or a label where nothing is recorded is not in the trace, a start
 * where it is already is a mark there and nothing else.
 */
void trace_mark(unsigned int vcpu, const struct code_insn *insn)
{
	pthread_mutex_lock(&lock);
	if (out.file)
		mark(vcpu, insn);
	pthread_mutex_unlock(&lock);
}

/**
 * trace_open() - begins the trace
 * @setup: how; the file's name has to stay
 *
 * Return: 0, or -1 after saying what is wrong
 */
int trace_open(const struct trace_setup *setup)
{
	const struct options *o = setup->options;
	struct wcbar_st_header header = {
		.version = WCBAR_ST_VERSION,
		.header_size = sizeof(header),
		.record_size = sizeof(struct wcbar_st_record),
		.flags = o->loads ? WCBAR_ST_HAS_LOADS : 0,
		.api = setup->api,
		.cpus = setup->cpus,
		.max_bytes = o->max,
	};
	struct timespec now;
	unsigned int i;
	int error;

	memcpy(header.magic, WCBAR_ST_MAGIC, sizeof(header.magic));
	clock_gettime(CLOCK_REALTIME, &now);
	header.started = now.tv_sec * 1000000000ULL + now.tv_nsec;
	trace_time();
	cpus = calloc(setup->cpus, sizeof(*cpus));
	if (!cpus)
		return options_wrong("out of memory", "cpus");
	ncpus = setup->cpus;
	for (i = 0; i < ncpus; i++)
		cpu_init(&cpus[i], i, &out);
	out.max = o->max;
	error = writer_open(&out, o->file, &header);
	if (error)
		return options_wrong(strerror(-error), o->file);
	if (o->hi)
		set_range(o->lo, o->hi);
	if (o->now)
		start();
	return 0;
}

/* a range that is wrong looks like a driver that does nothing */
static void tell_if_nothing(void)
{
	unsigned int i;

	for (i = 0; i < ncpus; i++)
		if (cpus[i].accessed)
			return;
	if (epoch && hi)
		fprintf(stderr, "storetrace: nothing was stored from 0x%llx to 0x%llx while it was recorded; is this where the card is, and with QEMU 7.2, is it the first one?\n",
			lo, hi);
}

/**
 * trace_close() - ends the trace
 *
 * Context: CPUs may still run; nothing more is recorded of them.
 */
void trace_close(void)
{
	pthread_mutex_lock(&lock);
	if (out.file) {
		flush_all();
		tell_if_nothing();
		writer_close(&out);
	}
	__atomic_store_n(&recording, false, __ATOMIC_RELEASE);
	pthread_mutex_unlock(&lock);
}
