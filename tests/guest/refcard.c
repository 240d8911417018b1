// SPDX-License-Identifier: GPL-2.0
/*
 * The reference card without a driver: its aperture and its doorbell mapped
 * from sysfs, memory for DMA found by /proc/self/pagemap. For root, in a
 * machine of the test harness.
 *
 *	refcard BDF run bf|doorbell N	posts N descriptors, one at a time
 *	refcard BDF hostile N		does N wrong things
 *	refcard BDF counters		prints the card's counters
 *
 * run prints what became of them, "taken 10" or "3: timeout"; its exit status
 * is 0 where all were taken. hostile fails where memory was changed that is
 * none of the card's.
 */
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

#include <wcbar/card.h>

#define PAGE		4096
#define GUARDS		256	/* pages that the card must leave alone */
#define TIMEOUT		200	/* ms, for a completion */
#define SLOTS		8
#define SLOT_BYTES	(PAGE / SLOTS)

/* Pages of memory, in the order in which they are mapped */
enum { COMPLETIONS, RING, RECORD, PAYLOAD, GUARD, PAGES = GUARD + GUARDS };

static volatile unsigned char *control, *aperture;
static volatile uint32_t *doorbell;
static uint32_t db_value, bf_count, bf_bytes;
static uint64_t bf_base;
static unsigned char *memory;
static uint64_t bus[PAGES];
static uint32_t first = 1;

static void die(const char *what)
{
	fprintf(stderr, "refcard: %s: %s\n", what, strerror(errno));
	exit(2);
}

static uint32_t get32(uint32_t reg)
{
	return *(volatile uint32_t *)(control + reg);
}

static uint64_t get64(uint32_t reg)
{
	return *(volatile uint64_t *)(control + reg);
}

static void set32(uint32_t reg, uint32_t v)
{
	*(volatile uint32_t *)(control + reg) = v;
}

static void set64(uint32_t reg, uint64_t v)
{
	*(volatile uint64_t *)(control + reg) = v;
}

/* What was stored is to be seen before what is stored next */
static void store_fence(void)
{
#ifdef __x86_64__
	asm volatile("sfence" ::: "memory");
#else
	__sync_synchronize();
#endif
}

static uint64_t now(void)
{
	struct timespec t;

	clock_gettime(CLOCK_MONOTONIC, &t);
	return t.tv_sec * 1000000000ULL + t.tv_nsec;
}

static volatile void *map_bar(const char *bdf, int bar, size_t *bytes)
{
	char path[128];
	struct stat st;
	void *p;
	int fd;

	snprintf(path, sizeof(path), "/sys/bus/pci/devices/%s/resource%d", bdf,
		 bar);
	fd = open(path, O_RDWR);
	if (fd < 0 || fstat(fd, &st))
		die(path);
	*bytes = st.st_size;
	p = mmap(NULL, *bytes < PAGE ? PAGE : *bytes, PROT_READ | PROT_WRITE,
		 MAP_SHARED, fd, 0);
	if (p == MAP_FAILED)
		die(path);
	close(fd);
	return p;
}

/* Pages that stay where they are, and where that is */
static void get_memory(void)
{
	int fd = open("/proc/self/pagemap", O_RDONLY), i;
	uint64_t entry;

	memory = mmap(NULL, PAGES * PAGE, PROT_READ | PROT_WRITE,
		      MAP_SHARED | MAP_ANONYMOUS | MAP_POPULATE | MAP_LOCKED,
		      -1, 0);
	if (fd < 0 || memory == MAP_FAILED)
		die("memory");
	for (i = 0; i < PAGES; i++) {
		memset(memory + i * PAGE, 0xa5, PAGE);
		if (pread(fd, &entry, 8, (uintptr_t)(memory + i * PAGE) /
					 PAGE * 8) != 8 || !(entry >> 63))
			die("pagemap");
		bus[i] = (entry & ((1ULL << 55) - 1)) * PAGE;
	}
	close(fd);
}

static void attach(const char *bdf)
{
	volatile unsigned char *registers;
	size_t bytes;

	registers = map_bar(bdf, 0, &bytes);
	aperture = map_bar(bdf, 2, &bytes);
	control = aperture + bytes - WCBAR_CARD_CONTROL;
	if (get32(WCBAR_CARD_R_MAGIC) != WCBAR_CARD_MAGIC) {
		fprintf(stderr, "refcard: %s is none\n", bdf);
		exit(2);
	}
	/* asked for once: a hostile host writes there itself */
	db_value = get32(WCBAR_CARD_R_DB_VALUE);
	bf_base = get64(WCBAR_CARD_R_BF_BASE);
	bf_count = get32(WCBAR_CARD_R_BF_COUNT);
	bf_bytes = get32(WCBAR_CARD_R_BF_BYTES);
	doorbell = (volatile uint32_t *)(registers +
					 get32(WCBAR_CARD_R_DOORBELL));
}

