import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import type { Proof } from '~/engine/senders/proof';
import { senders } from '~/engine/senders/senders';

const text = readFileSync('docs/senders.md', 'utf8');
const vectors = readFileSync('tests/services/webhooks/proof/sender-vectors.test.ts', 'utf8');

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

/** The name of a sender without what of it is meant, such as `(signed)`. */
function nameWithout(label: string): string {
  return label.replace(/ \(.*/, '');
}

test('the delivery keys are those of the table, and the other way round', () => {
  const [, table = ''] = text.split('## Deliveries that are sent again');
  const rows = [...table.matchAll(/^\| (\S.*?) +\| (header|payload) +\| `(.+)` +\|$/gm)];
  const listed = rows.map(([, sender = '', where, of]) => ({
    of,
    by: where === 'payload' ? 'path' : where,
    labels: senders
      .filter(({ label }) => nameWithout(label) === nameWithout(sender))
      .map(({ label }) => label),
  }));
  const known = senders.flatMap(({ label, deliveryKey }) => (deliveryKey ? [{ label, ...deliveryKey }] : []));
  expect(rows.length).toBeGreaterThan(20);
  for (const { labels, of, by } of listed) {
    expect(labels.length, of).toBeGreaterThan(0);
    for (const label of labels) expect(known).toContainEqual({ label, by, of });
  }
  expect(known).toHaveLength(listed.flatMap(({ labels }) => labels).length);
});

test('what is said to be tried has its vector, and the other way round', () => {
  const tried = senders.filter(({ name }) => findRow(name)[5] === 'yes').map(({ name }) => name);
  const tested = [...vectors.matchAll(/^ {4}scheme: '([^']+)'/gm)].map(([, name]) => name);
  expect(tried.toSorted()).toEqual(tested.toSorted());
});

test('who is answered 200 without a text is named', () => {
  const named = senders.filter(({ answer }) => answer?.status === 200 && answer.body === '');
  const list = named
    .map(({ label }) => label)
    .toSorted((a, b) => text.indexOf(`\n| ${a} `) - text.indexOf(`\n| ${b} `));
  expect(text.replace(/\s+/g, ' ')).toContain(
    `200 without a text is what these get: ${list.slice(0, -1).join(', ')} and ${list.at(-1)};`,
  );
});

/** Whether what a sender shows is made for this delivery; the others hand over the secret itself. */
function isSigned({ kind }: Proof): boolean {
  return !['token', 'query', 'field', 'basic', 'auto'].includes(kind);
}

test('all of them prove who they are, and as many as the page says', () => {
  const signed = senders.filter(({ proof }) => isSigned(proof)).length;
  const tried = senders.filter(({ name }) => findRow(name)[5] === 'yes').length;
  expect(senders.length).toBeGreaterThanOrEqual(55);
  expect(senders.filter(({ proof }) => proof.kind === 'auto')).toEqual([]);
  expect(text.replace(/\s+/g, ' ')).toContain(
    `Of these ${senders.length} senders ${signed} sign what they send, and each signature is checked; the other ${senders.length - signed} show the secret. ${tried} were tried.`,
  );
});
