import { expect, test } from 'vitest';
import { Verify } from '~/engine/senders/verify';
import { explainRejection, tellSender } from '~/services/webhooks/explain-rejection';

const endpoint = { secret: 's3cret', headers: { 'X-Team': 'core' } };

function explain(sent: Record<string, string>, verify?: Verify, secret = endpoint.secret): string {
  return explainRejection({ header: (name) => sent[name] }, { ...endpoint, secret, verify });
}

test('what is missing is named before what is wrong, and what the headers show before the proof', () => {
  const lacking = 'The header X-Webhook-Signature, which carries the proof, is missing.';
  const wrong = 'The signature or token does not fit the saved secret, or the body was changed on its way.';
  expect(explain({})).toBe(lacking);
  expect(explain({ 'x-webhook-signature': 'guess' })).toBe('Missing, or with another value: X-Team.');
  expect(explain({ 'x-hub-signature-256': 'sha256=00', 'x-team': 'core' })).toBe(wrong);
  expect(explain({}, undefined, '')).toBe('Missing, or with another value: X-Team.');
  expect(explain({ 'x-team': 'core' }, { scheme: 'github' } as Verify, '')).toMatch('There is no secret yet');
});

test('a required header whose value an import left to be entered fits no delivery', () => {
  const emptied = { secret: '', headers: { 'X-Team': '' } };
  const reason = explainRejection({ header: () => '' }, emptied);
  expect(reason).toBe('Missing, or with another value: X-Team.');
});

test('a proof by name and password stands in a header, one in the query in none', () => {
  const basic = { scheme: 'basic', username: 'ada' } as Verify;
  expect(explain({ 'x-team': 'core' }, basic)).toMatch('The header Authorization, which');
  const own = Verify.parse({ scheme: 'hmac', header: 'X-Shop-Signature' });
  expect(explain({ 'x-team': 'core' }, own)).toMatch('The header X-Shop-Signature, which');
  expect(explain({ 'x-shop-signature': '00', 'x-team': 'core' }, own)).toMatch('does not fit');
  expect(explain({ authorization: 'Basic eA==', 'x-team': 'core' }, basic)).toMatch(
    'What was sent as the secret',
  );
  const query = { scheme: 'query', name: 'key' } as Verify;
  expect(explain({ 'x-team': 'core' }, query)).toMatch('What was sent as the secret does not fit');
});

const sayOf = (verify: object, secret: string) => explain({}, verify as Verify, secret);

test('a secret that is not in the form of its sender is the reason, whatever was sent', () => {
  expect(sayOf({ scheme: 'wecom' }, 'QDG6eK')).toMatch(
    'is not a token, a vertical bar and an EncodingAESKey',
  );
  expect(sayOf({ scheme: 'plaid' }, 'x')).toMatch('is not a client ID, a vertical bar and a secret');
  expect(sayOf({ scheme: 'braintree' }, 'x')).toMatch(
    'is not a public key, a vertical bar and a private key',
  );
  expect(sayOf({ scheme: 'adyen' }, 'no hex')).toMatch('is not in hex');
  expect(sayOf({ scheme: 'onfleet' }, 'no hex')).toMatch('is not in hex');
  expect(sayOf({ scheme: 'discord' }, 'x')).toMatch('is not a public key that can be read');
  expect(sayOf({ scheme: 'onfleet' }, '00ff')).toMatch('The header x-onfleet-signature, which');
  expect(sayOf({ scheme: 'lark-encrypted' }, 'any text')).toMatch('Missing, or with another value');
});

test('the response says what to send, but neither which part is wrong nor the names of required headers', () => {
  const tell = (sent: Record<string, string>, verify?: object, { secret, headers } = endpoint) =>
    tellSender({ header: (name) => sent[name] }, { secret, headers, verify: verify as Verify });
  const none = { secret: endpoint.secret, headers: {} as typeof endpoint.headers };
  expect(tell({}, undefined, none)).toBe(
    'The header X-Webhook-Signature, which must prove who sends, is missing.',
  );
  expect(tell({ 'x-hub-signature-256': 'x' }, { scheme: 'github' }, none)).toMatch(
    /^The signature or token does not fit\. It/,
  );
  const guess = { 'x-hub-signature-256': 'x', 'x-team': 'core' };
  expect(tell(guess, { scheme: 'github' })).toBe(tell({ ...guess, 'x-team': 'y' }, { scheme: 'github' }));
  expect(tell(guess, { scheme: 'github' })).toContain('or a required header is missing or wrong');
  expect(tell(guess, { scheme: 'github' })).not.toContain('X-Team');
  expect(tell({ authorization: 'x' }, { scheme: 'basic', username: '' }, none)).toMatch(
    'What must be the secret of this webhook is missing or another text.',
  );
  expect(tell({}, { scheme: 'github' }, { ...none, secret: '' })).toMatch('until its owner saves the secret');
  expect(tell({}, { scheme: 'discord' }, none)).toMatch('until its owner saves the secret');
  expect(tell({}, undefined, { ...endpoint, secret: '' })).toBe(
    'A required header is missing or has another value.',
  );
});
