// SPDX-License-Identifier: GPL-2.0
/*
 * The link of a card of this machine, and the header that writes to its
 * aperture need.
 */
#include "model/cardlink.h"

static int take(const struct pci_card *card, struct pcie *p, struct error *e)
{
	struct text link = text_of(card->link);
	int bar = pci_aperture(card);

	if (!link_parse(&link, &p->link) || !link_known(&p->link))
		return error_set(e, -ENODATA,
				 "the link of %s is not known; name one with --link gen4x16",
				 card->address);
	if (bar >= 0 && p->header == PCIE_HEADER_AUTO)
		p->header = card->bars[bar].start >> 32 ? PCIE_HEADER_4DW :
							  PCIE_HEADER_3DW;
	return 0;
}

/**
 * cardlink_find - the link that a card has now
 * @text: the card's PCI address
 * @p: its link, and its header where none was chosen
 * @address: the address with its domain
 * @e: what went wrong, but for -EINVAL
 *
 * Return: 0; -EINVAL where the text is no address; a negative errno.
 */
int cardlink_find(const char *text, struct pcie *p, char address[BDF_TEXT],
		  struct error *e)
{
	struct pci_card *cards = NULL;
	struct bdf bdf;
	size_t nr = 0, i;
	int ret;

	if (bdf_parse(text, &bdf))
		return -EINVAL;
	bdf_format(&bdf, address);
	ret = pci_scan(&cards, &nr, e);
	if (ret)
		return ret == -EINVAL ? -EIO : ret;
	for (i = 0; i < nr && strcmp(cards[i].address, address); i++)
		;
	if (i < nr)
		ret = take(&cards[i], p, e);
	else
		ret = error_set(e, -ENODEV, "there is no PCI function %s",
				address);
	free(cards);
	return ret;
}
