// SPDX-License-Identifier: GPL-2.0
/*
 * Evidence of this machine, gathered as if it were a dump: the same files,
 * and so the same answer as from one that collect has written.
 *
 * Tests put made-up files in the place of the system's through WCBAR_SYSFS,
 * WCBAR_DEBUGFS, WCBAR_PROCFS and WCBAR_KMSG.
 */
#include "live.h"

#include <fcntl.h>
#include <sys/klog.h>
#include <sys/utsname.h>
#include <unistd.h>

#if defined(__x86_64__) || defined(__i386__)
#include <cpuid.h>
#endif

#include "mem.h"
#include "system/paths.h"
#include "system/roots.h"

#define MAX_FILE	(64UL << 20)

#define MSR_MTRRCAP	0x0fe
#define MSR_PAT		0x277
#define MSR_MTRRDEFTYPE	0x2ff

/**
 * live_copy - add a file of the system under the name it has in a dump
 * @dump: the dump
 * @name: its name there
 * @fmt: where it is
 *
 * Return: 0 or a negative errno; nothing is added then.
 */
int live_copy(struct dump *dump, const char *name, const char *fmt, ...)
{
	char path[PATH_MAX], *data;
	size_t len;
	va_list ap;
	int ret;

	va_start(ap, fmt);
	vsnprintf(path, sizeof(path), fmt, ap);
	va_end(ap);
	ret = path_read(path, MAX_FILE, &data, &len);
	if (!ret)
		dump_add(dump, name, data, len);
	return ret;
}

/* One CPU says it all; a machine with hundreds of them has a long file. */
static void add_cpuinfo(struct dump *dump, const char *proc)
{
	char *path = mem_printf("%s/cpuinfo", proc), *data, *end;
	size_t len;

	if (!path_read(path, MAX_FILE, &data, &len)) {
		end = strstr(data, "\n\n");
		if (end) {
			end[1] = '\0';
			len = (size_t)(end + 1 - data);
		}
		dump_add(dump, "cpuinfo", data, len);
	}
	free(path);
}

/* The few settings that matter, from wherever the distribution keeps them */
static void add_kconfig(struct dump *dump, const char *release)
{
	static const char * const places[] = {
		"/boot/config-%s", "/lib/modules/%s/config",
		"/lib/modules/%s/build/.config",
	};
	char *data = NULL, *out, *line, *rest;
	unsigned int i;
	size_t len;
	FILE *f;

	for (i = 0; i < ARRAY_SIZE(places) && !data; i++) {
		char path[PATH_MAX];

		snprintf(path, sizeof(path), places[i], release);
		path_read(path, MAX_FILE, &data, NULL);
	}
	if (!data)
		return;
	f = open_memstream(&out, &len);
	for (rest = data; f && (line = strsep(&rest, "\n"));)
		if (strstr(line, "STRICT_DEVMEM") ||
		    strstr(line, "CONFIG_X86_PAT") ||
		    strstr(line, "CONFIG_MTRR") ||
		    strstr(line, "CONFIG_MODULE_SIG_FORCE"))
			fprintf(f, "%s\n", line);
	free(data);
	if (f) {
		fclose(f);
		dump_add(dump, "config", out, len);
	}
}

/* "6,339,5140900,-;message", each read gives one record */
static void put_record(FILE *f, char *record)
{
	unsigned long long usec = 0;
	char *text = strchr(record, ';');

	if (!text)
		return;
	/* without a time it stays 0 */
	if (sscanf(record, "%*u,%*u,%llu", &usec) != 1)
		usec = 0;
	text++;
	text[strcspn(text, "\n")] = '\0';
	fprintf(f, "[%5llu.%06llu] %s\n", usec / 1000000, usec % 1000000,
		text);
}

static int read_kmsg(FILE *f)
{
	char record[8192];
	ssize_t n;
	int fd;

	fd = open("/dev/kmsg", O_RDONLY | O_NONBLOCK | O_CLOEXEC);
	if (fd < 0)
		return -errno;
	for (;;) {
		n = read(fd, record, sizeof(record) - 1);
		/* EPIPE: records were overwritten while we read; go on */
		if (n < 0 && (errno == EINTR || errno == EPIPE))
			continue;
		if (n <= 0)
			break;
		record[n] = '\0';
		put_record(f, record);
	}
	close(fd);
	return 0;
}

/* syslog(2), where /dev/kmsg is missing: SYSLOG_ACTION_READ_ALL */
static int read_syslog(FILE *f)
{
	int size = klogctl(10, NULL, 0), n;
	char *buf;

	if (size <= 0)
		return size ? -errno : -ENODATA;
	buf = mem_grow(NULL, (size_t)size, 1);
	n = klogctl(3, buf, size);
	if (n > 0)
		fwrite(buf, 1, (size_t)n, f);
	free(buf);
	return n < 0 ? -errno : 0;
}

