// SPDX-License-Identifier: GPL-2.0
/*
 * Sets up what wcbar mem measures: memory, threads, methods, auto's table.
 */
#include "mem/session.h"

#include <sys/utsname.h>

#include "context.h"
#include "mem.h"
#include "system/paths.h"

/* Each thread has a part of the region, of whole pages. */
static int share_out(struct session *s, struct error *e)
{
	size_t part = s->region.len / s->o->threads & ~4095UL;
	u32 i;

	if (!part)
		return error_set(e, -EINVAL,
				 "%u threads leave less than a page of the region for each; make it larger",
				 s->o->threads);
	s->work = mem_grow(NULL, s->o->threads, sizeof(*s->work));
	memset(s->work, 0, s->o->threads * sizeof(*s->work));
	for (i = 0; i < s->o->threads; i++) {
		s->work[i].dst = s->region.base + i * part;
		s->work[i].room = part;
		s->work[i].src = s->source.base;
		s->work[i].src_room = s->source.len;
	}
	s->sweep.team.nr = s->o->threads;
	s->sweep.team.cpu = s->o->cpu;
	s->sweep.team.work = s->work;
	return 0;
}

static u64 longest(const struct mem_options *o)
{
	u64 most = MEM_SOURCE;
	u32 i;

	for (i = 0; i < o->nr_sizes; i++)
		most = max_t(u64, most, o->sizes[i]);
	return min_t(u64, most, max_t(u64, o->region, MEM_SOURCE));
}

static int open_region(struct session *s, struct error *e)
{
	const struct mem_options *o = s->o;

	if (o->card)
		return region_card(&s->region, o->card, o->region,
				   o->allow_writes, e);
	if (o->file)
		return region_file(&s->region, o->file, o->region, e);
	return region_anon(&s->region, o->region, !o->small, o->node, e);
}

/* What is read into has to be memory of its own. */
static int open_source(struct session *s, struct error *e)
{
	const struct mem_options *o = s->o;

	if (o->cold)
		return source_long(&s->source, longest(o) + (16UL << 20), e);
	return source_reused(&s->source, longest(o), e);
}

/**
 * session_open - set everything up but methods and table
 * @s: the session, for session_close(), whatever is returned
 * @o: the options
 * @e: what went wrong
 *
 * Return: 0 or a negative errno.
 */
int session_open(struct session *s, const struct mem_options *o,
		 struct error *e)
{
	struct sweep *w = &s->sweep;
	int ret;

	memset(s, 0, sizeof(*s));
	s->o = o;
	ret = team_pin(o->cpu, o->threads, e);
	if (!ret)
		ret = open_region(s, e);
	if (!ret)
		ret = open_source(s, e);
	if (!ret)
		ret = share_out(s, e);
	if (ret)
		return ret;
	memcpy(w->sizes, o->sizes, sizeof(w->sizes));
	w->nr_sizes = o->nr_sizes;
	memcpy(w->offsets, o->offsets, sizeof(w->offsets));
	w->nr_offsets = o->nr_offsets;
	w->flush = o->flush;
	w->cold = o->cold;
	w->rounds = o->rounds;
	w->time_ms = o->time_ms;
	w->iterations = o->iterations;
	w->verify = o->verify;
	w->type = s->region.type;
	w->progress = !o->out.quiet;
	wcbar_auto_builtin(&s->table, wcbar_cpu_features());
	return 0;
}

static enum wcbar_auto_use use_of(const struct session *s)
{
	return s->o->flush == MEM_FLUSH_BLOCK ? WCBAR_AUTO_BLOCK :
						WCBAR_AUTO_RUN;
}

static void add_method(struct session *s, const struct wcbar_method *m)
{
	struct mem_way *way = &s->sweep.ways[s->sweep.nr_ways++];

	memset(way, 0, sizeof(*way));
	way->name = m->name;
	way->method = m;
}

static void add_auto(struct session *s)
{
	struct mem_way *way = &s->sweep.ways[s->sweep.nr_ways++];

	memset(way, 0, sizeof(*way));
	way->name = "auto";
	way->slot = &s->table.slot[s->region.type][use_of(s)];
}

static bool has_way(const struct session *s, const char *name)
{
	u32 i;

	for (i = 0; i < s->sweep.nr_ways; i++) {
		if (!strcmp(s->sweep.ways[i].name, name))
			return true;
	}
	return false;
}

static void add_all(struct session *s)
{
	enum wcbar_dir dir = s->o->read ? WCBAR_READ : WCBAR_WRITE;
	u32 i;

	for (i = 0; i < wcbar_nr_methods; i++) {
		if (wcbar_methods[i]->dir == dir &&
		    !has_way(s, wcbar_methods[i]->name))
			add_method(s, wcbar_methods[i]);
	}
	if (!s->o->read && !has_way(s, "auto"))
		add_auto(s);
}

