#!/usr/bin/perl
# SPDX-License-Identifier: GPL-2.0
#
# Adds up the output of gcov -t of many objects and many runs: a source file
# of the driver is compiled into the driver and into several test suites.
#
#	merge.pl --out DIR --root drivers/wcbar [--gate=memtype.c]... <LINES
#
# Prints a table of files, then for each gated file the lines that no test
# reached. The exit status is 1 where one of them is an error exit: a label,
# a goto, or the return of an error.

use strict;
use warnings;
use Cwd qw(realpath);
use File::Basename qw(dirname);
use File::Path qw(make_path);
use Getopt::Long;

my ($out, $root, @gates);
GetOptions('out=s' => \$out, 'root=s' => \$root, 'gate=s' => \@gates)
	and defined $out and defined $root
	or die "usage: merge.pl --out DIR --root DIR [--gate=FILE]...\n";
$root = realpath($root) // die "no folder $root\n";

# {file}{line} = times it ran; a line without code has no entry
my %ran;

sub read_lines
{
	my $file;

	while (<STDIN>) {
		next unless /^\s*(-|#####|=====|\d+\*?):\s*(\d+):(.*)$/;
		my ($count, $line, $text) = ($1, $2, $3);

		if ($line == 0) {
			next unless $text =~ /^Source:(.*)$/;
			# a link in a build folder leads to the source
			my $path = realpath($1);
			$file = defined $path && $path =~ s{^\Q$root\E/}{} ?
				$path : undef;
			next;
		}
		next if !defined $file || $count eq '-';
		# a star: some of the line did not run; "#####", "=====": none
		$count =~ s/\*$//;
		$count = 0 if $count =~ /^[#=]/;
		$ran{$file}{$line} = ($ran{$file}{$line} // 0) + $count;
	}
}

sub source_of
{
	my ($file) = @_;

	open(my $fh, '<', "$root/$file") or die "$root/$file: $!\n";
	my @lines = <$fh>;
	chomp(@lines);
	return @lines;
}

# a copy of the source with the counts in front
sub annotate
{
	my ($file) = @_;
	my $n = 0;

	make_path(dirname("$out/$file"));
	open(my $fh, '>', "$out/$file.gcov") or die "$out/$file.gcov: $!\n";
	for my $text (source_of($file)) {
		my $count = $ran{$file}{++$n};

		printf $fh "%9s: %4d: %s\n",
			!defined $count ? '' : $count || '#####', $n, $text;
	}
	close($fh) or die "$out/$file.gcov: $!\n";
}

# Error exits of a file that were not reached: lines with a goto or with the
# return of an error, and labels after which no line of code ran.
sub missed_exits
{
	my ($file) = @_;
	my @text = source_of($file);
	my @missed;

	for my $n (1 .. @text) {
		my $text = $text[$n - 1];
		my $at = $n;

		if ($text =~ /^[a-z]\w*:$/) {
			$at++ while $at < @text &&
				!defined $ran{$file}{$at} &&
				$text[$at - 1] ne '}';
		} elsif ($text !~ /\bgoto \w+;|\breturn (?:.*[?:] ?)?-E[A-Z]+/) {
			next;
		}
		# what the compiler has merged with another line is not counted
		next unless defined $ran{$file}{$at};
		push @missed, $n unless $ran{$file}{$at};
	}
	return @missed;
}

read_lines();
die "merge.pl: no lines of $root\n" unless %ran;

my $bad = 0;
printf "%-24s %6s %8s\n", 'file', 'lines', 'reached';
for my $file (sort keys %ran) {
	my @counts = values %{$ran{$file}};
	my $reached = grep { $_ } @counts;

	printf "%-24s %6d %7.1f%%\n", $file, scalar @counts,
		100 * $reached / @counts;
	annotate($file);
}

for my $file (@gates) {
	my @text = source_of($file);
	my @missed;

	if (!$ran{$file}) {
		print "\n$file: not compiled with counters\n";
		$bad = 1;
		next;
	}
	my @unreached = sort { $a <=> $b }
		grep { !$ran{$file}{$_} } keys %{$ran{$file}};
	print "\n$file: ", scalar @unreached, " lines not reached\n";
	print "$file:$_: $text[$_ - 1]\n" for @unreached;
	@missed = missed_exits($file);
	next unless @missed;
	print "$file: error exits among them\n";
	print "$file:$_: $text[$_ - 1]\n" for @missed;
	$bad = 1;
}
exit $bad;
