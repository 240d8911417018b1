# SPDX-License-Identifier: GPL-2.0
#
# Rows of the driver's bandwidth file, measured by the instruction clock, as a
# table: instructions to copy a block by method and size.

/^#/ { next }
$9 > 0 {
	if (!($1 in seen)) {
		seen[$1] = 1
		methods[++nr] = $1
	}
	if (!($6 in known)) {
		known[$6] = 1
		sizes[++columns] = $6
	}
	# issued_median, ns; one instruction is one
	cost[$1, $6] = $11
}

function size(n)
{
	return n >= 1024 ? n / 1024 "K" : n
}

END {
	printf "  %-20s", "instructions"
	for (i = 1; i <= columns; i++)
		printf "%9s", size(sizes[i])
	printf "\n"
	for (m = 1; m <= nr; m++) {
		printf "  %-20s", methods[m]
		for (i = 1; i <= columns; i++)
			printf "%9d", cost[methods[m], sizes[i]]
		printf "\n"
	}
	exit nr == 0
}