static int add_named(struct session *s, const char *name, struct error *e)
{
	const struct wcbar_method *m = wcbar_method_find(name, strlen(name));

	if (has_way(s, name))
		return 0;
	if (!strcmp(name, "all")) {
		add_all(s);
		return 0;
	}
	if (!strcmp(name, "auto") && !s->o->read) {
		add_auto(s);
		return 0;
	}
	if (!m)
		return error_set(e, -EINVAL,
				 "there is no method '%s'; 'wcbar mem -n 1 -b 64' shows all",
				 name);
	if (m->dir != (s->o->read ? WCBAR_READ : WCBAR_WRITE))
		return error_set(e, -EINVAL, "%s is a method for --dir %s",
				 name, m->dir == WCBAR_READ ? "read" : "write");
	add_method(s, m);
	return 0;
}

/**
 * session_methods - which ways are measured
 * @s: the session
 * @names: names, separated by commas
 * @e: what went wrong
 *
 * Return: 0, or -EINVAL.
 */
int session_methods(struct session *s, const char *names, struct error *e)
{
	char *list = mem_printf("%s", names), *name, *save;
	int ret = 0;

	for (name = strtok_r(list, ",", &save); name && !ret;
	     name = strtok_r(NULL, ",", &save))
		ret = add_named(s, name, e);
	free(list);
	if (!ret && !s->sweep.nr_ways)
		ret = error_set(e, -EINVAL, "no method is named");
	return ret;
}

static int load_auto(struct session *s, const char *path, struct error *e)
{
	char err[WCBAR_SPEC_ERR], *text;
	size_t len;
	int ret;

	ret = path_read(path, WCBAR_AUTO_TEXT, &text, &len);
	if (ret)
		return error_set(e, ret, "cannot read %s: %s", path,
				 strerror(-ret));
	ret = wcbar_auto_load(&s->table, text, len, err);
	free(text);
	return ret ? error_set(e, ret, "%s is no table for auto: %s", path,
			       err) : 0;
}

static int pin_auto(struct session *s, const char *name, struct error *e)
{
	const struct wcbar_method *m = wcbar_method_find(name, strlen(name));

	if (m && !wcbar_auto_pin(&s->table, s->region.type, use_of(s), m))
		return 0;
	return error_set(e, -EINVAL,
			 "auto cannot use '%s' here: %s", name,
			 m ? "it does not run, or its stores would not leave the CPU" :
			 "there is no such method");
}

/**
 * session_auto - give auto a table: loaded or measured, and pinned
 * @s: the session
 * @e: what went wrong
 *
 * Return: 0 or a negative errno.
 */
int session_auto(struct session *s, struct error *e)
{
	const struct mem_options *o = s->o;
	int ret = 0;

	if (o->read || (!has_way(s, "auto") && !o->auto_save))
		return 0;
	if (o->auto_load)
		ret = load_auto(s, o->auto_load, e);
	if (!ret && o->auto_pin)
		ret = pin_auto(s, o->auto_pin, e);
	if (!ret && !o->auto_load) {
		ret = mem_auto_measure(&s->table, s->region.type, use_of(s),
				       s->work, o->budget_ms);
		if (ret)
			error_set(e, ret, "auto could not be measured: %s",
				  strerror(-ret));
	}
	return ret;
}

/**
 * session_cpu - the name of the CPU
 * @buf: where to
 *
 * Return: @buf.
 */
const char *session_cpu(char buf[128])
{
	FILE *f = fopen("/proc/cpuinfo", "re");
	char *line = NULL;
	size_t room = 0;

	snprintf(buf, 128, "unknown CPU");
	while (f && getline(&line, &room, f) > 0) {
		if (sscanf(line, "model name : %127[^\n]", buf) == 1)
			break;
	}
	free(line);
	if (f)
		fclose(f);
	return buf;
}

/**
 * session_describe - say where and how rows came to be
 * @s: the session
 * @r: the results
 */
void session_describe(const struct session *s, struct results *r)
{
	const struct mem_options *o = s->o;
	char text[128];
	struct utsname u;

	uname(&u);
	r->schema = "wcbar-mem/1";
	r->title = "Copying blocks to memory";
	facts_set(&r->context, "kernel", u.release);
	facts_set(&r->context, "cpu", session_cpu(text));
	facts_set(&r->context, "region", s->region.what);
	facts_set(&r->context, "pages", s->region.pages);
	facts_set(&r->context, "order",
		  "sequential, each block on lines of its own");
	facts_set(&r->context, "source",
		  o->read ? "the region" :
		  o->cold ? "cold" : "16 KiB, reused");
	facts_set(&r->context, "flush", mem_flush_name(o->flush));
	snprintf(text, sizeof(text), "%u", o->rounds);
	facts_set(&r->context, "rounds", text);
	context_now(&r->context);
}

/**
 * session_close - give everything back
 * @s: the session
 */
void session_close(struct session *s)
{
	region_close(&s->region);
	source_close(&s->source);
	free(s->work);
}
