import { expect, test } from 'vitest';
import { Verify } from '~/engine/senders/verify';
import {
  listDoorErrors,
  nameDoorField,
  toDoor,
  toDoorForm,
} from '~/routes/integration.$integrationId._index/form/values/door-values';
import { emptyDoor } from '~/routes/integration.$integrationId._index/form/values/empty-door';

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
  expect(toDoor(toDoorForm(stored as never))).toEqual(stored);
});

test('another way to prove does not keep the time of the way before', () => {
  const hmac = toDoorForm({ verify: Verify.parse({ scheme: 'hmac', timestamp: 'X-Time' }) });
  expect(toDoor({ ...hmac, scheme: 'jws' })).not.toHaveProperty('verify.timestamp');
  const jws = Verify.parse({ scheme: 'jws', jwksUrl: 'https://login.example/keys', timestamp: 'iat' });
  expect(toDoor({ ...toDoorForm({ verify: jws }), scheme: 'hmac' })).not.toHaveProperty('verify.timestamp');
});

test('what says no more than the default is left out, and fields left empty get theirs', () => {
  expect(toDoor(emptyDoor)).toEqual({});
  expect(toDoor({ ...emptyDoor, scheme: '' })).toEqual({});
  const { verify } = toDoor({ ...emptyDoor, scheme: 'token' }) as { verify: object };
  expect(Verify.parse(verify)).toEqual({ scheme: 'token', header: 'Authorization', prefix: '' });
});

test('line breaks that are signed stand in a field of one line', () => {
  const verify = Verify.parse({ scheme: 'hmac', header: 'X-Sig', signed: '{timestamp}\n{body}\n' });
  const { signed } = toDoorForm({ verify });
  expect(signed).toBe(String.raw`{timestamp}\n{body}\n`);
});

test('problems are told at the fields', () => {
  expect(nameDoorField('triggerConfig.webhook.verify.header')).toBe('triggerConfig.webhook.door.header');
  const timestamp = 'triggerConfig.webhook.verify.timestamp';
  expect(nameDoorField(timestamp, 'hmac')).toBe('triggerConfig.webhook.door.timestamp');
  expect(nameDoorField(timestamp, 'jws')).toBe('triggerConfig.webhook.door.signedTime');
  expect(nameDoorField('triggerConfig.webhook.verify')).toBe('triggerConfig.webhook.door.scheme');
  expect(nameDoorField('triggerConfig.webhook.readAs')).toBe('triggerConfig.webhook.door.readAs');
  expect(nameDoorField('triggerConfig.webhook.respond.status')).toBe('triggerConfig.webhook.door.status');
  expect(nameDoorField('triggerConfig.webhook.respond')).toBe('triggerConfig.webhook.door.respond');
  expect(nameDoorField('triggerConfig.webhook.handshake')).toBe('triggerConfig.webhook.door.handshake');
  expect(nameDoorField('triggerConfig.webhook.dedupe.hours')).toBe('triggerConfig.webhook.door.keyHours');
  expect(nameDoorField('triggerConfig.webhook.dedupe.of')).toBe('triggerConfig.webhook.door.keyName');
  expect(nameDoorField('triggerConfig.webhook.dedupe')).toBe('triggerConfig.webhook.door.deliveryKey');
  expect(nameDoorField('triggerConfig.webhook.onlyRunIf.0.field')).toBe(
    'triggerConfig.webhook.door.onlyRunIf',
  );
  expect(nameDoorField('triggerConfig.webhook.allowFrom.1')).toBe('triggerConfig.webhook.door.allowFrom');
  expect(nameDoorField('triggerConfig.webhook.methods.0')).toBe('triggerConfig.webhook.door.methods');
  expect(nameDoorField('triggerConfig.webhook.secret')).toBeUndefined();
});

test('key and conditions are fields, and are saved as they were opened', () => {
  const stored = {
    handshake: 'meta',
    dedupe: { by: 'path', of: '.id', hours: 48 },
    onlyRunIf: [{ field: 'trigger.action', operator: 'equals', value: 'opened' }],
  } as const;
  const form = toDoorForm({ ...stored, onlyRunIf: [...stored.onlyRunIf] });
  expect(form).toMatchObject({
    handshake: 'meta',
    deliveryKey: 'path',
    keyName: '.id',
    keyHours: '48',
    onlyRunIf: 'trigger.action equals opened',
  });
  expect(toDoor(form)).toEqual(stored);
  expect(toDoor({ ...emptyDoor, deliveryKey: 'header', keyName: ' X-Id ', keyHours: '' })).toEqual({
    dedupe: { by: 'header', of: 'X-Id', hours: 24 },
  });
});

test('a line that is no condition is told of by its number', () => {
  const onlyRunIf = '\n trigger.a  exists \nnothing\ntrigger.b is 7';
  expect(toDoor({ ...emptyDoor, onlyRunIf })).toMatchObject({ onlyRunIf: [{ field: 'trigger.a' }] });
  expect(listDoorErrors({ ...emptyDoor, onlyRunIf }).onlyRunIf?.[0]).toMatch(/^Lines 3, 4 cannot be read/);
  expect(listDoorErrors({ ...emptyDoor, onlyRunIf: 'a' }).onlyRunIf?.[0]).toMatch(/^Line 1 cannot be read/);
  expect(listDoorErrors({ ...emptyDoor, onlyRunIf: 'a exists' })).toEqual({});
});

test('an answer of the result names a call as the save does, and says no more than its kind has', () => {
  const door = { ...emptyDoor, respond: 'result', afterCallId: 'new-1' };
  expect(toDoor(door, new Map([['new-1', 'c9']]))).toMatchObject({ respond: { afterCallId: 'c9' } });
  expect(toDoor({ ...door, respond: 'custom' })).toEqual({
    respond: { status: 200, contentType: 'text/plain', body: '' },
  });
  expect(toDoor({ ...door, respond: 'accepted' })).toEqual({});
});

test('headers of the answer that are none, or come twice, are told of by their lines', () => {
  const answerHeaders = 'X-A: 1\n\nno header\nX-A: 2';
  expect(listDoorErrors({ ...emptyDoor, respond: 'custom', answerHeaders })).toEqual({
    answerHeaders: ['Lines 3, 4 cannot be read. Write name, colon and value, each name once'],
  });
  expect(listDoorErrors({ ...emptyDoor, answerHeaders })).toEqual({});
  expect(nameDoorField('triggerConfig.webhook.respond.headers.X-A')).toBe(
    'triggerConfig.webhook.door.answerHeaders',
  );
  expect(nameDoorField('triggerConfig.webhook.respond.timeoutSeconds')).toBe(
    'triggerConfig.webhook.door.waitSeconds',
  );
  expect(nameDoorField('triggerConfig.webhook.respond.mode')).toBe('triggerConfig.webhook.door.respond');
});
