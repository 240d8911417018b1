// SPDX-License-Identifier: GPL-2.0
/*
 * Host and card at the same time, each in a thread of its own: what is posted
 * while the card looks is taken once, whole and in order.
 */
#include <pthread.h>
#include <sched.h>

#include "copytest.h"
#include "refhost.h"

#define COUNT	100000
/* Between two of them the other one may have the CPU, if there is but one */
#define LOOKS	64
#define STOP_AFTER	37

/* What the host does not hear of in time, it never will. */
#define PATIENCE	100000000

static bool ended;

static void *card(void *arg)
{
	struct refhost *h = arg;
	u32 looks;

	for (looks = 1; !__atomic_load_n(&ended, __ATOMIC_ACQUIRE); looks++) {
		if (!refcard_look(&h->card) && looks % LOOKS == 0)
			sched_yield();
	}
	return NULL;
}

/* In the order in which a host has to write it; on x86 stores stay in order */
static void write_in_order(u8 *to, const u8 *from, u32 bytes)
{
	static u32 words;
	u64 word;
	u32 i;

	for (i = 0; i < bytes; i += 8) {
		/* the card is to look at each state that there can be */
		if (++words % STOP_AFTER == 0)
			sched_yield();
		memcpy(&word, from + i, 8);
		__atomic_store_n((u64 *)(to + i), word, __ATOMIC_RELEASE);
	}
}

static bool done(const struct refhost *h, u64 n)
{
	const u8 *comp = h->ram + HOST_COMPLETIONS + n % h->config.slots * 16;
	u32 looks;

	for (looks = 0; looks < PATIENCE; looks++) {
		if (__atomic_load_n((const u64 *)(comp + 8),
				    __ATOMIC_ACQUIRE) == n + 1)
			return host_comp(h, n).status == WCBAR_COMP_OK;
		if (looks % LOOKS == LOOKS - 1)
			sched_yield();
	}
	return false;
}

/* As many as there are buffers on their way */
static void ahead(void **state)
{
	u32 n, count = copytest_soak() ? 20 * COUNT : COUNT;
	struct refhost *h = *state;
	bool good = true;
	pthread_t thread;

	host_start(h, WCBAR_CARD_BF);
	ended = false;
	assert_int_equal(pthread_create(&thread, NULL, card, h), 0);
	for (n = 0; n < count && good; n++) {
		host_build(h, 1 + n * 37 % 300, WCBAR_DESC_INLINE, n + 1);
		if (n >= 2)
			good = done(h, n - 2);
		write_in_order(host_buffer(h, n), h->desc, h->lines * 64);
	}
	good = good && done(h, n - 2) && done(h, n - 1);
	__atomic_store_n(&ended, true, __ATOMIC_RELEASE);
	pthread_join(thread, NULL);
	if (!good)
		print_message("after %u: torn %llu, twice %llu, order %llu\n",
			      n, host_counter(h, WCBAR_CARD_C_TORN),
			      host_counter(h, WCBAR_CARD_C_TWICE),
			      host_counter(h, WCBAR_CARD_C_ORDER));
	assert_true(good);
	assert_int_equal(host_counter(h, WCBAR_CARD_C_BF), count);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test_setup_teardown(ahead, host_setup,
						host_teardown),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
