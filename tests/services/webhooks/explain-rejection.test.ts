import { expect, test } from 'vitest';
import { explainRejection } from '~/services/webhooks/explain-rejection';

const door = { secret: 's3cret', headers: { 'X-Team': 'core' } };
type Verify = Parameters<typeof explainRejection>[1]['verify'];

function explain(sent: Record<string, string>, verify?: Verify, secret = door.secret): string {
  return explainRejection({ header: (name) => sent[name] }, { ...door, secret, verify });
}

test('what is missing is named before what is wrong, and what the headers show before the proof', () => {
  const lacking = 'The header x-webhook-signature, which carries the proof, is missing.';
  const wrong = 'The proof, which may cover the body to the last byte, does not fit the saved secret.';
  expect(explain({})).toBe(lacking);
  expect(explain({ 'x-webhook-signature': 'guess' })).toBe('Missing, or with another value: X-Team.');
  expect(explain({ 'x-hub-signature-256': 'sha256=00', 'x-team': 'core' })).toBe(wrong);
  expect(explain({}, undefined, '')).toBe('Missing, or with another value: X-Team.');
  expect(explain({ 'x-team': 'core' }, { scheme: 'github' } as Verify, '')).toMatch('There is no secret yet');
});

test('a proof by name and password stands in a header, one in the query in none', () => {
  const basic = { scheme: 'basic', username: 'ada' } as Verify;
  expect(explain({ 'x-team': 'core' }, basic)).toMatch('The header authorization, which');
  expect(explain({ authorization: 'Basic eA==', 'x-team': 'core' }, basic)).toMatch(
    'What is to be the secret',
  );
  const query = { scheme: 'query', name: 'key' } as Verify;
  expect(explain({ 'x-team': 'core' }, query)).toMatch('What is to be the secret does not fit');
});
