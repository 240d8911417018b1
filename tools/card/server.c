// SPDX-License-Identifier: GPL-2.0
/*
 * An ivshmem server with one client, QEMU's ivshmem-doorbell, and itself as
 * the one other peer. The protocol is the documented one: "The ivshmem
 * Client-Server Protocol" in QEMU's docs/specs/ivshmem-spec, version 0, which
 * all since QEMU 2.5 have.
 */
#include "server.h"

#include <endian.h>
#include <fcntl.h>
#include <sys/eventfd.h>
#include <sys/mman.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/un.h>
#include <unistd.h>

#define PROTOCOL	0
#define GUEST		0	/* the first client's number */
#define CARD		1	/* ours, as in SERVER_DB_VALUE */
#define NO_FD		-1

/**
 * server_aperture - make the memory behind the aperture BAR
 * @bytes: its length, a power of two
 * @aperture: where it is mapped
 * @e: what went wrong
 *
 * Return: a file descriptor of it, or a negative errno.
 */
int server_aperture(u64 bytes, u8 **aperture, struct error *e)
{
	int fd = memfd_create("aperture", MFD_CLOEXEC);
	void *p;

	if (fd < 0)
		return error_set(e, -errno, "no memory for the aperture: %s",
				 strerror(errno));
	if (ftruncate(fd, (off_t)bytes)) {
		error_set(e, 0, "an aperture of %llu bytes: %s", bytes,
			  strerror(errno));
		close(fd);
		return -ENOMEM;
	}
	p = mmap(NULL, (size_t)bytes, PROT_READ | PROT_WRITE, MAP_SHARED, fd,
		 0);
	if (p == MAP_FAILED) {
		error_set(e, 0, "cannot map an aperture of %llu bytes: %s",
			  bytes, strerror(errno));
		close(fd);
		return -ENOMEM;
	}
	*aperture = p;
	return fd;
}

/* A socket that an earlier process has left; nothing else is removed. */
static void remove_socket(const char *path)
{
	struct stat st;

	if (!lstat(path, &st) && S_ISSOCK(st.st_mode))
		unlink(path);
}

/**
 * server_listen - open the socket that QEMU connects to
 * @s: the server
 * @path: of the socket; kept
 * @e: what went wrong
 *
 * Return: 0, or a negative errno.
 */
int server_listen(struct server *s, const char *path, struct error *e)
{
	struct sockaddr_un a = { .sun_family = AF_UNIX };
	int fd;

	*s = (struct server){ path, -1, -1, -1, -1 };
	if (strlen(path) >= sizeof(a.sun_path))
		return error_set(e, -ENAMETOOLONG,
				 "%s: the path of a socket has at most %zu bytes",
				 path, sizeof(a.sun_path) - 1);
	memcpy(a.sun_path, path, strlen(path) + 1);
	fd = socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0);
	if (fd < 0)
		return error_set(e, -errno, "no socket: %s", strerror(errno));
	remove_socket(path);
	if (bind(fd, (struct sockaddr *)&a, sizeof(a)) || listen(fd, 1)) {
		error_set(e, 0, "%s: cannot listen there: %s", path,
			  strerror(errno));
		close(fd);
		return -EIO;
	}
	s->listening = fd;
	return 0;
}

/* One message: a number, and perhaps a file descriptor */
static bool say(int link, s64 number, int fd)
{
	union {
		char room[CMSG_SPACE(sizeof(int))];
		struct cmsghdr align;
	} control = { { 0 } };
	u64 wire = htole64((u64)number);
	struct iovec io = { &wire, sizeof(wire) };
	struct msghdr m = { .msg_iov = &io, .msg_iovlen = 1 };
	struct cmsghdr *head;

	if (fd != NO_FD) {
		m.msg_control = control.room;
		m.msg_controllen = sizeof(control.room);
		head = CMSG_FIRSTHDR(&m);
		head->cmsg_level = SOL_SOCKET;
		head->cmsg_type = SCM_RIGHTS;
		head->cmsg_len = CMSG_LEN(sizeof(int));
		memcpy(CMSG_DATA(head), &fd, sizeof(fd));
	}
	return sendmsg(link, &m, MSG_NOSIGNAL) == (ssize_t)sizeof(wire);
}

/**
 * server_accept - let QEMU in, and hand everything over
 * @s: the server; somebody has connected
 * @aperture: file descriptor of the aperture
 * @e: what went wrong
 *
 * Nobody else is let in afterwards: a card is in one machine.
 *
 * Return: 0, or a negative errno.
 */
int server_accept(struct server *s, int aperture, struct error *e)
{
	s->link = accept4(s->listening, NULL, NULL, SOCK_CLOEXEC);
	if (s->link < 0)
		return error_set(e, -errno, "%s: %s", s->path, strerror(errno));
	close(s->listening);
	s->listening = -1;
	unlink(s->path);
	s->doorbell = eventfd(0, EFD_NONBLOCK | EFD_CLOEXEC);
	s->interrupt = eventfd(0, EFD_NONBLOCK | EFD_CLOEXEC);
	if (s->doorbell < 0 || s->interrupt < 0)
		return error_set(e, -errno, "no eventfd: %s", strerror(errno));
	/* in this order, says the protocol; one vector for each */
	if (!say(s->link, PROTOCOL, NO_FD) || !say(s->link, GUEST, NO_FD) ||
	    !say(s->link, -1, aperture) || !say(s->link, CARD, s->doorbell) ||
	    !say(s->link, GUEST, s->interrupt))
		return error_set(e, -EIO, "%s: QEMU has gone: %s", s->path,
				 strerror(errno));
	return 0;
}

/**
 * server_alive - whether QEMU is still there
 * @s: the server
 *
 * The client says nothing in this protocol; what it says is not read.
 *
 * Return: false once it has hung up.
 */
bool server_alive(const struct server *s)
{
	char ignored[64];
	ssize_t n = recv(s->link, ignored, sizeof(ignored), MSG_DONTWAIT);

	return n > 0 || (n < 0 && (errno == EAGAIN || errno == EINTR));
}

/**
 * server_rings - how often the guest has rung since this was asked last
 * @s: the server
 *
 * Return: the number; 0 without waiting for one.
 */
u64 server_rings(const struct server *s)
{
	u64 n;

	return read(s->doorbell, &n, sizeof(n)) == sizeof(n) ? n : 0;
}

/**
 * server_interrupt - raise MSI-X vector 0 in the guest
 * @s: the server
 *
 * The eventfd is full only when nobody has taken 2^64 - 2 of them.
 */
void server_interrupt(const struct server *s)
{
	u64 one = 1;
	ssize_t n = write(s->interrupt, &one, sizeof(one));

	(void)n;
}

/**
 * server_close - hang up
 * @s: what server_listen() was called for
 */
void server_close(struct server *s)
{
	if (s->listening >= 0) {
		close(s->listening);
		unlink(s->path);
	}
	if (s->link >= 0)
		close(s->link);
	if (s->doorbell >= 0)
		close(s->doorbell);
	if (s->interrupt >= 0)
		close(s->interrupt);
}
