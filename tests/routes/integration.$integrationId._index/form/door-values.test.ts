import { expect, test } from 'vitest';
import { Verify } from '~/engine/senders/verify';
import {
  emptyDoor,
  nameDoorField,
  toDoor,
  toDoorForm,
} from '~/routes/integration.$integrationId._index/form/door-values';

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
  { verify: { scheme: 'basic', username: 'me' } },
  { verify: { scheme: 'jwt', header: 'X-Jwt' } },
  { respond: { status: 204, contentType: 'text/plain', body: '' } },
])('%j is saved as it was opened', (webhook) => {
  const stored = { ...webhook, ...('verify' in webhook && { verify: Verify.parse(webhook.verify) }) };
  expect(toDoor(toDoorForm(stored as never))).toEqual(stored);
});

test('what says no more than the default is left out, and fields left empty get theirs', () => {
  expect(toDoor(emptyDoor)).toEqual({});
  expect(toDoor({ ...emptyDoor, scheme: '' })).toEqual({});
  const { verify } = toDoor({ ...emptyDoor, scheme: 'token' }) as { verify: object };
  expect(Verify.parse(verify)).toEqual({ scheme: 'token', header: 'Authorization', prefix: '' });
});

test('problems are told at the fields', () => {
  expect(nameDoorField('triggerConfig.webhook.verify.header')).toBe('triggerConfig.webhook.door.header');
  expect(nameDoorField('triggerConfig.webhook.verify')).toBe('triggerConfig.webhook.door.scheme');
  expect(nameDoorField('triggerConfig.webhook.readAs')).toBe('triggerConfig.webhook.door.readAs');
  expect(nameDoorField('triggerConfig.webhook.secret')).toBeUndefined();
});

test('key and conditions, for which there are no fields, are kept by a save', () => {
  const stored = {
    dedupe: { by: 'path', of: '.id', hours: 48 },
    onlyRunIf: [{ field: 'trigger.action', operator: 'equals', value: 'opened' }],
  } as const;
  expect(toDoor(toDoorForm({ ...stored, onlyRunIf: [...stored.onlyRunIf] }))).toEqual(stored);
  expect(toDoor({ ...emptyDoor, rules: '{' })).toEqual({});
});
