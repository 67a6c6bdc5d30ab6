// By which methods deliveries come, and from where.
import { createHmac } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { updateIntegration } from '~/services/integrations/integrations';
import { listenForDeliveries, openEndpoint, sendDelivery } from '../support/webhook-endpoint';
import { webhookTrigger } from '../support/seed';

const secret = 'a long random text';
const token = { 'X-Webhook-Signature': secret };

const from = (address: string) => ({ headers: { ...token, 'X-Forwarded-For': address } });

describe('methods', () => {
  test.each(['GET', 'PUT', 'PATCH', 'DELETE'])('%s is turned away unless it is chosen', async (method) => {
    const { send, context, key, listPayloads } = await openEndpoint({ secret });
    const answer = await send({ method, headers: token });
    expect(answer.status).toBe(405);
    expect(answer.headers.allow).toBe('POST');
    expect(await listPayloads()).toEqual([]);
    expect((await context.rejections.list(key)).map(({ status, reason }) => [status, reason])).toEqual([
      [405, `Deliveries are accepted by POST, and this one came by ${method}.`],
    ]);
  });

  test('the payload of GET and DELETE is the query', async () => {
    const { send, listPayloads } = await openEndpoint({ secret, methods: ['GET', 'DELETE'] });
    const query = '?name=M%C3%BCller&tag=a&tag=b+c&__proto__=x';
    expect((await send({ method: 'GET', query, headers: token })).status).toBe(202);
    expect((await send({ method: 'DELETE', headers: token })).status).toBe(202);
    const [first, second] = (await listPayloads()) as [object, object];
    expect(Object.entries(first)).toEqual([
      ['name', 'Müller'],
      ['tag', ['a', 'b c']],
      ['__proto__', 'x'],
    ]);
    expect(second).toEqual({});
  });

  test('PUT and PATCH bring bodies, and the response to another method names the allowed ones', async () => {
    const { send, listPayloads } = await openEndpoint({ methods: ['PUT', 'PATCH'] });
    const body = '{"n":1}';
    const headers = { 'Content-Type': 'application/json' };
    expect((await send({ method: 'PUT', headers, body })).status).toBe(202);
    expect((await send({ method: 'PATCH', headers, body })).status).toBe(202);
    const refused = await send({ headers, body });
    expect([refused.status, refused.headers.allow]).toEqual([405, 'PUT, PATCH']);
    expect((await send({ method: 'GET' })).headers.allow).toBe('PUT, PATCH');
    expect(await listPayloads()).toEqual([{ n: 1 }, { n: 1 }]);
  });

  test('the secret in a query is no part of the payload', async () => {
    const { send, listPayloads } = await openEndpoint({
      secret,
      methods: ['GET'],
      verify: { scheme: 'query', name: 'code' },
    });
    const query = `?code=${encodeURIComponent(secret)}&n=1`;
    expect((await send({ method: 'GET', query })).status).toBe(202);
    expect((await send({ method: 'GET', query: '?code=wrong&n=1' })).status).toBe(401);
    expect(await listPayloads()).toEqual([{ n: '1' }]);
  });

  test('what signs a body proves no query', async () => {
    const ofNothing = createHmac('sha256', secret).update('').digest('hex');
    const headers = { 'X-Hub-Signature-256': `sha256=${ofNothing}` };
    for (const verify of [undefined, { scheme: 'github' }, { scheme: 'bitbucket' }]) {
      const { send } = await openEndpoint({ secret, methods: ['GET', 'POST'], ...(verify && { verify }) });
      const all = { ...headers, 'X-Hub-Signature': `sha256=${ofNothing}` };
      expect((await send({ method: 'GET', query: '?n=1', headers: all })).status).toBe(401);
      expect((await send({ headers: all })).status).toBe(202);
    }
  });

  test('a signature over the address proves it', async () => {
    const { send, context, path } = await openEndpoint({
      secret,
      methods: ['GET'],
      verify: { scheme: 'hmac', header: 'X-Sig', signed: '{url}{body}' },
    });
    const sign = (query: string) =>
      createHmac('sha256', secret).update(`${context.config.appUrl}${path}${query}`).digest('hex');
    const headers = { 'X-Sig': sign('?n=1') };
    expect((await send({ method: 'GET', query: '?n=1', headers })).status).toBe(202);
    expect((await send({ method: 'GET', query: '?n=2', headers })).status).toBe(401);
  });

  test('a signature over the address is over the slash that the sender put behind it, too', async () => {
    const { send, context, path } = await openEndpoint({
      secret,
      verify: { scheme: 'hmac', header: 'X-Sig', signed: '{url}{body}' },
    });
    const sign = (end: string) =>
      createHmac('sha256', secret).update(`${context.config.appUrl}${path}${end}`).digest('hex');
    expect((await send({ query: '/', headers: { 'X-Sig': sign('/') } })).status).toBe(202);
    expect((await send({ query: '/', headers: { 'X-Sig': sign('') } })).status).toBe(401);
  });

  test('HEAD and OPTIONS deliver nothing, and questions are answered whatever the methods are', async () => {
    const { send, listPayloads } = await openEndpoint({ secret, methods: ['GET'], handshake: 'slack' });
    for (const method of ['HEAD', 'OPTIONS']) {
      const { status, headers } = await send({ method, headers: token });
      expect([status, headers.allow], method).toEqual([405, 'GET']);
    }
    expect((await send({ method: 'OPTIONS' })).text).toContain(
      'accepted by GET, and this one came by OPTIONS',
    );
    const asked = await send({ body: '{"type":"url_verification","challenge":"c"}' });
    expect([asked.status, asked.text]).toEqual([200, 'c']);
    expect(await listPayloads()).toEqual([]);
  });

  test('when the database is damaged, each method is answered 503', async () => {
    const { send, context } = await openEndpoint({ methods: ['GET'] });
    context.damage.note(
      Object.assign(new Error('database disk image is malformed'), { code: 'SQLITE_CORRUPT' }),
    );
    for (const method of ['GET', 'PUT', 'HEAD', 'OPTIONS'])
      expect((await send({ method })).status, method).toBe(503);
  });
});