static int add_log(struct dump *dump)
{
	const char *fake = getenv("WCBAR_KMSG");
	size_t len;
	char *out;
	FILE *f;
	int ret;

	if (fake)
		return live_copy(dump, "dmesg", "%s", fake);
	if (paths_made_up())
		return -ENOENT;
	f = open_memstream(&out, &len);
	if (!f)
		return -ENOMEM;
	ret = read_kmsg(f);
	if (ret)
		ret = read_syslog(f);
	fclose(f);
	if (!ret)
		dump_add(dump, "dmesg", out, len);
	else
		free(out);
	return ret;
}

#if defined(__x86_64__) || defined(__i386__)
static void put_hypervisor(FILE *f)
{
	u32 eax, ebx, ecx, edx;
	char sig[13] = "";

	if (!__get_cpuid(1, &eax, &ebx, &ecx, &edx))
		return;
	if (!(ecx & BIT(31))) {
		fputs("hypervisor: none\naccel: none\n", f);
		return;
	}
	__cpuid(0x40000000, eax, ebx, ecx, edx);
	memcpy(sig, &ebx, 4);
	memcpy(sig + 4, &ecx, 4);
	memcpy(sig + 8, &edx, 4);
	fprintf(f, "hypervisor: %s\n", sig[0] ? sig : "unknown");
	fprintf(f, "accel: %s\n", !strcmp(sig, "TCGTCGTCGTCG") ? "tcg" :
		!strcmp(sig, "KVMKVMKVM") ? "kvm" : "other");
}
#else
static void put_hypervisor(FILE *f)
{
	(void)f;
}
#endif

static bool read_msr(int fd, u32 msr, u64 *value)
{
	return pread(fd, value, sizeof(*value), msr) == sizeof(*value);
}

/* Only where the msr module is loaded already: nothing is loaded for this. */
static void put_msrs(FILE *f)
{
	static const char * const types[] = {
		"uncachable", "write-combining", "-", "-", "write-through",
		"write-protect", "write-back",
	};
	int fd = open("/dev/cpu/0/msr", O_RDONLY | O_CLOEXEC);
	u64 v;

	if (fd < 0)
		return;
	if (read_msr(fd, MSR_PAT, &v))
		fprintf(f, "pat.msr: 0x%016llx\n", v);
	if (read_msr(fd, MSR_MTRRCAP, &v))
		fprintf(f, "mtrr.count: %llu\n", v & 0xff);
	if (read_msr(fd, MSR_MTRRDEFTYPE, &v) && (v & 0xff) <
	    ARRAY_SIZE(types))
		fprintf(f, "mtrr.default: %s\n", types[v & 0xff]);
	close(fd);
}

/* "none [integrity] confidentiality" */
static void put_lockdown(FILE *f)
{
	char line[128];
	char *from, *to;

	if (path_read_line(line, sizeof(line), "%s/kernel/security/lockdown",
			   path_sysfs()))
		return;
	from = strchr(line, '[');
	to = from ? strchr(from, ']') : NULL;
	if (to)
		fprintf(f, "lockdown: %.*s\n", (int)(to - from - 1), from + 1);
}

static void put_missing(FILE *f, const char *what, int ret)
{
	if (ret)
		fprintf(f, "%s: %s\n", what, strerror(-ret));
}

/**
 * live_gather - gather the evidence of this machine
 * @dump: zeroed; filled in, to be given to dump_free() also after an error
 * @e: what went wrong
 *
 * What cannot be read is left out; the machine file says so of the files that
 * matter most.
 *
 * Return: 0 or a negative errno.
 */
int live_gather(struct dump *dump, struct error *e)
{
	const char *proc = path_procfs();
	int list, iomem, log;
	struct utsname u;
	size_t len;
	char *out;
	FILE *f;

	list = live_copy(dump, "pat_memtype_list", "%s/x86/pat_memtype_list",
			 path_debugfs());
	live_copy(dump, "mtrr", "%s/mtrr", proc);
	log = add_log(dump);
	iomem = live_copy(dump, "iomem", "%s/iomem", proc);
	add_cpuinfo(dump, proc);
	live_copy(dump, "cmdline", "%s/cmdline", proc);
	live_copy(dump, "uname", "%s/sys/kernel/osrelease", proc);
	if (!paths_made_up() && !uname(&u))
		add_kconfig(dump, u.release);

	f = open_memstream(&out, &len);
	if (!f)
		return error_set(e, -ENOMEM, "out of memory");
	fputs("# wcbar-machine/1\n", f);
	if (!paths_made_up()) {
		put_hypervisor(f);
		put_msrs(f);
	}
	put_lockdown(f);
	put_missing(f, "pat_memtype_list", list);
	put_missing(f, "iomem", iomem);
	put_missing(f, "dmesg", log);
	fclose(f);
	dump_add(dump, "machine", out, len);
	return live_devices(dump, e);
}
