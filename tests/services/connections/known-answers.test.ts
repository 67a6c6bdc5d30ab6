// Answers of well-known providers that differ from RFC 6749, as their documentation shows them.
import { expect, it, onTestFinished } from 'vitest';
import { authorizeConnection } from '~/services/connections/authorize';
import { createConnection } from '~/services/connections/connections';
import { makeOutbound } from '../../outbound/loopback';
import { createTestUser } from '../../support/accounts';
import { createTestContext } from '../../support/context';
import { startTarget } from '../../support/target';

/** What a connection grants whose provider answers so: with JSON, or with a text of this type and status. */
async function connect(
  answer: object | string,
  config: object = {},
  { type = 'application/json; charset=utf-8', status = 200 } = {},
) {
  const provider = await startTarget((_request, response) =>
    response
      .writeHead(status, { 'Content-Type': type })
      .end(typeof answer === 'string' ? answer : JSON.stringify(answer)),
  );
  onTestFinished(() => provider.close());
  const context = await createTestContext({ outbound: makeOutbound() });
  const { user, organizationId } = await createTestUser(context);
  const made = await createConnection(
    context,
    { userId: user.id, organizationId },
    {
      name: 'Shop',
      kind: 'oauth2_client_credentials',
      baseUrl: 'https://api.example.com',
      config: { tokenUrl: provider.url, clientId: 'a client', clientSecret: 'a secret', ...config },
    },
  );
  if (made.kind !== 'connection') throw new Error(JSON.stringify(made));
  return authorizeConnection(context, organizationId, made.connection.id);
}

/** What a call gets of such a connection: headers, or the message that nothing was sent. */
async function authorize(...answer: Parameters<typeof connect>) {
  const authorization = await connect(...answer);
  if (authorization.kind === 'granted') return authorization.grant.headers;
  return authorization.kind === 'refused' ? authorization.message : authorization.outcome.message;
}

it('takes a token of Shopify, which has no type and goes in a header of its own', async () => {
  const answer = { access_token: 'shpat_1', scope: 'write_products', expires_in: 86_399 };
  const tokenHeader = 'X-Shopify-Access-Token';
  expect(await authorize(answer, { tokenHeader })).toEqual([[tokenHeader, 'shpat_1']]);
});

it('takes a token of Slack, whose type is bot', async () => {
  const answer = {
    ok: true,
    access_token: 'xoxb-1',
    token_type: 'bot',
    scope: 'chat:write',
    team: { id: 'T1' },
  };
  expect(await authorize(answer)).toEqual([['Authorization', 'Bearer xoxb-1']]);
});

it('takes a token of Twitch, whose scope is a list', async () => {
  const answer = { access_token: 'a', expires_in: 14_124, scope: ['user:read:email'], token_type: 'bearer' };
  expect(await authorize(answer)).toEqual([['Authorization', 'Bearer a']]);
});

it.each([
  { of: 'Slack', answer: { ok: false, error: 'bad_client_secret' }, text: 'bad_client_secret' },
  {
    of: 'GitHub',
    answer: { error: 'incorrect_client_credentials', error_description: 'The client_id is incorrect.' },
    text: 'incorrect_client_credentials: The client_id is incorrect.',
  },
])('reads what $of refuses with, with the status 200', async ({ answer, text }) => {
  const refusal = String(await authorize(answer));
  const [said, link] = refusal.split(' Check the connection: ');
  expect(said).toBe(
    `Nothing was sent: the connection Shop has no token. The provider refused (HTTP 200): ${text.replace(/\.$/, '')}.`,
  );
  expect(link).toMatch(/\/organization\/settings\/connections\/[\w-]+$/);
});

it('takes no token that would be no Bearer token', async () => {
  expect(await authorize({ access_token: 'a', token_type: 'mac' })).toContain(
    'of a type that cannot be used',
  );
});

it.each(['Authorization: x', 'Host', 'Content-Length'])(
  'sends no token in a header %j',
  async (tokenHeader) => {
    await expect(authorize({}, { tokenHeader })).rejects.toThrow('config.tokenHeader');
  },
);