describe('a page of another site', () => {
  const page = { Origin: 'https://shop.example' };
  const asks = (method: string, names?: string) => ({
    ...page,
    'Access-Control-Request-Method': method,
    ...(names !== undefined && { 'Access-Control-Request-Headers': names }),
  });

  test('may deliver by the methods of the trigger, with any header, and read the response', async () => {
    const { send, listPayloads } = await openEndpoint({ secret, methods: ['POST', 'PUT'] });
    const names = 'content-type,x-webhook-signature';
    const promised = await send({ method: 'OPTIONS', headers: asks('POST', names) });
    expect([promised.status, promised.text]).toEqual([204, '']);
    expect(promised.headers).toMatchObject({
      'access-control-allow-origin': '*',
      'access-control-allow-methods': 'POST, PUT',
      'access-control-allow-headers': names,
      'access-control-max-age': '7200',
    });
    expect(promised.headers).not.toHaveProperty('access-control-allow-credentials');
    expect(await listPayloads()).toEqual([]);

    const json = { 'Content-Type': 'application/json', ...page };
    const taken = await send({ headers: { ...json, ...token }, body: '{"n":1}' });
    const refused = await send({ headers: json, body: '{"n":1}' });
    expect([taken, refused].map(({ status }) => status)).toEqual([202, 401]);
    for (const { headers } of [taken, refused])
      expect(headers).toMatchObject({
        'access-control-allow-origin': '*',
        'access-control-expose-headers': 'Location, Retry-After, X-Request-Id',
      });
    expect(await listPayloads()).toEqual([{ n: 1 }]);
  });

  test.each(['x y', 'a\u00e9', ',', 'x'.repeat(2_001)])('may not ask for the headers %j', async (names) => {
    const { send } = await openEndpoint({});
    const { headers } = await send({ method: 'OPTIONS', headers: asks('POST', names) });
    expect(headers).not.toHaveProperty('access-control-allow-headers');
  });

  test('learns nothing from a webhook that only some addresses may reach', async () => {
    const { send } = await openEndpoint({ allowFrom: ['127.0.0.1'] });
    const asked = await send({ method: 'OPTIONS', headers: asks('POST') });
    expect(asked.status).toBe(405);
    const taken = await send({ headers: page, body: '{}' });
    expect(taken.status).toBe(202);
    for (const { headers } of [asked, taken])
      expect(headers).not.toHaveProperty('access-control-allow-origin');
  });

  test('reads why nothing is at an address', async () => {
    const { context } = await openEndpoint({});
    const port = await listenForDeliveries(context);
    const promised = await sendDelivery(port, 'unknown', { method: 'OPTIONS', headers: asks('POST') });
    const sent = await sendDelivery(port, 'unknown', { headers: page });
    expect([promised.status, sent.status, sent.headers['access-control-allow-origin']]).toEqual([
      204,
      404,
      '*',
    ]);
  });

  test('is told what the trigger itself allows it', async () => {
    const { send } = await openEndpoint({
      respond: {
        status: 200,
        contentType: 'text/plain',
        body: '',
        headers: { 'Access-Control-Allow-Origin': 'https://a.test' },
      },
    });
    const { headers } = await send({ headers: page, body: '{}' });
    expect(headers['access-control-allow-origin']).toBe('https://a.test');
  });
});

