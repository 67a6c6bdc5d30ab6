import { expect, test } from 'vitest';
import { Verify } from '~/engine/senders/verify';
import {
  listEndpointErrors,
  nameEndpointField,
  toEndpoint,
  toEndpointForm,
} from '~/routes/integration.$integrationId._index/form/values/endpoint-values';
import { emptyEndpoint } from '~/routes/integration.$integrationId._index/form/values/empty-endpoint';

test.each([
  {},
  { verify: { scheme: 'slack' } },
  { verify: { scheme: 'dropbox' }, handshake: 'none', readAs: 'json' },
  {
    verify: {
      scheme: 'hmac',
      header: 'X-Sig',
      signed: '{timestamp}.{body}',
      timestamp: 'X-Time',
      toleranceSeconds: 60,
    },
  },
  { verify: { scheme: 'hmac', header: 'X-Sig', algorithm: 'sha1', encoding: 'base64', prefix: 'v0=' } },
  { verify: { scheme: 'token', header: 'X-Token', prefix: 'Bearer ' } },
  { verify: { scheme: 'query', name: 'code' } },
  { verify: { scheme: 'hmac', header: 'X-Sig', key: 'hex', signed: '{secret}{body}' } },
  { verify: { scheme: 'hmac', header: 'X-Sig', signed: '{timestamp}\n{path}\n{body_sha256}' } },
  { verify: { scheme: 'field', path: 'event.token' } },
  { verify: { scheme: 'basic', username: 'me' } },
  { verify: { scheme: 'jwt', header: 'X-Jwt' } },
  { verify: { scheme: 'jwt', path: '$', bodyClaim: 'hash', claim: 'iss', claimValue: 'me' } },
  { verify: { scheme: 'hmac', path: 'sign', signed: '{field:id}{secret}' } },
  { verify: { scheme: 'jws', header: 'X-Sig', jwksUrl: 'https://login.example/keys' } },
  {
    verify: {
      scheme: 'jws',
      header: 'X-Sig',
      jwksUrl: 'https://login.example/keys',
      timestamp: 'iat',
      toleranceSeconds: 60,
    },
  },
  {
    verify: {
      scheme: 'jwks',
      header: 'Authorization',
      jwksUrl: 'https://login.example/keys',
      issuer: 'https://login.example',
    },
  },
  { respond: { status: 204, contentType: 'text/plain', body: '' } },
  {
    respond: {
      mode: 'result',
      status: 200,
      contentType: 'application/json',
      headers: { 'X-Order': '{{trigger.id}}', 'X-Time': '12:30' },
      body: '{"id": {{order.id}}}',
      afterCallId: 'c1',
      timeoutSeconds: 5,
    },
  },
  { methods: ['GET', 'POST'], allowFrom: ['192.0.2.7', '2001:db8::/32'] },
])('%j is saved as it was opened', (webhook) => {
  const stored = { ...webhook, ...('verify' in webhook && { verify: Verify.parse(webhook.verify) }) };
  expect(toEndpoint(toEndpointForm(stored as never))).toEqual(stored);
});

test('another way to prove does not keep the time of the way before', () => {
  const hmac = toEndpointForm({ verify: Verify.parse({ scheme: 'hmac', timestamp: 'X-Time' }) });
  expect(toEndpoint({ ...hmac, scheme: 'jws' })).not.toHaveProperty('verify.timestamp');
  const jws = Verify.parse({ scheme: 'jws', jwksUrl: 'https://login.example/keys', timestamp: 'iat' });
  expect(toEndpoint({ ...toEndpointForm({ verify: jws }), scheme: 'hmac' })).not.toHaveProperty(
    'verify.timestamp',
  );
});

test('what says no more than the default is left out, and fields left empty get theirs', () => {
  expect(toEndpoint(emptyEndpoint)).toEqual({});
  expect(toEndpoint({ ...emptyEndpoint, scheme: '' })).toEqual({});
  const { verify } = toEndpoint({ ...emptyEndpoint, scheme: 'token' }) as { verify: object };
  expect(Verify.parse(verify)).toEqual({ scheme: 'token', header: 'Authorization', prefix: '' });
});

test('line breaks that are signed stand in a field of one line', () => {
  const verify = Verify.parse({ scheme: 'hmac', header: 'X-Sig', signed: '{timestamp}\n{body}\n' });
  const { signed } = toEndpointForm({ verify });
  expect(signed).toBe(String.raw`{timestamp}\n{body}\n`);
});

