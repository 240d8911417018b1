# SPDX-License-Identifier: GPL-2.0
#
# KUnit's results of one suite (nested KTAP) as flat TAP: a line for every
# parameter of every test, named "suite: test: parameter", so that totals are
# of what really ran.
#
#	awk -v n=17 -f ktap.awk /sys/kernel/debug/kunit/wcbar_spec/results
#
# Numbers go on from n; there is no plan line.  Besides the tests' own failures
# these are: nothing ran, a plan that was not kept, a suite or test without its
# closing line, totals that differ from the lines, a result that is better or
# worse than the parts it is made of.  Runs in busybox awk, in the guest.

function result(okay, what, directive)
{
	n++
	print (okay ? "ok " : "not ok ") n " - " what directive
}

# what is open above depth d, as "suite: test: "
function prefix(d,	i, s)
{
	for (i = 1; i <= d; i++)
		if (name[i] != "")
			s = s name[i] ": "
	return s
}

function fault(d, what, why)
{
	result(0, prefix(d) what, "")
	print "# " why
	# a fault of a part is one of the whole
	bad[d]++
}

function explain(	i)
{
	for (i = 1; i <= lines; i++)
		print "# " text[i]
	lines = 0
}

function begin(d)
{
	ran[d] = bad[d] = 0
	plan[d] = -1
	name[d] = ""
	open[d] = 0
}

# the parts of a result at depth d, which are one deeper, are complete
function check_parts(d, okay, skipped, what,	p)
{
	p = d + 1
	if (open[p] && name[p] != what)
		fault(p, "finishes", "the next line is that of " what)
	if (plan[p] >= 0 && plan[p] != ran[p])
		fault(p, "runs what it planned",
		      "planned " plan[p] ", ran " ran[p])
	if (!ran[p] && !skipped)
		fault(p, "runs anything", "nothing ran")
	if (open[p + 1])
		fault(p + 1, "finishes", "its closing line is missing")
	if (okay && bad[p])
		fault(p, "its result is that of its parts",
		      "said to be ok, with " bad[p] " failures")
	if (!okay && !bad[p]) {
		fault(p, "its result is that of its parts",
		      "failed, but no part of it did")
		explain()
	}
}

BEGIN {
	for (i = 0; i < 8; i++)
		begin(i)
}

{
	sub(/\r$/, "")
	match($0, /^ */)
	depth = int(RLENGTH / 4)
	line = substr($0, RLENGTH + 1)
	if (depth > 6)
		depth = 6
}

line == "" || line ~ /^KTAP version 1$/ { next }

line ~ /^# Subtest: / {
	if (open[depth])
		fault(depth, "finishes", "another one begins")
	begin(depth)
	open[depth] = 1
	name[depth] = substr(line, 12)
	next
}

line ~ /^1\.\.[0-9]+$/ {
	plan[depth] = substr(line, 4) + 0
	next
}

# "# test: pass:2 fail:0 skip:0 total:2" closes what is one deeper
line ~ /^# .*: pass:[0-9]+ fail:[0-9]+ skip:[0-9]+ total:[0-9]+$/ {
	if (line ~ /^# Totals: /)
		next
	total = line
	sub(/.* total:/, "", total)
	if (total + 0 != ran[depth + 1])
		fault(depth + 1, "its totals are those of its lines",
		      "total " total ", " ran[depth + 1] " lines")
	next
}

line ~ /^(not )?ok [0-9]+/ {
	okay = line !~ /^not /
	what = line
	sub(/^(not )?ok [0-9]+ *(- )?/, "", what)
	directive = ""
	if (match(what, / *# *SKIP/)) {
		directive = " # SKIP" substr(what, RSTART + RLENGTH)
		what = substr(what, 1, RSTART - 1)
	}
	# in a name it would be read as a directive
	gsub(/#/, "", what)

	if (open[depth + 1] || ran[depth + 1]) {
		check_parts(depth, okay, directive != "", what)
		if (directive != "" && !ran[depth + 1])
			result(1, prefix(depth) what, directive)
		okay = okay && !bad[depth + 1]
	} else if (depth == 0) {
		name[1] = what
		fault(1, "runs anything", "nothing ran")
		okay = 0
	} else {
		result(okay, prefix(depth) what, directive)
		if (!okay)
			explain()
	}
	ran[depth]++
	bad[depth] += !okay
	lines = 0
	begin(depth + 1)
	begin(depth + 2)
	next
}

# what a test says before its result: kept for the case that it failed
line ~ /^# module: / { next }
{
	sub(/^# /, "", line)
	text[++lines] = line
}

END {
	for (i = 6; i >= 1; i--) {
		if (!open[i] && !ran[i])
			continue
		fault(i, "finishes", "its closing line is missing")
		explain()
	}
	if (!ran[0])
		fault(0, "a KUnit suite runs", "nothing ran")
	if (plan[0] >= 0 && plan[0] != ran[0])
		fault(0, "KUnit runs the suites it planned",
		      "planned " plan[0] ", ran " ran[0])
}
