import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { commands, describeUsage } from '~/services/administration/command-usage';

test('the help of one command has that command alone', () => {
  expect(describeUsage('backup')).toMatch(/^Usage:\n {2}backup \[FILE\] +copies [^\n]+$/);
  expect(describeUsage('admin delete-account')).toMatch(
    /^Usage:\n {2}admin delete-account EMAIL +\S[^\n]+\n +\S[^\n]+$/,
  );
});

function listNames(usage: string): (string | undefined)[] {
  return [...usage.matchAll(/^ {2}((?:admin )?[a-z-]+)/gm)].map(([, name]) => name);
}

test('the help of admin has each of its commands, that of an unknown name all commands', () => {
  const names = Object.keys(commands);
  expect(listNames(describeUsage('admin'))).toEqual(names.filter((name) => name.startsWith('admin ')));
  for (const name of ['', 'nonsense', '--help']) expect(listNames(describeUsage(name))).toEqual(names);
});

test('each line fits a terminal', () => {
  for (const line of describeUsage().split('\n')) expect(line.length).toBeLessThanOrEqual(120);
});

test('the documents name each command', () => {
  const text = readFileSync('docs/operations.md', 'utf8');
  for (const name of Object.keys(commands)) {
    expect(text).toMatch(
      new RegExp(`(?:npm run|maintenance\\.js) ${name.replace('admin ', 'admin -- ')}\\b`),
    );
  }
});
