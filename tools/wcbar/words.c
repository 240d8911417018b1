// SPDX-License-Identifier: GPL-2.0
/*
 * Fills in the sentences of the rules: "{bar}" becomes "BAR2". A capital
 * first letter gives a capital in the sentence: "{Owner}".
 */
#include <ctype.h>

#include "words.h"

static void put_word(FILE *f, const char *key, const struct context *c)
{
	if (c->e && words_event(f, key, c))
		return;
	if ((c->reg || c->bar) && words_each(f, key, c))
		return;
	if (!strcmp(key, "count") && c->reg) {
		fprintf(f, "%u", c->reg->count);
		return;
	}
	if (words_machine(f, key, c) || words_mapping(f, key, c))
		return;
	fprintf(f, "{%s}", key);	/* a test looks for braces */
}

/**
 * words_fill - fill in the words in braces
 * @template: the sentence
 * @c: what the words are about
 *
 * Return: the sentence, to be freed.
 */
char *words_fill(const char *template, const struct context *c)
{
	size_t len, outlen;
	char *out = NULL;
	FILE *f = open_memstream(&out, &outlen);
	const char *p;

	if (!f)
		return NULL;
	for (p = template; *p; p += len) {
		char key[32], *word = NULL;
		size_t wordlen;
		FILE *w;

		len = strcspn(p, "{");
		fwrite(p, 1, len, f);
		if (!p[len])
			break;
		p += len + 1;
		len = strcspn(p, "}");
		snprintf(key, sizeof(key), "%.*s", (int)len, p);
		len += p[len] == '}';
		w = open_memstream(&word, &wordlen);
		if (!w)
			break;
		/* the name of a program or driver keeps its letters */
		if (!strcmp(key, "Who") && c->e && c->e->who.len) {
			put_word(w, "who", c);
			fflush(w);
		} else if (isupper((unsigned char)key[0])) {
			key[0] = (char)tolower((unsigned char)key[0]);
			put_word(w, key, c);
			fflush(w);
			word[0] = (char)toupper((unsigned char)word[0]);
		} else {
			put_word(w, key, c);
			fflush(w);
		}
		fwrite(word, 1, wordlen, f);
		fclose(w);
		free(word);
	}
	fclose(f);
	return out;
}
