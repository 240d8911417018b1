// SPDX-License-Identifier: GPL-2.0
/*
 * A file of evidence that is a string.
 */
#include "source_of.h"

/**
 * source_of - make a file of evidence
 * @name: its name
 * @content: its content, which must stay as long as the file
 *
 * Return: the file; its kind is left unknown.
 */
struct source source_of(const char *name, const char *content)
{
	return (struct source){
		.name = (char *)name, .data = (char *)content,
		.len = strlen(content),
	};
}
