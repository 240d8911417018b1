// SPDX-License-Identifier: GPL-2.0
/*
 * The instructions that a trace of the plugin names by numbers. Code has few
 * of them that store to a card; but what a broken trace names is bounded.
 */
#include "model/insns.h"

#include "mem.h"

#define INSNS_MAX	65536	/* instructions whose text is kept */
#define TEXT_MAX	160	/* bytes of it */

static char *copy_word(const char *p, size_t room)
{
	size_t len = strnlen(p, room);

	return len ? mem_copy(p, min_t(size_t, len, TEXT_MAX)) : NULL;
}

/**
 * insns_add - an instruction is defined
 * @s: the instructions
 * @r: the record that defines it
 * @payload: its text, a NUL, its symbol, a NUL
 * @len: bytes of that
 */
void insns_add(struct insns *s, const struct wcbar_st_record *r,
	       const char *payload, size_t len)
{
	struct insn *insn;
	size_t text;

	if (r->insn >= INSNS_MAX)
		return;
	if (r->insn >= s->nr) {
		s->list = mem_grow(s->list, r->insn + 1, sizeof(*insn));
		memset(s->list + s->nr, 0,
		       (r->insn + 1 - s->nr) * sizeof(*insn));
		s->nr = r->insn + 1;
	}
	insn = &s->list[r->insn];
	free(insn->text);
	free(insn->symbol);
	text = strnlen(payload, len);
	insn->addr = r->addr;
	insn->text = copy_word(payload, len);
	insn->symbol = text + 1 < len ?
		       copy_word(payload + text + 1, len - text - 1) : NULL;
	insn->direct = insn->text && strstr(insn->text, "movdir");
}

/**
 * insns_direct - whether an instruction is a direct store
 * @s: the instructions
 * @insn: its number
 *
 * Return: true for movdir64b and movdiri.
 */
bool insns_direct(const struct insns *s, u32 insn)
{
	return insn < s->nr && s->list[insn].direct;
}

/**
 * insns_words - words for an instruction
 * @s: the instructions
 * @insn: its number
 * @buf: where to
 */
void insns_words(const struct insns *s, u64 insn, char buf[TRACE_PLACE])
{
	const struct insn *i;

	if (insn >= s->nr || !s->list[insn].text) {
		snprintf(buf, TRACE_PLACE, "instruction %llu", insn);
		return;
	}
	i = &s->list[insn];
	snprintf(buf, TRACE_PLACE, "0x%llx %.100s%s%.80s", i->addr, i->text,
		 i->symbol ? " in " : "", i->symbol ? i->symbol : "");
}

/**
 * insns_free - throw instructions away
 * @s: the instructions
 */
void insns_free(struct insns *s)
{
	while (s->nr) {
		s->nr--;
		free(s->list[s->nr].text);
		free(s->list[s->nr].symbol);
	}
	free(s->list);
	s->list = NULL;
}