/* The error, or -1 after a second without an answer */
static int command(uint32_t which)
{
	uint32_t cookie = get32(WCBAR_CARD_R_DONE) + 1;
	uint64_t end = now() + 1000000000;

	set32(WCBAR_CARD_R_COMMAND, which);
	store_fence();
	set32(WCBAR_CARD_R_COOKIE, cookie);
	store_fence();
	*doorbell = db_value;
	while (get32(WCBAR_CARD_R_DONE) != cookie) {
		if (now() > end)
			return -1;
		usleep(100);
	}
	return get32(WCBAR_CARD_R_ERROR);
}

static int start(uint32_t mode)
{
	memset(memory + COMPLETIONS * PAGE, 0, PAGE);
	memset(memory + RING * PAGE, 0, PAGE);
	memset(memory + RECORD * PAGE, 0, PAGE);
	set32(WCBAR_CARD_R_MODE, mode);
	set32(WCBAR_CARD_R_SLOTS, SLOTS);
	set32(WCBAR_CARD_R_SLOT_BYTES, SLOT_BYTES);
	set64(WCBAR_CARD_R_RING, bus[RING]);
	set64(WCBAR_CARD_R_RECORD, bus[RECORD]);
	set64(WCBAR_CARD_R_COMPLETIONS, bus[COMPLETIONS]);
	set64(WCBAR_CARD_R_FIRST, first);
	return command(WCBAR_CARD_START);
}

static void write_buffer(const unsigned char *desc, uint32_t lines, uint32_t n)
{
	volatile unsigned char *to = aperture + bf_base +
				     n % bf_count * bf_bytes;
	uint32_t i, last = (lines - 1) * WCBAR_DESC_LINE;
	uint64_t word;

	for (i = 0; i < lines * WCBAR_DESC_LINE; i += 8) {
		/* the last line arrives after all others */
		if (i == last)
			store_fence();
		memcpy(&word, desc + i, 8);
		*(volatile uint64_t *)(to + i) = word;
	}
	store_fence();
}

static void post(uint32_t mode, uint32_t n)
{
	static unsigned char desc[PAGE + WCBAR_DESC_LINE];
	unsigned char *payload = memory + PAYLOAD * PAGE;
	/* what fits a slot; and what is in memory may be larger */
	uint32_t most = mode == WCBAR_CARD_BF || n % 3 == 0 ?
			WCBAR_DESC_PAYLOAD_MAX :
			SLOT_BYTES - WCBAR_DESC_HEAD - WCBAR_DESC_TAIL;
	uint32_t bytes = 1 + n * 37 % most, i, lines;
	uint16_t flags = n % 3 ? WCBAR_DESC_INLINE : 0;

	if (n % 5 == 0)
		flags |= WCBAR_DESC_IRQ;
	for (i = 0; i < bytes; i++)
		payload[i] = (unsigned char)(n + i);
	lines = wcbar_desc_build(desc, bytes, flags, first + n, bus[PAYLOAD],
				 payload);
	if (mode == WCBAR_CARD_BF) {
		write_buffer(desc, lines, n);
		return;
	}
	memcpy(memory + RING * PAGE + n % SLOTS * SLOT_BYTES, desc,
	       lines * WCBAR_DESC_LINE);
	/* the descriptor before the record, the record before the doorbell */
	store_fence();
	*(volatile uint32_t *)(memory + RECORD * PAGE) = n + 1;
	store_fence();
	*doorbell = db_value;
}

/* The status, or -1 where none came in time */
static int wait_for(uint32_t n)
{
	volatile struct wcbar_comp *comp = (void *)(memory +
		COMPLETIONS * PAGE + n % SLOTS * sizeof(*comp));
	uint64_t end = now() + TIMEOUT * 1000000ULL;

	while (comp->sequence != first + n) {
		if (now() > end)
			return -1;
		/* on one CPU the card, too, wants to run */
		usleep(0);
	}
	return comp->status;
}

/* The first page of guards that holds something else, or PAGES */
static int broken_guard(void)
{
	int page, i;

	for (page = GUARD; page < PAGES; page++) {
		for (i = 0; i < PAGE; i++) {
			if (memory[page * PAGE + i] != 0xa5)
				return page;
		}
	}
	for (i = SLOTS * sizeof(struct wcbar_comp); i < PAGE; i++) {
		if (memory[COMPLETIONS * PAGE + i])
			return COMPLETIONS;
	}
	return PAGES;
}

