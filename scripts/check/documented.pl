#!/usr/bin/perl
# SPDX-License-Identifier: GPL-2.0
#
# Functions that are not static, in .c files, and structures and enumerations,
# in headers, that have no kernel-doc comment. It reads the kernel's layout:
# what is defined begins in the first column.
#
#	documented.pl FILE...

use strict;
use warnings;

# what is called by others and needs no words
my %known = (main => 1);

# a definition's first line, and no macro that looks like one
my $function = qr/^(?!static\b|typedef\b|extern\b|else\b|[A-Z])
		  [a-z][\w\s*]*?\b(\w+)\((?!\()/x;
my $type = qr/^(?:struct|enum|union)\s+(\w+)\s*\{/;
my $bad = 0;

for my $file (@ARGV) {
	open(my $fh, '<', $file) or die "$file: $!\n";
	# inside a comment, inside kernel-doc, what the last one was about
	my ($comment, $doc, $named) = (0, 0, '');

	while (<$fh>) {
		if (!$comment && m{^/\*}) {
			$comment = 1;
			$doc = m{^/\*\*};
			$named = '';
		}
		if ($comment) {
			$named = $1 if $doc && $named eq '' &&
				/^\s\*\s(?:(?:struct|enum|union)\s)?(\w+)/;
			$comment = 0 if m{\*/};
			next;
		}
		my $what;
		$what = $1 if $file =~ /\.c$/ && !/;\s*$/ && /$function/;
		$what = $1 if $file =~ /\.h$/ && /$type/;
		if (defined $what && !$known{$what} && $named ne $what) {
			print "$file:$.: $what has no kernel-doc comment\n";
			$bad = 1;
		}
		$named = '';
	}
	close($fh);
}
exit $bad;
