// SPDX-License-Identifier: GPL-2.0
/*
 * Files of results: there in full or not at all, older ones left alone.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <cmocka.h>

#include <dirent.h>
#include <fcntl.h>
#include <unistd.h>

#include <sys/stat.h>

#include "output/outfile.h"
#include "tree.h"

static struct outfile o;
static struct error e;

/* Names in a folder, without "." and ".." */
static unsigned int names_in(const char *name)
{
	DIR *dir = opendir(tree_path(name));
	unsigned int nr = 0;
	struct dirent *d;

	assert_non_null(dir);
	while ((d = readdir(dir)))
		nr += d->d_name[0] != '.';
	closedir(dir);
	return nr;
}

static void open_for(const char *name, const char *text)
{
	if (outfile_open(&o, name, &e))
		fail_msg("%s", e.text);
	assert_non_null(o.f);
	fputs(text, o.f);
}

static void a_new_file(void **state)
{
	struct stat st;
	mode_t mask = umask(027);

	(void)state;
	tree_file("d/", "");
	open_for(tree_path("d/new"), "new");
	/* not there before it is whole */
	assert_false(tree_has("d/new"));
	assert_int_equal(outfile_close(&o, &e), 0);
	assert_string_equal(tree_read("d/new"), "new");
	assert_int_equal(names_in("d"), 1);
	assert_int_equal(stat(tree_path("d/new"), &st), 0);
	assert_int_equal(st.st_mode & 0777, 0640);
	assert_int_equal(umask(mask), 027);
	/* finished is finished */
	outfile_discard(&o);
	assert_true(tree_has("d/new"));
}

static void an_old_file(void **state)
{
	struct stat st;

	(void)state;
	tree_file("d/old", "old");
	chmod(tree_path("d/old"), 0604);
	open_for(tree_path("d/old"), "new");
	assert_string_equal(tree_read("d/old"), "old");
	assert_int_equal(outfile_close(&o, &e), 0);
	assert_string_equal(tree_read("d/old"), "new");
	assert_int_equal(stat(tree_path("d/old"), &st), 0);
	assert_int_equal(st.st_mode & 0777, 0604);
	assert_int_equal(names_in("d"), 1);
}

static void given_up(void **state)
{
	(void)state;
	tree_file("d/old", "old");
	open_for(tree_path("d/old"), "new");
	outfile_discard(&o);
	assert_string_equal(tree_read("d/old"), "old");
	open_for(tree_path("d/new"), "new");
	outfile_discard(&o);
	assert_int_equal(names_in("d"), 1);
	/* twice does no harm */
	outfile_discard(&o);
}

static void a_link(void **state)
{
	struct stat st;

	(void)state;
	tree_file("d/old", "old");
	tree_link("d/link", "old");
	open_for(tree_path("d/link"), "new");
	assert_int_equal(outfile_close(&o, &e), 0);
	assert_string_equal(tree_read("d/old"), "new");
	assert_int_equal(lstat(tree_path("d/link"), &st), 0);
	assert_true(S_ISLNK(st.st_mode));
}

static void nobody_wants_one(void **state)
{
	(void)state;
	assert_int_equal(outfile_open(&o, NULL, &e), 0);
	assert_null(o.f);
	assert_int_equal(outfile_close(&o, &e), 0);
	outfile_discard(&o);
}

static void cannot_be_opened(void **state)
{
	char want[512];

	(void)state;
	assert_int_equal(outfile_open(&o, tree_path("none/file"), &e),
			 -ENOENT);
	snprintf(want, sizeof(want), "cannot write %s: No such file or directory",
		 tree_path("none/file"));
	assert_string_equal(e.text, want);
	assert_null(o.f);
	tree_file("d/", "");
	assert_int_equal(outfile_open(&o, tree_path("d"), &e), -EISDIR);
	tree_file("file", "x");
	assert_int_equal(outfile_open(&o, tree_path("file/x"), &e), -ENOTDIR);
	assert_int_equal(outfile_open(&o, "", &e), -ENOENT);
	/* a discarded failure is nothing */
	outfile_discard(&o);
}

static void a_full_disk(void **state)
{
	struct stat st;

	(void)state;
	open_for("/dev/full", "text");
	assert_int_equal(outfile_close(&o, &e), -ENOSPC);
	assert_string_equal(e.text,
			    "cannot write /dev/full: No space left on device");
	/* it was not replaced by a file */
	assert_int_equal(stat("/dev/full", &st), 0);
	assert_true(S_ISCHR(st.st_mode));
}

static void a_full_disk_beside_an_old_file(void **state)
{
	int full, i;

	(void)state;
	tree_file("d/old", "old");
	assert_int_equal(outfile_open(&o, tree_path("d/old"), &e), 0);
	/* the disk fills up: what is written goes where no room is */
	full = open("/dev/full", O_WRONLY);
	assert_true(full >= 0 && dup2(full, o.fd) == o.fd);
	close(full);
	/* more than any buffer holds */
	for (i = 0; i < 100000; i++)
		fputs("new", o.f);
	assert_int_equal(outfile_close(&o, &e), -ENOSPC);
	assert_string_equal(tree_read("d/old"), "old");
	assert_int_equal(names_in("d"), 1);
}

static void the_folder_goes_away(void **state)
{
	(void)state;
	tree_file("d/", "");
	open_for(tree_path("d/new"), "new");
	assert_int_equal(unlink(o.temp), 0);
	assert_int_equal(rmdir(tree_path("d")), 0);
	assert_int_equal(outfile_close(&o, &e), -ENOENT);
}

#define TEST(f) cmocka_unit_test_setup_teardown(f, tree_begin, tree_end)

int main(void)
{
	const struct CMUnitTest tests[] = {
		TEST(a_new_file),
		TEST(an_old_file),
		TEST(given_up),
		TEST(a_link),
		TEST(nobody_wants_one),
		TEST(cannot_be_opened),
		TEST(a_full_disk),
		TEST(a_full_disk_beside_an_old_file),
		TEST(the_folder_goes_away),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