test('problems are shown at the fields', () => {
  expect(nameEndpointField('triggerConfig.webhook.verify.header')).toBe(
    'triggerConfig.webhook.endpoint.header',
  );
  const timestamp = 'triggerConfig.webhook.verify.timestamp';
  expect(nameEndpointField(timestamp, 'hmac')).toBe('triggerConfig.webhook.endpoint.timestamp');
  expect(nameEndpointField(timestamp, 'jws')).toBe('triggerConfig.webhook.endpoint.signedTime');
  expect(nameEndpointField('triggerConfig.webhook.verify')).toBe('triggerConfig.webhook.endpoint.scheme');
  expect(nameEndpointField('triggerConfig.webhook.readAs')).toBe('triggerConfig.webhook.endpoint.readAs');
  expect(nameEndpointField('triggerConfig.webhook.respond.status')).toBe(
    'triggerConfig.webhook.endpoint.status',
  );
  expect(nameEndpointField('triggerConfig.webhook.respond')).toBe('triggerConfig.webhook.endpoint.respond');
  expect(nameEndpointField('triggerConfig.webhook.handshake')).toBe(
    'triggerConfig.webhook.endpoint.handshake',
  );
  expect(nameEndpointField('triggerConfig.webhook.dedupe.hours')).toBe(
    'triggerConfig.webhook.endpoint.keyHours',
  );
  expect(nameEndpointField('triggerConfig.webhook.dedupe.of')).toBe('triggerConfig.webhook.endpoint.keyName');
  expect(nameEndpointField('triggerConfig.webhook.dedupe')).toBe(
    'triggerConfig.webhook.endpoint.deliveryKey',
  );
  expect(nameEndpointField('triggerConfig.webhook.onlyRunIf.0.field')).toBe(
    'triggerConfig.webhook.endpoint.onlyRunIf',
  );
  expect(nameEndpointField('triggerConfig.webhook.allowFrom.1')).toBe(
    'triggerConfig.webhook.endpoint.allowFrom',
  );
  expect(nameEndpointField('triggerConfig.webhook.methods.0')).toBe('triggerConfig.webhook.endpoint.methods');
  expect(nameEndpointField('triggerConfig.webhook.secret')).toBeUndefined();
});

test('key and conditions are fields, and are saved as they were opened', () => {
  const stored = {
    handshake: 'meta',
    dedupe: { by: 'path', of: '.id', hours: 48 },
    onlyRunIf: [{ field: 'trigger.action', operator: 'equals', value: 'opened' }],
  } as const;
  const form = toEndpointForm({ ...stored, onlyRunIf: [...stored.onlyRunIf] });
  expect(form).toMatchObject({
    handshake: 'meta',
    deliveryKey: 'path',
    keyName: '.id',
    keyHours: '48',
    onlyRunIf: 'trigger.action equals opened',
  });
  expect(toEndpoint(form)).toEqual(stored);
  expect(toEndpoint({ ...emptyEndpoint, deliveryKey: 'header', keyName: ' X-Id ', keyHours: '' })).toEqual({
    dedupe: { by: 'header', of: 'X-Id', hours: 24 },
  });
});

test('a line that is no condition is named by its number', () => {
  const onlyRunIf = '\n trigger.a  exists \nnothing\ntrigger.b is 7';
  expect(toEndpoint({ ...emptyEndpoint, onlyRunIf })).toMatchObject({ onlyRunIf: [{ field: 'trigger.a' }] });
  expect(listEndpointErrors({ ...emptyEndpoint, onlyRunIf }).onlyRunIf?.[0]).toMatch(
    /^Lines 3, 4 cannot be read/,
  );
  expect(listEndpointErrors({ ...emptyEndpoint, onlyRunIf: 'a' }).onlyRunIf?.[0]).toMatch(
    /^Line 1 cannot be read/,
  );
  expect(listEndpointErrors({ ...emptyEndpoint, onlyRunIf: 'a exists' })).toEqual({});
});

test('an answer of the result names a call as the save does, and says no more than its kind has', () => {
  const endpoint = { ...emptyEndpoint, respond: 'result', afterCallId: 'new-1' };
  expect(toEndpoint(endpoint, new Map([['new-1', 'c9']]))).toMatchObject({ respond: { afterCallId: 'c9' } });
  expect(toEndpoint({ ...endpoint, respond: 'custom' })).toEqual({
    respond: { status: 200, contentType: 'text/plain', body: '' },
  });
  expect(toEndpoint({ ...endpoint, respond: 'accepted' })).toEqual({});
});

test('the response for a late result is kept, and none is made where the usual one is meant', () => {
  const own = {
    mode: 'result',
    status: 200,
    contentType: 'text/plain',
    body: 'a',
    timeoutSeconds: 9,
  } as const;
  for (const late of [undefined, { status: 200, body: '' }, { status: 202, body: 'Later' }] as const) {
    const respond = { ...own, ...(late && { late }) };
    expect(toEndpoint(toEndpointForm({ respond }))).toEqual({ respond });
  }
  expect(nameEndpointField('triggerConfig.webhook.respond.late.body')).toBe(
    'triggerConfig.webhook.endpoint.lateBody',
  );
});

test('headers of the answer that are none, or come twice, are named by their lines', () => {
  const answerHeaders = 'X-A: 1\n\nno header\nX-A: 2';
  expect(listEndpointErrors({ ...emptyEndpoint, respond: 'custom', answerHeaders })).toEqual({
    answerHeaders: ['Lines 3, 4 cannot be read. Write name, colon and value, each name once'],
  });
  expect(listEndpointErrors({ ...emptyEndpoint, answerHeaders })).toEqual({});
  expect(nameEndpointField('triggerConfig.webhook.respond.headers.X-A')).toBe(
    'triggerConfig.webhook.endpoint.answerHeaders',
  );
  expect(nameEndpointField('triggerConfig.webhook.respond.timeoutSeconds')).toBe(
    'triggerConfig.webhook.endpoint.waitSeconds',
  );
  expect(nameEndpointField('triggerConfig.webhook.respond.mode')).toBe(
    'triggerConfig.webhook.endpoint.respond',
  );
});
