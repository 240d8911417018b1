// SPDX-License-Identifier: GPL-2.0
/*
 * Times, held against the one measurement that is published in full; posts of
 * a descriptor; and the curve by which buffers are counted.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <cmocka.h>

#include "model/curve.h"
#include "model/report.h"
#include "model/rows.h"
#include "model/stores.h"
#include "tree.h"

static struct model_options o;
static struct model_rows rows;

static int begin(void **state)
{
	model_options_init(&o);
	memset(&rows, 0, sizeof(rows));
	rows.models = &o.model;
	rows.nr_models = 1;
	rows.maps = BIT(MODEL_UC) | BIT(MODEL_WC);
	rows.fenced = true;
	return tree_begin(state);
}

static int end(void **state)
{
	model_rows_free(&rows);
	model_options_free(&o);
	return tree_end(state);
}

static const struct section *copy(const char *method, u64 size, u64 offset)
{
	const struct wcbar_method *m = wcbar_method_find(method,
							 strlen(method));

	assert_non_null(m);
	model_rows_add(&rows, m, size, offset);
	return &rows.list[rows.nr - 1].section;
}

static void is_near(double v, double low, double high)
{
	if (v < low || v > high)
		fail_msg("%g is not from %g to %g", v, low, high);
}

/* 90,707 us and 6,837 us, 13.3 times */
static void published(void **state)
{
	struct map_figures uc, wc;
	const struct section *s;
	enum model_map slow;

	(void)state;
	assert_int_equal(model_options_take("model", &o, MODELOPT_CPU_CLASS,
					    "i7-11700"), -1);
	s = copy("store32", 32 << 20, 0);
	assert_int_equal(s->requests[MODEL_UC].nr, 1048576);
	assert_int_equal(sizes_get(&s->requests[MODEL_UC].sizes, 32), 1048576);
	assert_int_equal(s->requests[MODEL_WC].nr, 524288);
	assert_int_equal(sizes_get(&s->requests[MODEL_WC].sizes, 64), 524288);
	map_figures(&o.model, MODEL_UC, &s->requests[MODEL_UC], &uc);
	map_figures(&o.model, MODEL_WC, &s->requests[MODEL_WC], &wc);
	is_near(uc.prediction.ns, 90.65e6, 90.75e6);
	is_near(wc.prediction.ns, 6.835e6, 6.845e6);
	is_near(section_ratio(&o.model, rows.maps, s, &slow), 13.25, 13.35);
	assert_string_equal(prediction_bound(&uc.prediction), "CPU");
	assert_string_equal(prediction_bound(&wc.prediction), "CPU");
	/* the link alone would take 524,288 * 88 bytes at 31.5 GB/s */
	is_near(wc.prediction.link_ns, 1.46e6, 1.47e6);
}

static void link_bounds(void **state)
{
	struct map_figures f;
	const struct section *s;

	(void)state;
	o.model.costs.uc_ns = 86.5;
	o.model.costs.wc_ns = 13.04;
	assert_int_equal(model_options_take("model", &o, MODELOPT_LINK,
					    "gen1x1"), -1);
	s = copy("movnti", 4096, 0);
	map_figures(&o.model, MODEL_WC, &s->requests[MODEL_WC], &f);
	assert_string_equal(prediction_bound(&f.prediction), "link");
	/* 64 packets of 88 bytes at 250 MB/s */
	is_near(f.prediction.ns, 64 * 88 * 4 - 0.1, 64 * 88 * 4 + 0.1);
	o.model.costs.wc_ns = 0;
	map_figures(&o.model, MODEL_WC, &s->requests[MODEL_WC], &f);
	assert_string_equal(prediction_bound(&f.prediction), "link alone");
}

/* 40 bytes at offset 32: half a line, and 8 bytes of the next */
static void partial_lines(void **state)
{
	struct map_figures f;
	const struct section *s;

	(void)state;
	o.model.costs.wc_ns = 10;
	s = copy("store8", 40, 32);
	assert_int_equal(s->requests[MODEL_WC].nr, 2);
	assert_int_equal(s->requests[MODEL_WC].partial, 2);
	map_figures(&o.model, MODEL_WC, &s->requests[MODEL_WC], &f);
	is_near(f.prediction.cpu_ns, 20, 20);
	o.model.costs.partial_ns = 90;
	map_figures(&o.model, MODEL_WC, &s->requests[MODEL_WC], &f);
	is_near(f.prediction.cpu_ns, 180, 180);
	is_near(f.combining, 20.0 / 64, 20.0 / 64);
}

