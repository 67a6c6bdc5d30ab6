import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { senders } from '~/engine/senders/senders';

const text = readFileSync('docs/senders.md', 'utf8');
const vectors = readFileSync('tests/services/webhooks/sender-vectors.test.ts', 'utf8');

function findRow(name: string): string[] {
  const row = text.split('\n').find((line) => line.includes(`| \`${name}\``));
  return (row ?? '').split(/(?<!\\)\|/).map((cell) => cell.trim());
}

test.each(senders)(
  '$label stands in the table, with what to do there',
  ({ name, label, handshake = '', setUp }) => {
    const [, sender, , , asks, , toDo] = findRow(name);
    expect([sender, asks, toDo]).toEqual([label, handshake, setUp]);
  },
);

test('what is said to be tried has its vector, and the other way round', () => {
  const tried = senders.filter(({ name }) => findRow(name)[5] === 'yes').map(({ name }) => name);
  const tested = [...vectors.matchAll(/^ {4}scheme: '([^']+)'/gm)].map(([, name]) => name);
  expect(tried.toSorted()).toEqual(tested.toSorted());
});
