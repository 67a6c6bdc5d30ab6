import { expect, test } from 'vitest';
import { addEndedSecrets, addHandedOn, createRunSecrets } from '~/engine/run/run-secrets';
import { makeDefinition } from '../definition/call';

test('a run learns very many secrets at once, each once', () => {
  const secrets = createRunSecrets(makeDefinition([{ url: 'https://a.example/' }]));
  const before = secrets.count();
  // Too short to be masked, so that nothing is built for them.
  const pairs = Array.from({ length: 200_000 }, (_, index) =>
    String.fromCharCode(0x4e00 + (index % 1000), 0x4e00 + Math.floor(index / 1000)),
  );
  secrets.add([...pairs, ...pairs]);
  expect(secrets.count() - before).toBe(pairs.length);
  expect(secrets.listAdded()).toEqual(pairs);
});

const value = { user: 'ada-lovelace', token: 'sesame-open-77' };
const finished = {
  kind: 'call-finished',
  step: 0,
  attempt: 1,
  outcome: 'success',
  errorMessage: null,
  response: null,
  ruling: null,
} as const;

test.each([
  ['an earlier release, which marked all that was saved', { hasSecretResponse: true as const }, '•••• ••••'],
  ['this release', { secrets: ['sesame-open-77'] }, 'ada-lovelace ••••'],
])('a run that goes on hides what a call recorded by %s', (_by, recorded, shown) => {
  const secrets = createRunSecrets(makeDefinition([]));
  addEndedSecrets(secrets, { ...finished, saved: [['record', value]], ...recorded });
  expect(secrets.maskSecrets('ada-lovelace sesame-open-77')).toBe(shown);
});

test.each([
  ['an earlier release, which marked all that was handed on', { hasSecret: true as const }, '•••• ••••'],
  ['this release', { secrets: ['sesame-open-77'] }, 'ada-lovelace ••••'],
])('a run that goes on hides what an item recorded by %s', (_by, recorded, shown) => {
  const secrets = createRunSecrets(makeDefinition([]));
  addHandedOn(secrets, { saved: [['made', value]], ...recorded });
  expect(secrets.maskSecrets('ada-lovelace sesame-open-77')).toBe(shown);
});