describe('addresses', () => {
  const proxied = { trustedProxies: ['127.0.0.1'] };

  test.each([
    ['192.0.2.7', 202],
    ['::ffff:192.0.2.7', 202],
    ['198.51.100.200', 202],
    ['2001:DB8:0::1', 202],
    ['192.0.2.8', 403],
    ['2001:db9::1', 403],
    ['unknown', 403],
  ])('from %s it is answered %i', async (address, status) => {
    const allowFrom = ['192.0.2.7', '198.51.100.0/24', '2001:db8::/32'];
    const { send } = await openEndpoint({ secret, allowFrom }, proxied);
    expect((await send(from(address))).status).toBe(status);
  });

  test('an address that no trusted proxy tells is not believed', async () => {
    const { send, context, key, listPayloads } = await openEndpoint({ secret, allowFrom: ['192.0.2.7'] });
    const answer = await send(from('192.0.2.7'));
    expect(answer.status).toBe(403);
    expect(JSON.parse(answer.text)).toEqual({
      code: 'ADDRESS_NOT_ALLOWED',
      message: 'Deliveries from 127.0.0.1 are not accepted.',
    });
    expect((await context.rejections.list(key)).map(({ reason }) => reason)).toEqual([
      'Deliveries from 127.0.0.1 are not accepted.',
    ]);
    expect(await listPayloads()).toEqual([]);
  });

  test('a wrong proof is reported before a wrong address', async () => {
    const { send } = await openEndpoint({ secret, allowFrom: ['192.0.2.7'] });
    expect((await send()).status).toBe(401);
  });

  test('a change of them counts for the next delivery', async () => {
    const { send, owner, id } = await openEndpoint({ secret, allowFrom: ['192.0.2.7'] }, proxied);
    expect((await send(from('192.0.2.7'))).status).toBe(202);
    const change = { triggerConfig: webhookTrigger({ secret, allowFrom: ['192.0.2.8'], methods: ['PUT'] }) };
    await updateIntegration(owner.context, owner, id, change);
    expect((await send(from('192.0.2.7'))).status).toBe(405);
    expect((await send({ method: 'PUT', ...from('192.0.2.7') })).status).toBe(403);
    expect((await send({ method: 'PUT', ...from('192.0.2.8') })).status).toBe(202);
  });

  test('others do not use up what those that may send can send at once', async () => {
    const { send } = await openEndpoint({ allowFrom: ['192.0.2.7'] }, proxied);
    const others = await Promise.all(Array.from({ length: 220 }, () => send(from('192.0.2.8'))));
    expect(new Set(others.map(({ status }) => status))).toEqual(new Set([403, 429]));
    expect((await send(from('192.0.2.7'))).status).toBe(202);
  });
});

test('a sender that guesses at the secret has to wait, and takes nothing of what its owner may send at once', async () => {
  const { send } = await openEndpoint({ secret });
  const guesses = await Promise.all(Array.from({ length: 220 }, () => send()));
  expect(guesses.map(({ status }) => status).toSorted()).toEqual([
    ...Array.from({ length: 200 }, () => 401),
    ...Array.from({ length: 20 }, () => 429),
  ]);
  expect((await send({ headers: token })).status).toBe(202);
});
