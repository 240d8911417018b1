// SPDX-License-Identifier: GPL-2.0
/*
 * The side of QEMU in the ivshmem protocol: what the server says, in which
 * order, and with which file descriptors; and the choice of how to poll.
 */
#include <fcntl.h>
#include <sched.h>
#include <sys/mman.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/un.h>
#include <unistd.h>

#include "card/loop.h"
#include "refhost.h"
#include "tree.h"

#define APERTURE	SZ_64K

static int client(const char *path)
{
	struct sockaddr_un a = { .sun_family = AF_UNIX };
	int fd = socket(AF_UNIX, SOCK_STREAM, 0);

	snprintf(a.sun_path, sizeof(a.sun_path), "%s", path);
	assert_int_equal(connect(fd, (struct sockaddr *)&a, sizeof(a)), 0);
	return fd;
}

/* One message; its file descriptor, -1 without one */
static int hear(int link, s64 want)
{
	union {
		char room[CMSG_SPACE(sizeof(int))];
		struct cmsghdr align;
	} control;
	s64 number;
	struct iovec io = { &number, sizeof(number) };
	struct msghdr m = {
		.msg_iov = &io,
		.msg_iovlen = 1,
		.msg_control = control.room,
		.msg_controllen = sizeof(control.room),
	};
	struct cmsghdr *head;
	int fd = -1;

	assert_int_equal(recvmsg(link, &m, 0), 8);
	assert_int_equal(number, want);
	head = CMSG_FIRSTHDR(&m);
	if (head)
		memcpy(&fd, CMSG_DATA(head), sizeof(fd));
	return fd;
}

static void protocol(void **state)
{
	const char *path = tree_path("socket");
	u64 one = 1, two = 2, got = 0;
	int aperture, link, shared, doorbell, interrupt;
	struct server s;
	struct error e;
	struct stat st;
	u8 *mine, *theirs;

	(void)state;
	aperture = server_aperture(APERTURE, &mine, &e);
	assert_true(aperture >= 0);
	assert_int_equal(server_listen(&s, path, &e), 0);
	link = client(path);
	assert_int_equal(server_accept(&s, aperture, &e), 0);
	/* nobody else can come in */
	assert_int_equal(access(path, F_OK), -1);

	assert_int_equal(hear(link, 0), -1);	/* the version */
	assert_int_equal(hear(link, 0), -1);	/* the client is number 0 */
	shared = hear(link, -1);
	doorbell = hear(link, 1);		/* the card is number 1 */
	interrupt = hear(link, 0);
	assert_true(shared >= 0 && doorbell >= 0 && interrupt >= 0);

	assert_int_equal(fstat(shared, &st), 0);
	assert_int_equal(st.st_size, APERTURE);
	theirs = mmap(NULL, APERTURE, PROT_READ | PROT_WRITE, MAP_SHARED,
		      shared, 0);
	assert_ptr_not_equal(theirs, MAP_FAILED);
	theirs[APERTURE - 1] = 0x42;
	assert_int_equal(mine[APERTURE - 1], 0x42);

	assert_int_equal(server_rings(&s), 0);
	assert_int_equal(write(doorbell, &two, 8), 8);
	assert_int_equal(write(doorbell, &one, 8), 8);
	assert_int_equal(server_rings(&s), 3);
	assert_int_equal(server_rings(&s), 0);
	server_interrupt(&s);
	assert_int_equal(read(interrupt, &got, 8), 8);
	assert_int_equal(got, 1);

	assert_true(server_alive(&s));
	/* what the client must not say is not looked at */
	assert_int_equal(send(link, &one, 8, 0), 8);
	assert_true(server_alive(&s));
	close(link);
	assert_false(server_alive(&s));

	server_close(&s);
	munmap(theirs, APERTURE);
	munmap(mine, APERTURE);
	close(shared);
	close(doorbell);
	close(interrupt);
	close(aperture);
}

/* A client that has gone before it was told everything is an error, no death */
static void client_gone(void **state)
{
	const char *path = tree_path("socket");
	struct server s;
	struct error e;
	u8 *mine;
	int aperture = server_aperture(APERTURE, &mine, &e);

	(void)state;
	assert_int_equal(server_listen(&s, path, &e), 0);
	close(client(path));
	assert_int_equal(server_accept(&s, aperture, &e), -EIO);
	assert_non_null(strstr(e.text, "QEMU has gone"));
	server_close(&s);
	munmap(mine, APERTURE);
	close(aperture);
}

static void sockets(void **state)
{
	char lengthy[200];
	struct server s;
	struct error e;

	(void)state;
	memset(lengthy, 'a', sizeof(lengthy) - 1);
	lengthy[sizeof(lengthy) - 1] = '\0';
	assert_int_equal(server_listen(&s, lengthy, &e), -ENAMETOOLONG);
	assert_int_equal(server_listen(&s, "/nowhere/socket", &e), -EIO);

	/* a socket that was left is replaced, another file is not */
	assert_int_equal(server_listen(&s, tree_path("left"), &e), 0);
	close(s.listening);
	assert_int_equal(server_listen(&s, tree_path("left"), &e), 0);
	server_close(&s);
	assert_false(tree_has("left"));
	tree_file("file", "precious");
	assert_int_equal(server_listen(&s, tree_path("file"), &e), -EIO);
	assert_true(tree_has("file"));
}

static void polling(void **state)
{
	enum loop_polling p;
	cpu_set_t all, now;
	struct error e;
	int cpu;

	(void)state;
	assert_int_equal(sched_getaffinity(0, sizeof(all), &all), 0);
	for (cpu = 0; !CPU_ISSET(cpu, &all); cpu++)
		;
	assert_int_equal(loop_choose(LOOP_YIELD, -1, &p, &e), 0);
	assert_int_equal(p, LOOP_YIELD);
	sched_getaffinity(0, sizeof(now), &now);
	assert_true(CPU_EQUAL(&now, &all));
	assert_int_equal(loop_choose(LOOP_YIELD, CPU_SETSIZE - 1, &p, &e),
			 -EINVAL);
	assert_int_equal(loop_choose(LOOP_OWN, -1, &p, &e), 0);
	assert_int_equal(p, LOOP_OWN);
	sched_getaffinity(0, sizeof(now), &now);
	assert_int_equal(CPU_COUNT(&now), 1);
	sched_setaffinity(0, sizeof(all), &all);
	assert_int_equal(loop_choose(LOOP_YIELD, cpu, &p, &e), 0);
	sched_getaffinity(0, sizeof(now), &now);
	assert_true(CPU_ISSET(cpu, &now));
	/* of one CPU none can be had alone */
	assert_int_equal(loop_choose(LOOP_AUTO, -1, &p, &e), 0);
	assert_int_equal(p, LOOP_YIELD);
	sched_setaffinity(0, sizeof(all), &all);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test_setup_teardown(protocol, tree_begin,
						tree_end),
		cmocka_unit_test_setup_teardown(client_gone, tree_begin,
						tree_end),
		cmocka_unit_test_setup_teardown(sockets, tree_begin,
						tree_end),
		cmocka_unit_test(polling),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