it.each([
  ['as a form', 'access_token=a%2Bb&expires_in=3600&scope=', 'application/x-www-form-urlencoded', 200],
  ['as JSON that is called a text', '{"access_token":"a+b","expires_in":"3600"}', 'text/plain', 200],
  ['with empty fields', '{"access_token":"a+b","refresh_token":null,"scope":null}', 'application/json', 200],
  ['with 201', '{"access_token":"a+b","token_type":"Bearer"}', 'application/json', 201],
])('takes a token %s', async (_how, answer, type, status) => {
  expect(await authorize(answer, {}, { type, status })).toEqual([['Authorization', 'Bearer a+b']]);
});

it.each<[unknown, string | undefined]>([
  ['3600', '13:00'],
  [3_600.9, '13:00'],
  // Times are stored in whole milliseconds.
  [3_600.12345, '13:00'],
  [0.0005, '12:00'],
  ['3600 ', '13:00'],
  // Some providers write these for a token without an end; a token that has ended would be of no use to anybody.
  [0, undefined],
  ['0', undefined],
  [-1, undefined],
  ['never', undefined],
  [1e300, undefined],
  [true, undefined],
])('takes a token that lasts %j', async (seconds, until) => {
  const authorization = await connect({ access_token: 'a', token_type: 'bearer', expires_in: seconds });
  if (authorization.kind !== 'granted') throw new Error(JSON.stringify(authorization));
  expect(authorization.grant.label).toBe(`Shop (OAuth 2.0, token${until ? ` until ${until} UTC` : ''})`);
});

// A refused answer would cost the connection its refresh token, which the provider has just replaced.
it.each(['1e400', '"1e400"', '"Infinity"', '"0x10"'])('takes a token that lasts %s', async (seconds) => {
  const answer = `{"access_token":"a","token_type":"bearer","expires_in":${seconds}}`;
  expect(await authorize(answer)).toEqual([['Authorization', 'Bearer a']]);
});

it('reads what a provider refuses with in a form', async () => {
  const answer = 'error=invalid_client&error_description=Who+is+this%3F';
  const type = 'application/x-www-form-urlencoded';
  expect(await authorize(answer, {}, { type })).toContain('invalid_client: Who is this?');
});

it.each<[string, string, string, number, string]>([
  ['WeChat', '{"errcode":40013,"errmsg":"invalid appid"}', 'application/json', 200, ': invalid appid'],
  ['Facebook', '{"error":{"message":"Missing app","code":101}}', 'application/json', 400, ': Missing app'],
  ['a list of errors', '{"errors":[{"detail":"No such app"}]}', 'application/json', 500, ': No such app'],
  ['a gateway', 'no healthy upstream', 'text/plain', 503, ': no healthy upstream'],
  ['an echo', '{"message":"not a secret"}', 'application/json', 400, ': not ••••'],
  ['a token elsewhere', '{"data":{"access_token":"abc"}}', 'application/json', 200, '.'],
])('tells what %s says without a token', async (_who, answer, type, status, said) => {
  expect(await authorize(answer, {}, { type, status })).toBe(
    `Nothing was sent: the connection Shop has no token. The provider’s response is not a token: HTTP ${status}, ${type}${said}`,
  );
});

it('sends the ID token where the API wants that, and no access token for want of one', async () => {
  const claims = Buffer.from('{"aud":"shop","exp":4102444800}').toString('base64url');
  const answer = { access_token: 'other', id_token: `e30.${claims}.c2ln`, expires_in: 1 };
  expect(await authorize(answer, { sentToken: 'id' })).toEqual([
    ['Authorization', `Bearer ${answer.id_token}`],
  ]);
  expect(await authorize({ access_token: 'other', token_type: 'bearer' }, { sentToken: 'id' })).toContain(
    'is not a token',
  );
});

it.each([
  ['4102444800.12345', '00:00'],
  ['-1e300', '12:00'],
  // In microseconds, as some libraries count: no date of JavaScript.
  ['4102444800000000', undefined],
  ['1e309', undefined],
])('takes an ID token that ends at %s s', async (end, until) => {
  const claims = Buffer.from(`{"exp":${end}}`).toString('base64url');
  const authorization = await connect({ id_token: `e30.${claims}.c2ln` }, { sentToken: 'id' });
  if (authorization.kind !== 'granted') throw new Error(JSON.stringify(authorization));
  expect(authorization.grant.label).toBe(`Shop (OAuth 2.0, token${until ? ` until ${until} UTC` : ''})`);
});
