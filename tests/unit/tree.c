// SPDX-License-Identifier: GPL-2.0
/*
 * A folder for one test. WCBAR_SYSFS and WCBAR_DEBUGFS point into it, so that
 * no test sees the machine that it runs on.
 */
#include "tree.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <cmocka.h>

#include <fcntl.h>
#include <ftw.h>
#include <unistd.h>

#include <sys/stat.h>

#include "commands.h"

static char root[64];

/**
 * tree_begin - make the folder; a setup function of cmocka
 * @state: not used
 *
 * Return: 0.
 */
int tree_begin(void **state)
{
	(void)state;
	snprintf(root, sizeof(root), "/tmp/wcbar-unit.XXXXXX");
	assert_non_null(mkdtemp(root));
	setenv("WCBAR_SYSFS", tree_path("sys"), 1);
	setenv("WCBAR_DEBUGFS", tree_path("debug"), 1);
	return 0;
}

static int take_away(const char *path, const struct stat *st, int type,
		     struct FTW *ftw)
{
	(void)st;
	(void)type;
	(void)ftw;
	return remove(path);
}

/**
 * tree_end - remove the folder; a teardown function of cmocka
 * @state: not used
 *
 * Return: 0.
 */
int tree_end(void **state)
{
	(void)state;
	return nftw(root, take_away, 16, FTW_DEPTH | FTW_PHYS);
}

/**
 * tree_path - full name of something in the folder
 * @name: its name there
 *
 * Return: the full name, until the fourth call from now.
 */
const char *tree_path(const char *name)
{
	static char paths[4][PATH_MAX];
	static unsigned int next;
	char *path = paths[next++ % ARRAY_SIZE(paths)];

	assert_true(snprintf(path, PATH_MAX, "%s/%s", root, name) < PATH_MAX);
	return path;
}

static void make_folders(const char *name)
{
	char path[PATH_MAX];
	const char *slash;

	for (slash = strchr(name, '/'); slash; slash = strchr(slash + 1, '/')) {
		snprintf(path, sizeof(path), "%.*s", (int)(slash - name),
			 name);
		mkdir(tree_path(path), 0755);
	}
}

/**
 * tree_file - make a file, and the folders it is in
 * @name: its name in the tree; a name that ends in "/" is just folders
 * @content: what it holds
 */
void tree_file(const char *name, const char *content)
{
	FILE *f;

	make_folders(name);
	if (name[strlen(name) - 1] == '/')
		return;
	f = fopen(tree_path(name), "w");
	assert_non_null(f);
	assert_true(fputs(content, f) >= 0);
	assert_int_equal(fclose(f), 0);
}

/**
 * tree_link - make a symbolic link, and the folders it is in
 * @name: its name in the tree
 * @target: what it points to
 */
void tree_link(const char *name, const char *target)
{
	make_folders(name);
	assert_int_equal(symlink(target, tree_path(name)), 0);
}

static void read_into(const char *path, char *buf, size_t len)
{
	FILE *f = fopen(path, "r");
	size_t n;

	assert_non_null(f);
	n = fread(buf, 1, len - 1, f);
	buf[n] = '\0';
	fclose(f);
}

/**
 * tree_read - content of a file
 * @name: its name in the tree
 *
 * Return: the content, until the next call.
 */
char *tree_read(const char *name)
{
	static char text[SZ_64K];

	read_into(tree_path(name), text, sizeof(text));
	return text;
}

/**
 * tree_has - whether there is a file
 * @name: its name in the tree
 *
 * Return: true if there is.
 */
bool tree_has(const char *name)
{
	return !access(tree_path(name), F_OK);
}

static int redirect(FILE *f, int fd, const char *name)
{
	int old, to;

	fflush(f);
	old = dup(fd);
	to = open(tree_path(name), O_WRONLY | O_CREAT | O_TRUNC, 0600);
	assert_true(old >= 0 && to >= 0);
	dup2(to, fd);
	close(to);
	return old;
}

static void restore(FILE *f, int fd, int old)
{
	fflush(f);
	dup2(old, fd);
	close(old);
}

/**
 * printed_by - run a command and keep what it prints
 * @p: what it printed
 * @run: the command
 * @argv: its arguments, its name first, NULL last
 */
void printed_by(struct printed *p, int (*run)(int argc, char **argv),
		const char *const *argv)
{
	char *args[32] = { NULL };
	int argc, out, err;

	for (argc = 0; argv[argc]; argc++) {
		assert_true(argc < (int)ARRAY_SIZE(args) - 1);
		args[argc] = strdup(argv[argc]);
	}
	out = redirect(stdout, 1, "stdout");
	err = redirect(stderr, 2, "stderr");
	p->status = run(argc, args);
	restore(stdout, 1, out);
	restore(stderr, 2, err);
	read_into(tree_path("stdout"), p->out, sizeof(p->out));
	read_into(tree_path("stderr"), p->err, sizeof(p->err));
	while (argc)
		free(args[--argc]);
}

/**
 * printed_has - a command ended well and printed a text
 * @p: what it printed
 * @text: the text
 */
void printed_has(const struct printed *p, const char *text)
{
	assert_int_equal(p->status, 0);
	if (!strstr(p->out, text))
		fail_msg("'%s' is not in:\n%s", text, p->out);
}

/**
 * printed_refusal - a command was called wrongly, and said so and nothing else
 * @p: what it printed
 * @text: a text of what it said
 */
void printed_refusal(const struct printed *p, const char *text)
{
	assert_int_equal(p->status, EXIT_USAGE);
	assert_string_equal(p->out, "");
	if (!strstr(p->err, text))
		fail_msg("'%s' is not in: %s", text, p->err);
}