static void posts(void **state)
{
	const struct section *s;

	(void)state;
	s = copy("store8", 64, 0);
	assert_int_equal(s->requests[MODEL_UC].nr, 8);
	assert_int_equal(sizes_get(&s->requests[MODEL_UC].sizes, 8), 8);
	assert_int_equal(s->requests[MODEL_WC].nr, 1);
	s = copy("movdir64b", 64, 0);
	assert_int_equal(s->requests[MODEL_UC].nr, 1);
	assert_int_equal(sizes_get(&s->requests[MODEL_UC].sizes, 64), 1);
	assert_int_equal(s->requests[MODEL_WC].nr, 1);
	/* without its fence a half of a line stays where it is */
	rows.fenced = false;
	s = copy("store8", 32, 0);
	assert_int_equal(s->requests[MODEL_WC].nr, 0);
	assert_int_equal(s->requests[MODEL_WC].lines[WC_LEFT], 1);
	rows.fenced = true;
	s = copy("store8", 32, 0);
	assert_int_equal(s->requests[MODEL_WC].nr, 1);
	assert_int_equal(s->requests[MODEL_WC].lines[WC_LEFT], 0);
}

static void same_requests(const struct requests *a, const struct requests *b)
{
	u32 i;

	assert_int_equal(a->nr, b->nr);
	assert_int_equal(a->bytes, b->bytes);
	assert_int_equal(a->whole, b->whole);
	assert_int_equal(a->partial, b->partial);
	assert_int_equal(a->wire.bytes, b->wire.bytes);
	assert_int_equal(a->sizes.nr, b->sizes.nr);
	for (i = 0; i < a->sizes.nr; i++) {
		assert_int_equal(a->sizes.list[i].size, b->sizes.list[i].size);
		assert_int_equal(a->sizes.list[i].n, b->sizes.list[i].n);
	}
}

static void take(void *arg, const struct event *ev)
{
	analysis_event(arg, ev);
}

/* A long copy is not gone through, and comes out as if it had been */
static void long_copies(void **state)
{
	static const char *const methods[] = { "store8", "vmovntdq_ymm",
					       "movdir64b", "rep_movsb" };
	const struct event fence = { .kind = EVENT_SFENCE };
	static struct analysis a;
	u32 i;

	(void)state;
	for (i = 0; i < ARRAY_SIZE(methods); i++) {
		const struct wcbar_method *m =
			wcbar_method_find(methods[i], strlen(methods[i]));
		u64 size = (1 << 20) + 12345 * i, offset = 13 * i;
		const struct section *s = copy(methods[i], size, offset);

		analysis_begin(&a, &o.model, rows.maps);
		stores_each(m, 0x6000000000ULL + offset, size, take, &a);
		analysis_event(&a, &fence);
		analysis_end(&a);
		assert_int_equal(s->stores, a.total.stores);
		assert_int_equal(s->bytes, size);
		same_requests(&s->requests[MODEL_UC],
			      &a.total.requests[MODEL_UC]);
		same_requests(&s->requests[MODEL_WC],
			      &a.total.requests[MODEL_WC]);
		analysis_free(&a);
	}
}

static void has(const char *text, const char *part)
{
	if (!strstr(text, part))
		fail_msg("'%s' is not in:\n%s", part, text);
}

static void curve_of(struct curve *c, u32 buffers, enum wc_policy policy)
{
	o.model.wc.buffers = buffers;
	o.model.wc.policy = policy;
	curve_predict(c, &o);
}

static void collapses(void **state)
{
	struct curve c;
	u32 n;

	(void)state;
	for (n = 1; n < CURVE_LINES; n += 3) {
		curve_of(&c, n, n % 2 ? WC_LRU : WC_OLDEST);
		assert_int_equal(c.collapse, n);
		assert_int_equal(c.point[n - 1].whole, 1000);
		assert_int_equal(c.point[n - 1].requests, 1000);
		assert_int_equal(c.point[n].whole, 0);
		assert_int_equal(c.point[n].requests, 4000);
		assert_int_equal(c.point[CURVE_LINES - 1].requests, 4000);
	}
	curve_of(&c, CURVE_LINES, WC_OLDEST);
	assert_int_equal(c.collapse, 0);
}