static int run(uint32_t mode, uint32_t count)
{
	uint64_t begin = now();
	uint32_t n;
	int ret;

	if (command(WCBAR_CARD_RESET)) {
		printf("no answer to RESET\n");
		return 1;
	}
	ret = start(mode);
	if (ret) {
		printf("START: error %d\n", ret);
		return 1;
	}
	for (n = 0; n < count; n++) {
		post(mode, n);
		ret = wait_for(n);
		if (ret < 0)
			printf("%u: timeout\n", n + 1);
		else if (ret)
			printf("%u: status %d\n", n + 1, ret);
		if (ret)
			return 1;
	}
	printf("taken %u\n", n);
	if (broken_guard() != PAGES) {
		printf("memory was changed\n");
		return 1;
	}
	fprintf(stderr, "# %llu ns each, all in all\n",
		(unsigned long long)(now() - begin) / (count ? count : 1));
	return command(WCBAR_CARD_STOP);
}

static uint64_t any(void)
{
	static uint64_t seed = 0x9e3779b97f4a7c15;

	seed ^= seed << 13;
	seed ^= seed >> 7;
	seed ^= seed << 17;
	return seed;
}

/*
 * One wrong thing. The one address that the card writes to is always that of
 * the page for it, or of no memory: else it would be right to write there.
 */
static void wrong(uint64_t what)
{
	uint32_t reg = any() % 0x180 & ~3u;

	switch (what % 8) {
	case 0:
		if (reg != WCBAR_CARD_R_COMPLETIONS &&
		    reg != WCBAR_CARD_R_COMPLETIONS + 4)
			set32(reg, any());
		break;
	case 1:
		set64(WCBAR_CARD_R_COMPLETIONS, any() % 4 ? bus[COMPLETIONS] :
						any() | 1ULL << 63);
		break;
	case 2:
		set32(WCBAR_CARD_R_COMMAND, any() % 5);
		set32(WCBAR_CARD_R_COOKIE, any());
		*doorbell = db_value;
		break;
	case 3:
		*(volatile uint64_t *)(control - 2 * 8192 + any() % 2048 * 8) =
			any() % 4 ? any() : any() % 70;
		break;
	case 4:
		memory[RING * PAGE + any() % PAGE] = (unsigned char)any();
		*(volatile uint32_t *)(memory + RECORD * PAGE) = any() % 20;
		*doorbell = db_value;
		break;
	case 5:
		start(1 + any() % 2);
		break;
	case 6:
		post(1 + any() % 2, any() % 3);
		break;
	default:
		*doorbell = any() % 4 ? db_value : (uint32_t)any();
	}
}

static int hostile(uint32_t count)
{
	uint32_t n;

	/* what is configured is memory of somebody who has ended */
	set64(WCBAR_CARD_R_COMPLETIONS, bus[COMPLETIONS]);
	for (n = 0; n < count; n++)
		wrong(any() >> 13);
	/* before this memory is somebody else's */
	if (command(WCBAR_CARD_RESET)) {
		printf("no answer to RESET\n");
		return 1;
	}
	if (broken_guard() != PAGES) {
		printf("page %d was changed\n", broken_guard());
		return 1;
	}
	printf("did %u\n", count);
	return 0;
}

static void counters(void)
{
	uint32_t i;

	for (i = 0; i < WCBAR_CARD_NR_COUNTERS; i++)
		printf("%u %llu\n", i, (unsigned long long)
		       get64(WCBAR_CARD_R_COUNTERS + 8 * i));
	printf("state %u\n", get32(WCBAR_CARD_R_STATE));
	printf("features %#x\n", get32(WCBAR_CARD_R_FEATURES));
}

int main(int argc, char **argv)
{
	if (argc < 3) {
		fputs("usage: refcard BDF run bf|doorbell N | hostile N | counters\n",
		      stderr);
		return 2;
	}
	attach(argv[1]);
	if (!strcmp(argv[2], "counters")) {
		counters();
		return 0;
	}
	get_memory();
	if (argc == 5 && !strcmp(argv[2], "run"))
		return run(strcmp(argv[3], "bf") ? WCBAR_CARD_DOORBELL :
						   WCBAR_CARD_BF,
			   strtoul(argv[4], NULL, 0));
	if (argc == 4 && !strcmp(argv[2], "hostile"))
		return hostile(strtoul(argv[3], NULL, 0));
	return 2;
}
