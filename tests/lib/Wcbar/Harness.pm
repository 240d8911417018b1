# SPDX-License-Identifier: GPL-2.0
#
# prove's harness, with the reasons of skipped tests and a plain last line:
#
#	412 passed, 0 failed, 6 skipped

package Wcbar::Harness;

use strict;
use warnings;
use parent 'TAP::Harness';

sub new
{
	my ($class, @args) = @_;
	my $self = $class->SUPER::new(@args);

	$self->{wcbar_skipped} = [];
	$self->callback(made_parser => sub {
		my ($parser, $job) = @_;
		my $file = $job->[1];

		$parser->callback(test => sub {
			my ($test) = @_;
			push @{$self->{wcbar_skipped}},
				"$file: " . ($test->description =~ s,^- ,,r) . ": " .
				$test->explanation
				if $test->has_skip;
		});
	});
	return $self;
}

# failures that no test line tells of: a wrong plan, an exit status, no tests
sub failed_files
{
	my ($aggregate) = @_;
	my $files = 0;

	for my $parser ($aggregate->parsers($aggregate->descriptions)) {
		$files++ if $parser->has_problems && !$parser->failed;
	}
	return $files;
}

sub summary
{
	my ($self, $aggregate, @rest) = @_;

	$self->SUPER::summary($aggregate, @rest);

	my $skipped = $aggregate->skipped;
	my $failed = $aggregate->failed + failed_files($aggregate);
	my $passed = $aggregate->passed - $skipped;

	if (my @why = sort @{$self->{wcbar_skipped}}) {
		print "\nSkipped\n";
		print "  $_\n" for @why;
	}
	printf "\n%d passed, %d failed, %d skipped\n", $passed, $failed,
		$skipped;
}

1;