/*
 * A Golden Cove core, measured on another machine: the points that were
 * written down, GB/s. Sixteen is what its maker has published.
 */
#define GOLDEN_COVE							\
	"{\"schema\": \"wcbar-buffers/1\", \"cpu\": \"Golden Cove\","	\
	" \"buffers\": 16, \"why\": \"\", \"collapse_after\": 16,"	\
	" \"partial_eviction_ns\": 88.1, \"confidence\": 1.000,"	\
	" \"published\": 16, \"curve\": ["				\
	" {\"lines\": 1, \"gbps\": 20.300}, {\"lines\": 4, \"gbps\": 16.400}," \
	" {\"lines\": 16, \"gbps\": 1.150}, {\"lines\": 17, \"gbps\": 0.240}," \
	" {\"lines\": 18, \"gbps\": 0.180}, {\"lines\": 32, \"gbps\": 0.180}]}"

static void golden_cove(void **state)
{
	char *text, *script;
	struct curve c;
	size_t len;
	FILE *f;

	(void)state;
	tree_file("buffers.json", GOLDEN_COVE);
	assert_int_equal(model_options_take("model", &o, MODELOPT_BUFFERS_JSON,
					    tree_path("buffers.json")), -1);
	model_options_done(&o);
	assert_int_equal(o.model.wc.buffers, 16);
	curve_predict(&c, &o);
	assert_int_equal(c.collapse, o.file.collapse);
	/* levels are those of the ends: 20.3 GB/s, and 0.18 in four pieces */
	is_near(c.point[0].gbps, 20.29, 20.31);
	is_near(c.point[39].gbps, 0.179, 0.181);
	is_near(c.partial_ns, 88, 90);
	f = open_memstream(&text, &len);
	curve_forms.text(&c, f);
	curve_forms.json(&c, f);
	curve_forms.csv(&c, f);
	fclose(f);
	has(text, "Foretold for 16 buffers (Golden Cove, published for it): up to 16 lines each leaves full, from 17 on in 4 partial writes: throughput collapses between 16 and 17.");
	has(text, "Measured on Golden Cove: it collapses between 16 and 17: as foretold.");
	assert_null(strstr(text, "proves nothing"));
	has(text, "\"agrees\": true");
	has(text, "\"circular\": false");
	free(text);
	script = curve_forms.script(&c);
	assert_non_null(strstr(script, "title \"measured\""));
	assert_non_null(strstr(script, "set arrow from 16.5"));
	free(script);
}

/* A count that comes from the curve itself is told from one that does not */
static void circular(void **state)
{
	struct curve c;
	char *text;
	size_t len;
	FILE *f;
	u32 i;

	(void)state;
	tree_file("buffers.json",
		  "{\"schema\": \"wcbar-buffers/1\", \"cpu\": \"Zen 4\", \"buffers\": null,\n"
		  "\"collapse_after\": 8, \"partial_eviction_ns\": 10.5, \"published\": null,\n"
		  "\"curve\": [{\"lines\": 1, \"gbps\": 17.2}, {\"lines\": 40, \"gbps\": 1.44}]}");
	for (i = 0; i < 2; i++) {
		if (i)
			model_options_take("model", &o, MODELOPT_BUFFERS, "6");
		model_options_take("model", &o, MODELOPT_BUFFERS_JSON,
				   tree_path("buffers.json"));
		model_options_done(&o);
		curve_predict(&c, &o);
		f = open_memstream(&text, &len);
		curve_forms.text(&c, f);
		fclose(f);
		assert_int_equal(c.collapse, i ? 6 : 8);
		assert_int_equal(!strstr(text, "proves nothing"), i);
		assert_int_equal(!strstr(text, "not as foretold"), !i);
		free(text);
	}
}

int main(void)
{
#define TEST(name) cmocka_unit_test_setup_teardown(name, begin, end)
	const struct CMUnitTest tests[] = {
		TEST(published),
		TEST(link_bounds),
		TEST(partial_lines),
		TEST(posts),
		TEST(long_copies),
		TEST(collapses),
		TEST(golden_cove),
		TEST(circular),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
