import { expect, test } from 'vitest';
import { readArguments } from '~/services/administration/command-arguments';

test.each([
  ['backup'],
  ['backup', 'copy.db'],
  ['backup', '--nightly'],
  ['backup', '--nightly', 'copy.db'],
  ['restore', './-copy.db'],
  ['rotate-key'],
  ['admin', 'verify', 'ada@example.com'],
  ['admin', 'quota', 'id', '1000', 'none'],
  ['admin', 'quota'],
])('%j %j is a command', (...words) => {
  expect(readArguments(words)).toEqual({ kind: 'command' });
});

test.each([
  [['--help']],
  [['backup', '--help']],
  [['rotate-key', '-h']],
  [['admin', 'pause', '--help']],
  [['nonsense', '--help']],
])('%j asks how it is used', (words) => {
  expect(readArguments(words)).toEqual({ kind: 'help', isAsked: true });
});

test.each([[[]], [['nonsense']], [['restore']], [['admin']], [['admin', 'verify']], [['constructor']]])(
  '%j is answered with the usage',
  (words) => {
    expect(readArguments(words)).toEqual({ kind: 'help', isAsked: false });
  },
);

test.each([
  [['backup', 'a.db', 'b.db'], 'backup does not take “b.db”: nothing was done.'],
  [['resume', 'now'], 'resume does not take “now”: nothing was done.'],
  [['admin', 'pause', 'later'], 'admin pause does not take “later”: nothing was done.'],
  [['backup', '--nighty'], 'backup has no option --nighty.'],
  [['rotate-key', '--dry-run'], 'rotate-key has no option --dry-run.'],
  [['restore', '--force', 'a.db'], 'restore has no option --force.'],
])('%j is refused', (words, message) => {
  expect(readArguments(words)).toEqual({ kind: 'wrong', message });
});
