import { expect, test } from 'vitest';
import { Verify } from '~/engine/senders/verify';
import { explainRejection } from '~/services/webhooks/explain-rejection';

const door = { secret: 's3cret', headers: { 'X-Team': 'core' } };

function explain(sent: Record<string, string>, verify?: Verify, secret = door.secret): string {
  return explainRejection({ header: (name) => sent[name] }, { ...door, secret, verify });
}

test('what is missing is named before what is wrong, and what the headers show before the proof', () => {
  const lacking = 'The header X-Webhook-Signature, which carries the proof, is missing.';
  const wrong = 'The proof, which may cover the body to the last byte, does not fit the saved secret.';
  expect(explain({})).toBe(lacking);
  expect(explain({ 'x-webhook-signature': 'guess' })).toBe('Missing, or with another value: X-Team.');
  expect(explain({ 'x-hub-signature-256': 'sha256=00', 'x-team': 'core' })).toBe(wrong);
  expect(explain({}, undefined, '')).toBe('Missing, or with another value: X-Team.');
  expect(explain({ 'x-team': 'core' }, { scheme: 'github' } as Verify, '')).toMatch('There is no secret yet');
});

test('a proof by name and password stands in a header, one in the query in none', () => {
  const basic = { scheme: 'basic', username: 'ada' } as Verify;
  expect(explain({ 'x-team': 'core' }, basic)).toMatch('The header Authorization, which');
  const own = Verify.parse({ scheme: 'hmac', header: 'X-Shop-Signature' });
  expect(explain({ 'x-team': 'core' }, own)).toMatch('The header X-Shop-Signature, which');
  expect(explain({ 'x-shop-signature': '00', 'x-team': 'core' }, own)).toMatch('does not fit');
  expect(explain({ authorization: 'Basic eA==', 'x-team': 'core' }, basic)).toMatch(
    'What is to be the secret',
  );
  const query = { scheme: 'query', name: 'key' } as Verify;
  expect(explain({ 'x-team': 'core' }, query)).toMatch('What is to be the secret does not fit');
});
