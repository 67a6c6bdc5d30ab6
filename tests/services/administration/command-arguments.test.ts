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
  ['admin', 'delete-account', 'ada@example.com', '--with-organizations'],
])('%j %j is a command', (...words) => {
  expect(readArguments(words)).toEqual({ kind: 'command' });
});

test.each([
  [['--help'], '--help'],
  [['backup', '--help'], 'backup'],
  [['rotate-key', '-h'], 'rotate-key'],
  [['admin', '--help'], 'admin'],
  [['admin', 'pause', '--help'], 'admin pause'],
  [['nonsense', '--help'], 'nonsense'],
])('%j asks how it is used', (words, name) => {
  expect(readArguments(words)).toEqual({ kind: 'help', name });
});

test.each([
  [[], '', 'The name of a command is missing.'],
  [['admin'], 'admin', 'The name of a command is missing.'],
  [['nonsense'], '', 'There is no command nonsense: nothing was done.'],
  [['constructor'], '', 'There is no command constructor: nothing was done.'],
  [['admin', 'verfy', 'ada@example.com'], 'admin', 'There is no command admin verfy: nothing was done.'],
])('%j is answered with what there is', (words, name, message) => {
  expect(readArguments(words)).toEqual({ kind: 'wrong', name, message });
});

test.each([
  [['restore'], 'restore needs FILE: nothing was done.'],
  [['admin', 'verify'], 'admin verify needs EMAIL: nothing was done.'],
  [['admin', 'quota', 'id'], 'admin quota needs HOUR and DAY: nothing was done.'],
  [['backup', 'a.db', 'b.db'], 'backup does not take “b.db”: nothing was done.'],
  [['resume', 'now'], 'resume does not take “now”: nothing was done.'],
  [['admin', 'pause', 'later'], 'admin pause does not take “later”: nothing was done.'],
  [['backup', '--nighty'], 'backup has no option --nighty.'],
  [['rotate-key', '--dry-run'], 'rotate-key has no option --dry-run.'],
  [['restore', '--force', 'a.db'], 'restore has no option --force.'],
])('%j is refused', (words, message) => {
  const name = words.slice(0, words[0] === 'admin' ? 2 : 1).join(' ');
  expect(readArguments(words)).toEqual({ kind: 'wrong', name, message });
});
