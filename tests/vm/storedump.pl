#!/usr/bin/perl
# SPDX-License-Identifier: GPL-2.0
#
# Reads a trace of the store-trace plugin by the letter of its description
# (include/wcbar/storetrace.h) and prints it, addresses from the start of the
# range on. What the description does not allow is an error.
#
#	storedump.pl FILE		a line for each record
#	storedump.pl --expand FILE	a line for each access
#	storedump.pl --table FILE	sums by label, CPU, access and instruction
#
# --no-interrupts leaves out what was executed while an interrupt was served,
# --mnemonics the operands of the instructions.

use strict;
use warnings;

use constant { HEADER => 64, RECORD => 32, PERIOD => 16 };

my %on;
$on{$1} = shift while @ARGV && $ARGV[0] =~ /^--(expand|table|no-interrupts|mnemonics)$/;
@ARGV == 1 or die "usage: storedump.pl [--expand|--table] [--no-interrupts] [--mnemonics] FILE\n";

my @kinds = qw(none range insn store load repeat fence serialize lock uc
	       interrupt mark lost end);
my @fences = qw(none sfence lfence mfence);
my @serializes = qw(none cpuid iret wrmsr mov-cr mov-dr invd invlpg ldt rsm
		    serialize int port-io);
my @marks = qw(none start stop label);

open(my $fh, '<:raw', $ARGV[0]) or die "$ARGV[0]: $!\n";
my $records = 0;
my (%text, %window, %sum, @order);
my ($lo, $label, $ended) = (0, '-', 0);

sub take
{
	my ($bytes) = @_;
	my $got = read($fh, my $data, $bytes);

	return undef if !$got;
	$got == $bytes or die "the file ends inside a record\n";
	return $data;
}

# one line, or one summand
sub out
{
	my ($r, $what, $addr, $count) = @_;
	my $insn = $text{$r->{insn}};

	return if $on{'no-interrupts'} && ($r->{flags} & 4);
	if ($on{table}) {
		my $key = join(' ', $label, "cpu$r->{cpu}", $what, $insn // '-');

		push @order, $key if !defined $sum{$key};
		$sum{$key} += $count;
		return;
	}
	my @line = ("cpu$r->{cpu}", $what);

	push @line, sprintf('0x%05x', $addr) if defined $addr;
	push @line, "x$count" if $count != 1;
	push @line, 'locked' if $r->{flags} & 2;
	push @line, 'io' if $r->{flags} & 1;
	push @line, 'in-interrupt' if $r->{flags} & 4;
	push @line, $insn if defined $insn;
	print "@line\n";
}

# an access record, moved by $offset
sub access
{
	my ($r, $offset) = @_;
	my $what = "$kinds[$r->{kind}] $r->{width}";
	my $addr = $r->{addr} + $offset - $lo;

	return out($r, $what, $addr, $r->{count}) if !$on{expand};
	out($r, $what, $addr + $_ * $r->{width}, 1) for 0 .. $r->{count} - 1;
}

sub repeat
{
	my ($r) = @_;
	my $past = $window{$r->{cpu}} // [];
	my $period = $r->{sub};
	my $advance = unpack('q<', pack('Q<', $r->{addr}));

	$period >= 1 && $period <= PERIOD && $period <= @$past
		or die "record $records: repeats $period of " . @$past . "\n";
	if ($on{table}) {
		access({ %$_, count => $_->{count} * $r->{count} }, 0)
			for @$past[-$period .. -1];
	} elsif ($on{expand}) {
		for my $turn (1 .. $r->{count}) {
			access($_, $turn * $advance) for @$past[-$period .. -1];
		}
	} else {
		printf "cpu%d repeat %d x%d %+d\n", $r->{cpu}, $period,
			$r->{count}, $advance;
	}
	# nothing may refer to what stands before a repeat
	$window{$r->{cpu}} = [];
}

sub event
{
	my ($r, $what) = @_;

	$r->{count} > 0 or die "record $records: an event that did not happen\n";
	$window{$r->{cpu}} = [];
	out($r, $what, undef, $r->{count});
}

sub mark
{
	my ($r) = @_;

	%window = ();
	$label = $r->{count} if $marks[$r->{sub}] ne 'stop';
	print "$marks[$r->{sub}] $r->{count}\n" if !$on{table};
}

my $header = take(HEADER) or die "the file is empty\n";
my ($magic, $version, $hsize, $rsize, $flags, $api, $cpus) =
	unpack('a8 V v v V V V', $header);
$magic eq 'WCBTRACE' or die "this is no trace\n";
$version == 1 && $hsize == HEADER && $rsize == RECORD
	or die "version $version is not known\n";

my %does = (
	range => sub {
		my ($r) = @_;
		%window = ();
		$lo = $r->{addr};
		printf "range 0x%x 0x%x\n", $r->{addr}, $r->{time}
			if !$on{table};
	},
	insn => sub {
		my ($r) = @_;
		my $blocks = int(($r->{count} + RECORD - 1) / RECORD);
		my ($text) = split(/\0/, take($blocks * RECORD));

		defined $text{$r->{insn}} and die "insn $r->{insn} again\n";
		$text =~ s/\s+/ /g;
		$text =~ s/ $//;
		$text =~ s/^((?:(?:rep\w*|lock) )?\S+).*/$1/ if $on{mnemonics};
		$text{$r->{insn}} = $text;
		$records += $blocks;
	},
	store => sub {
		my ($r) = @_;
		$r->{width} >= 1 && $r->{width} <= 64
			or die "record $records: width $r->{width}\n";
		defined $text{$r->{insn}} or die "record $records: by nothing\n";
		push @{$window{$r->{cpu}}}, $r;
		access($r, 0);
	},
	repeat => \&repeat,
	fence => sub { event($_[0], "fence $fences[$_[0]{sub}]") },
	serialize => sub { event($_[0], "serialize $serializes[$_[0]{sub}]") },
	lock => sub { event($_[0], 'lock') },
	uc => sub { event($_[0], ($_[0]{sub} ? 'uc-load ' : 'uc-store ') .
			  $_[0]{width}) },
	interrupt => sub { event($_[0], 'interrupt') },
	mark => \&mark,
	lost => sub {
		my ($r) = @_;
		%window = ();
		print "lost $r->{addr}\n";
	},
	end => sub {
		my ($r) = @_;
		$ended = 1;
		$r->{addr} == $records or
			die "$records records, not $r->{addr}\n";
	},
);
# loads that are an event have no place of their own
$does{load} = $flags & 1 ? $does{store} :
	sub { event($_[0], "load $_[0]{width}") };

while (defined(my $data = take(RECORD))) {
	my %r;

	$ended and die "records behind the end\n";
	@r{qw(kind width cpu insn addr count sub flags time)} =
		unpack('C C v V Q< V v v Q<', $data);
	my $do = $does{$kinds[$r{kind}] // ''}
		or die "record $records: kind $r{kind}\n";
	$do->(\%r);
	$records++;
}
$ended or die "the trace is cut off\n";
print "$_ x$sum{$_}\n" for @order;
