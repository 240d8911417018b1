// SPDX-License-Identifier: GPL-2.0
/*
 * The table of copy methods, and how a name is looked up in it.
 */
#include <wcbar/spec.h>

#include "methods.h"

#ifdef __KERNEL__
#include <linux/build_bug.h>
#else
#include <assert.h>
#endif

#define WCBAR_METHOD(id) (&wcbar_method_##id)
const struct wcbar_method *const wcbar_methods[] = {
#include "list.h"
};

#undef WCBAR_METHOD

const unsigned int wcbar_nr_methods = ARRAY_SIZE(wcbar_methods);

/* A set of methods is a u64, see struct wcbar_spec. */
static_assert(ARRAY_SIZE(wcbar_methods) <= WCBAR_MAX_METHODS,
	      "too many copy methods for a set of them");

/**
 * wcbar_method_find() - the method of a name
 * @name: name, need not be terminated
 * @len: length of @name in bytes
 *
 * Context: any.
 * Return: the method, or NULL if there is none of exactly this name.
 */
const struct wcbar_method *wcbar_method_find(const char *name, size_t len)
{
	unsigned int i;

	for (i = 0; i < wcbar_nr_methods; i++) {
		const struct wcbar_method *m = wcbar_methods[i];

		if (strlen(m->name) == len && !memcmp(m->name, name, len))
			return m;
	}
	return NULL;
}
