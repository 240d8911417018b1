// SPDX-License-Identifier: GPL-2.0
/*
 * wcbar collect: write down everything that 'wcbar check --from' needs.
 */
#include <dirent.h>
#include <getopt.h>
#include <sys/wait.h>
#include <unistd.h>

#include "commands.h"
#include "error.h"
#include "live.h"

static void usage(FILE *f)
{
	fputs("Usage: wcbar collect [OPTIONS] DIR\n\n"
	      "Writes the evidence on write combining into the folder DIR, for 'wcbar check\n"
	      "--from DIR' on any machine: pat_memtype_list, mtrr, dmesg, iomem, cpuinfo,\n"
	      "cmdline, uname, config (a few lines), machine, and for each PCI function its\n"
	      "resource file, a device file, and the wcbar driver's info. Where lspci is\n"
	      "installed, its output for the functions that are awake is added for people to\n"
	      "read. Run it as root, while the card is in use. Nothing is changed, and no\n"
	      "sleeping device is woken.\n\n"
	      "The files hold the kernel log and command line: look them through before you\n"
	      "give them to others.\n\n"
	      "  -f, --force  write into a folder that is there and not empty\n"
	      "  -h, --help   this text\n", f);
}

static void append_lspci(const char *bdf, FILE *out)
{
	char buf[4096];
	int pipefd[2];
	size_t n;
	pid_t pid;
	FILE *in;

	if (pipe(pipefd))
		return;
	fflush(NULL);
	pid = fork();
	if (!pid) {
		dup2(pipefd[1], STDOUT_FILENO);
		close(pipefd[0]);
		close(pipefd[1]);
		if (!freopen("/dev/null", "w", stderr))
			_exit(127);
		execlp("lspci", "lspci", "-D", "-nn", "-vv", "-s", bdf,
		       (char *)NULL);
		_exit(127);	/* not installed */
	}
	close(pipefd[1]);
	in = fdopen(pipefd[0], "r");
	while (in && (n = fread(buf, 1, sizeof(buf), in)) > 0)
		fwrite(buf, 1, n, out);
	if (in)
		fclose(in);
	if (pid > 0)
		waitpid(pid, NULL, 0);
}

/* lspci reads configuration space, so only what is awake is shown to it. */
static void add_lspci(struct dump *dump)
{
	size_t i, len, n = dump->n;
	char *out;
	FILE *f;

	/* it would show this machine's devices beside made-up files */
	if (getenv("WCBAR_SYSFS"))
		return;
	f = open_memstream(&out, &len);
	for (i = 0; f && i < n; i++) {
		const char *bdf = dump->items[i]->name;

		if (dump->items[i]->kind != SOURCE_DEVICE ||
		    strncmp(bdf, "device.", 7) || !live_awake(bdf + 7))
			continue;
		append_lspci(bdf + 7, f);
	}
	if (!f)
		return;
	fclose(f);
	if (len)
		dump_add(dump, "lspci", out, len);
	else
		free(out);
}

/* Whether the folder can be made, or is there and empty */
static bool is_free(const char *path)
{
	struct dirent *d;
	bool any = false;
	DIR *dir = opendir(path);

	if (!dir)
		return errno == ENOENT;
	while ((d = readdir(dir)))
		any |= strcmp(d->d_name, ".") && strcmp(d->d_name, "..");
	closedir(dir);
	return !any;
}

static int collect(const char *path, bool force)
{
	struct dump dump = { 0 };
	struct error e;
	int ret;

	if (!force && !is_free(path)) {
		error_say("%s is there already and not empty; name another folder, or use --force",
			  path);
		return EXIT_USAGE;
	}
	ret = live_gather(&dump, &e);
	if (!ret) {
		add_lspci(&dump);
		ret = dump_save(&dump, path, &e);
	}
	if (ret)
		error_print(&e);
	else
		printf("%zu files written to %s; look at them with: wcbar check --from %s\n",
		       dump.n, path, path);
	if (!ret && geteuid())
		error_say("not run as root: memory types and the addresses in iomem are missing");
	dump_free(&dump);
	return ret ? EXIT_FAILED : 0;
}

/**
 * cmd_collect - the command
 * @argc: number of words
 * @argv: the words, the command's own name first
 *
 * Return: exit status.
 */
int cmd_collect(int argc, char **argv)
{
	static const struct option options[] = {
		{ "force", no_argument, NULL, 'f' },
		{ "help", no_argument, NULL, 'h' },
		{ NULL, 0, NULL, 0 },
	};
	bool force = false;
	int c;

	opterr = 0;
	optind = 0;
	while ((c = getopt_long(argc, argv, ":fh", options, NULL)) != -1) {
		switch (c) {
		case 'f':
			force = true;
			break;
		case 'h':
			usage(stdout);
			return 0;
		default:
			return usage_option("collect", argv, c);
		}
	}
	if (argc - optind != 1)
		return usage_error("collect", "one folder is needed");
	return collect(argv[optind], force);
}
