// SPDX-License-Identifier: GPL-2.0
/*
 * What the driver's files of rows hold, and the card whose files they are.
 */
#include "rowfile.h"

#include <wcbar/numbers.h>

#include "commands.h"
#include "context.h"
#include "system/driver.h"

/**
 * rowfile_parse - take the content of a file apart
 * @file: the file; rows and context are added to what it has
 * @text: its content
 * @len: its length
 * @e: what went wrong
 *
 * A refused specification leaves no rows and no header but the error, which
 * then is in the context.
 *
 * Return: 0, or -EPROTO where it is not what the tool understands.
 */
int rowfile_parse(const struct rowfile *file, const char *text, size_t len,
		  struct error *e)
{
	struct wcbar_word rest = { text, len }, line;
	bool magic = false, columns = false;
	unsigned int nr = 0;

	while (wcbar_word_cut(&rest, '\n', &line)) {
		nr++;
		if (!line.len)
			continue;
		if (line.p[0] == '#') {
			magic |= nr == 1 && wcbar_word_is(&line, file->magic);
			columns |= wcbar_word_is(&line, file->columns);
			context_header(file->context, &line);
			continue;
		}
		if (!magic || !columns)
			break;
		if (file->add(file->arg, line.p, line.len))
			return error_set(e, -EPROTO,
					 "line %u of the %s file is not a row",
					 nr, file->name);
	}
	if (magic && columns)
		return 0;
	if (!rest.p && facts_get(file->context, "error"))
		return 0;
	return error_set(e, -EPROTO,
			 "the %s file does not hold '%s' with the columns of this version; the module is of another version than this tool",
			 file->name, file->magic);
}

/**
 * rowfile_status - the exit status of a run
 * @ret: what rowfile_run() returned
 *
 * Return: exit status.
 */
int rowfile_status(int ret)
{
	switch (ret) {
	case 0:
		return 0;
	case -EINTR:
		return EXIT_INTERRUPTED;
	case -EINVAL:
	case -E2BIG:
		return EXIT_USAGE;
	default:
		return EXIT_FAILED;
	}
}

/**
 * rowfile_card - find the card of a command, and what the driver says of it
 * @command: name of the command
 * @wanted: the card's address, or NULL for the only one
 * @address: its full address
 * @info: its info file, for facts_free(), whatever is returned
 *
 * Return: exit status; what went wrong was said.
 */
int rowfile_card(const char *command, const char *wanted,
		 char address[BDF_TEXT], struct facts *info)
{
	struct error e;
	int ret;

	info->list = NULL;
	info->nr = 0;
	ret = driver_find(wanted, address, &e);
	if (wanted && !address[0])
		return usage_error(command, "%s", e.text);
	if (!ret)
		ret = driver_info(address, info, &e);
	if (ret) {
		error_print(&e);
		return EXIT_FAILED;
	}
	return 0;
}
