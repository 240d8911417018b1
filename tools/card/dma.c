// SPDX-License-Identifier: GPL-2.0
/*
 * The guest's memory. QEMU keeps it in a file that it shares; a bus address is
 * an offset in that file, but for the hole below 4 GiB of a PC: what does not
 * fit below the hole goes on at 4 GiB.
 *
 * Addresses come from the guest. None is used that is not wholly in memory.
 */
#include "dma.h"

#include <fcntl.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#include "bar.h"

#define FOUR_GIB	BIT_ULL(32)
/* Where QEMU's machines begin the hole differs; up to here none has one. */
#define ALWAYS_LOW	(2ULL << 30)

/* Where a range of bus addresses is mapped, NULL if not all of it is memory */
static u8 *mapped(const struct dma *dma, u64 address, u64 bytes)
{
	u64 high = dma->bytes - dma->low;

	if (!dma->ram || !bytes)
		return NULL;
	if (address < dma->low)
		return bytes <= dma->low - address ? dma->ram + address : NULL;
	if (address < FOUR_GIB || address - FOUR_GIB >= high)
		return NULL;
	address -= FOUR_GIB;
	return bytes <= high - address ? dma->ram + dma->low + address : NULL;
}

static int check_low(struct dma *dma, struct error *e)
{
	if (!dma->low && dma->bytes <= ALWAYS_LOW)
		dma->low = dma->bytes;
	if (!dma->low)
		return error_set(e, -EINVAL,
				 "%s: of more than 2 GiB of memory I have to know how much is below 4 GiB: --low BYTES",
				 dma->path);
	if (dma->low > dma->bytes || dma->low > FOUR_GIB)
		return error_set(e, -EINVAL,
				 "%s: %llu bytes cannot be below 4 GiB, the file has %llu",
				 dma->path, dma->low, dma->bytes);
	return 0;
}

static int map_file(struct dma *dma, int fd, struct error *e)
{
	struct stat st;
	void *p;
	int ret;

	if (fstat(fd, &st))
		return error_set(e, -errno, "%s: %s", dma->path,
				 strerror(errno));
	if (st.st_size <= 0)
		return error_set(e, -EINVAL, "%s: holds nothing", dma->path);
	dma->bytes = (u64)st.st_size;
	ret = check_low(dma, e);
	if (ret)
		return ret;
	p = mmap(NULL, (size_t)dma->bytes, PROT_READ | PROT_WRITE, MAP_SHARED,
		 fd, 0);
	if (p == MAP_FAILED)
		return error_set(e, -errno, "%s: cannot map it: %s", dma->path,
				 strerror(errno));
	dma->ram = p;
	return 0;
}

/**
 * dma_open - map the guest's memory
 * @dma: its path and, where it has more than 2 GiB, how much is below 4 GiB
 * @e: what went wrong
 *
 * QEMU makes the file; it need not be there before the guest runs. Opened
 * once, it stays.
 *
 * Return: 0, or a negative errno.
 */
int dma_open(struct dma *dma, struct error *e)
{
	int fd, ret;

	if (dma->ram)
		return 0;
	if (!dma->path)
		return error_set(e, -ENOENT, "there is no memory");
	fd = open(dma->path, O_RDWR | O_CLOEXEC);
	if (fd < 0)
		return error_set(e, -errno, "%s: %s", dma->path,
				 strerror(errno));
	ret = map_file(dma, fd, e);
	close(fd);
	return ret;
}

/**
 * dma_close - unmap it
 * @dma: what dma_open() has mapped, or not
 */
void dma_close(struct dma *dma)
{
	if (dma->ram && dma->path)
		munmap(dma->ram, (size_t)dma->bytes);
	dma->ram = NULL;
}

/**
 * dma_has - whether a range is memory
 * @dma: the guest's memory
 * @address: bus address
 * @bytes: length
 *
 * Return: true where all of it is; false, too, for no bytes.
 */
bool dma_has(const struct dma *dma, u64 address, u64 bytes)
{
	return mapped(dma, address, bytes);
}

/**
 * dma_read - copy out of memory
 * @dma: the guest's memory
 * @address: bus address
 * @buf: where to
 * @bytes: how many
 *
 * Return: false, with nothing copied, where not all of it is memory.
 */
bool dma_read(const struct dma *dma, u64 address, void *buf, u64 bytes)
{
	const u8 *p = mapped(dma, address, bytes);

	if (!p)
		return false;
	memcpy(buf, p, (size_t)bytes);
	/* the guest writes to it: what was copied is not to be read again */
	barrier();
	return true;
}

/**
 * dma_record - read a doorbell record
 * @dma: the guest's memory
 * @address: bus address, a multiple of WCBAR_CARD_RECORD_ALIGN
 *
 * What is read afterwards is at least as new as the record.
 *
 * Return: how many descriptors it says were posted; 0 where it is no memory.
 */
u32 dma_record(const struct dma *dma, u64 address)
{
	const u8 *p = mapped(dma, address, WCBAR_CARD_RECORD_BYTES);

	return p ? load32_acquire(p) : 0;
}

/**
 * dma_complete - write a completion
 * @dma: the guest's memory
 * @address: bus address, a multiple of WCBAR_CARD_COMP_ALIGN
 * @comp: the completion
 *
 * Nothing is written where that is no memory. The sequence number is written
 * last: who sees it sees all that the card did for this descriptor before.
 */
void dma_complete(const struct dma *dma, u64 address,
		  const struct wcbar_comp *comp)
{
	u8 *p = mapped(dma, address, sizeof(*comp));

	if (!p)
		return;
	store32(p + offsetof(struct wcbar_comp, status), comp->status);
	store32(p + offsetof(struct wcbar_comp, path), comp->path);
	/* orders it after status, path, counters and state */
	store64_release(p + offsetof(struct wcbar_comp, sequence),
			comp->sequence);
}
