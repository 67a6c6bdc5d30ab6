// Answers of well-known providers that differ from RFC 6749, as their documentation shows them.
import { expect, it, onTestFinished } from 'vitest';
import { authorizeConnection } from '~/services/connections/authorize';
import { createConnection } from '~/services/connections/connections';
import { makeOutbound } from '../../outbound/loopback';
import { createTestUser } from '../../support/accounts';
import { createTestContext } from '../../support/context';
import { startTarget } from '../../support/target';

/** What a call gets whose connection's provider answers so. */
async function authorize(answer: object, config: object = {}) {
  const provider = await startTarget((_request, response) =>
    response
      .writeHead(200, { 'Content-Type': 'application/json; charset=utf-8' })
      .end(JSON.stringify(answer)),
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
  const authorization = await authorizeConnection(context, organizationId, made.connection.id);
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

it.each([
  { of: 'Slack', answer: { ok: false, error: 'bad_client_secret' }, text: 'bad_client_secret' },
  {
    of: 'GitHub',
    answer: { error: 'incorrect_client_credentials', error_description: 'The client_id is incorrect.' },
    text: 'incorrect_client_credentials: The client_id is incorrect.',
  },
])('reads what $of refuses with, with the status 200', async ({ answer, text }) => {
  expect(await authorize(answer)).toBe(
    `Nothing was sent: the connection Shop has no token. The provider refused (HTTP 200): ${text}`,
  );
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
