/* SPDX-License-Identifier: GPL-2.0 */
/*
 * The side of QEMU's ivshmem-doorbell that is not QEMU.
 */
#ifndef WCBAR_CARD_SERVER_H
#define WCBAR_CARD_SERVER_H

#include <wcbar/types.h>

#include "error.h"

/* of ivshmem's BAR0; what is written is the peer, 1, and its vector, 0 */
#define SERVER_DOORBELL		12
#define SERVER_DB_VALUE		BIT(16)

/**
 * struct server - the connection to QEMU
 * @path: of the socket
 * @listening: the socket, -1 once QEMU has connected
 * @link: the connection, -1 before
 * @doorbell: eventfd that counts how often the guest has rung
 * @interrupt: eventfd that raises MSI-X vector 0 in the guest
 */
struct server {
	const char *path;
	int listening;
	int link;
	int doorbell;
	int interrupt;
};

int server_aperture(u64 bytes, u8 **aperture, struct error *e);
int server_listen(struct server *s, const char *path, struct error *e);
int server_accept(struct server *s, int aperture, struct error *e);
bool server_alive(const struct server *s);
u64 server_rings(const struct server *s);
void server_interrupt(const struct server *s);
void server_close(struct server *s);

#endif /* WCBAR_CARD_SERVER_H */
