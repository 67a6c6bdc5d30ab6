// Senders by name: each signs as its own documentation says, and another signature is none.
import { generateKeyPairSync, sign } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { checkDefinition } from '~/engine/checks/definition-check';
import { toProof, Verify } from '~/engine/senders/verify';
import { emptyDefinition } from '~/services/integrations/validate-definition';
import { needsBody } from '~/services/webhooks/proof/sender-proof';
import { hmac, now, prove, seconds, secret, sendAs } from './prove';

const body = '{"a":1}';

describe('a public key', () => {
  const rsa = generateKeyPairSync('rsa', { modulusLength: 2048 });
  const largest = generateKeyPairSync('ec', { namedCurve: 'P-521' });
  const toPem = (key: typeof rsa.publicKey) => key.export({ type: 'spki', format: 'pem' }).toString();
  const pem = toPem(rsa.publicKey);

  test.each([
    ['as base64', rsa.publicKey.export({ type: 'spki', format: 'der' }).toString('base64')],
    ['in PEM', pem],
    ['in PEM with the line ends of Windows', pem.replaceAll('\n', '\r\n')],
    ['in PEM whose lines a field has joined', pem.replaceAll('\n', '')],
    ['in PEM as it stands in JSON', JSON.stringify(pem).slice(1, -1)],
  ])('is read %s', (_how, key) => {
    const send = (algorithm: string, text: string) => {
      const signature = sign('sha256', Buffer.from(text), rsa.privateKey).toString('base64');
      const verify = { scheme: 'hmac', header: 'X-Sig', algorithm, encoding: 'base64' };
      return prove(verify, { headers: { 'x-sig': signature }, secret: key });
    };
    expect(send('rsa-sha256', '{"a":1}')).toBe(true);
    expect(send('rsa-sha256', '{"a":2}')).toBe(false);
    // By the key's bytes as a secret nobody passes, nor where another kind of key is asked for.
    expect(send('ecdsa-sha256', '{"a":1}')).toBe(false);
    const forged = { 'x-sig': hmac('{"a":1}', key, 'base64') };
    const verify = { scheme: 'hmac', header: 'X-Sig', algorithm: 'rsa-sha256', encoding: 'base64' };
    expect(prove(verify, { headers: forged, secret: key })).toBe(false);
  });

  test.each([
    ['of P-521', largest.publicKey.export({ type: 'spki', format: 'der' }).toString('base64')],
    [
      'of RSA with 4096 bits, in PEM',
      toPem(generateKeyPairSync('rsa', { modulusLength: 4096 }).publicKey as typeof rsa.publicKey),
    ],
  ])('%s fits into the secret', (_which, key) => {
    const webhook = { secret: key, verify: { scheme: 'hmac', header: 'X-Sig', algorithm: 'rsa-sha256' } };
    const saved = checkDefinition({ triggerConfig: { type: 'webhook', webhook } }, emptyDefinition, String);
    expect(saved.kind).toBe('definition');
  });

  test('of fewer than 2048 bits proves nothing', () => {
    const short = generateKeyPairSync('rsa', { modulusLength: 1024 });
    const signature = sign('sha256', Buffer.from('{"a":1}'), short.privateKey).toString('base64');
    const headers = { 'x-signature-sha256': signature };
    expect(sendAs('wise', headers, { secret: toPem(short.publicKey as typeof rsa.publicKey) })).toBe(false);
  });

  test('is what Kick’s and Travis’ signatures are checked with', () => {
    const kick = (id: string, at = new Date(now).toISOString()) => {
      const signature = sign('sha256', Buffer.from(`m1.${at}.${body}`), rsa.privateKey).toString('base64');
      const headers = {
        'kick-event-message-id': id,
        'kick-event-message-timestamp': at,
        'kick-event-signature': signature,
      };
      return sendAs('kick', headers, { body, secret: pem });
    };
    expect([kick('m1'), kick('m2'), kick('m1', '2026-01-05T11:00:00.000Z')]).toEqual([true, false, false]);
    // https://docs.travis-ci.com/user/notifications/#verifying-webhook-requests
    const payload = '{"id":1,"state":"passed","message":"ä & b+c"}';
    const signature = sign('sha1', Buffer.from(payload), rsa.privateKey).toString('base64');
    const travis = (text: string, type = 'application/x-www-form-urlencoded') =>
      sendAs(
        'travis',
        { signature, 'content-type': type },
        { body: new URLSearchParams({ payload: text }).toString(), secret: pem },
      );
    expect([travis(payload), travis('{}'), travis(payload, 'text/plain')]).toEqual([true, false, false]);
    expect(Verify.safeParse({ scheme: 'hmac', header: 'X-Sig', algorithm: 'rsa-sha1' }).success).toBe(false);
  });
});

function sendAsPersona(...keys: string[]): boolean {
  const pairs = keys.map((key) => `t=${seconds},v1=${hmac(`${seconds}.${body}`, key)}`);
  return sendAs('persona', { 'persona-signature': pairs.join(' ') }, { body });
}

test('Persona sends two pairs with a space between them while its secret changes', () => {
  // https://docs.withpersona.com/webhooks-best-practices, "Checking signatures"
  expect([sendAsPersona(secret, 'the next one'), sendAsPersona('the former one', secret)]).toEqual([
    true,
    true,
  ]);
  expect(sendAsPersona('the former one', 'the next one')).toBe(false);
});

test('DocuSign sends a header for each key of the account, of which any may be ours', () => {
  // https://developers.docusign.com/platform/webhooks/connect/hmac/
  const [ours, others] = [hmac(body, secret, 'base64'), hmac(body, 'that of another program', 'base64')];
  const first = { 'x-docusign-signature-1': others };
  expect(sendAs('docusign', { ...first, 'x-docusign-signature-2': ours })).toBe(true);
  expect(sendAs('docusign', { ...first, 'x-docusign-signature-3': ours })).toBe(true);
  expect(sendAs('docusign', { ...first, 'x-docusign-signature-2': others })).toBe(false);
  expect(sendAs('docusign', first)).toBe(false);
});

const time = String(now);
test.each<[scheme: string, proofs: (text: string) => Record<string, string>]>([
  // https://developer.helpscout.com/webhooks/
  ['help-scout', (text) => ({ 'x-helpscout-signature': hmac(text, secret, 'base64', 'sha1') })],
  // https://docs.crisp.chat/references/web-hooks/v1
  [
    'crisp',
    (text) => ({ 'x-crisp-request-timestamp': time, 'x-crisp-signature': hmac(`[${time};${text}]`) }),
  ],
  // https://developers.kit.com/webhooks/verifying-signatures
  ['kit', (text) => ({ 'x-kit-signature': `t=${seconds},v1=${hmac(`${seconds}.${text}`)}` })],
  // https://www.twilio.com/docs/segment/connections/destinations/catalog/actions-webhook
  ['segment', (text) => ({ 'x-signature': hmac(text, secret, 'hex', 'sha1') })],
  // https://documentation.bamboohr.com/docs/webhooks
  [
    'bamboohr',
    (text) => ({ 'x-bamboohr-timestamp': seconds, 'x-bamboohr-signature': hmac(`${text}${seconds}`) }),
  ],
  // https://workable.readme.io/reference/webhooks
  ['workable', (text) => ({ 'x-workable-signature': hmac(text) })],
  // https://docs.gusto.com/embedded-payroll/docs/webhooks
  ['gusto', (text) => ({ 'x-gusto-signature': hmac(text) })],
  // https://developers.ashbyhq.com/docs/authenticating-webhooks
  ['ashby', (text) => ({ 'ashby-signature': `sha256=${hmac(text)}` })],
  // https://devdocs.veriff.com/docs/hmac-authentication-and-endpoint-security
  ['veriff', (text) => ({ 'x-hmac-signature': hmac(text) })],
  // https://docs.sumsub.com/docs/webhook-manager
  ['sumsub', (text) => ({ 'x-payload-digest-alg': 'HMAC_SHA256_HEX', 'x-payload-digest': hmac(text) })],
  // https://docs.recurly.com/recurly-subscriptions/docs/signature-verification
  ['recurly', (text) => ({ 'recurly-signature': `${time},${hmac('x')},${hmac(`${time}.${text}`)}` })],
  // https://developer.revolut.com/docs/guides/manage-accounts/webhooks/verify-the-payload-signature
  [
    'revolut',
    (text) => ({
      'revolut-request-timestamp': time,
      'revolut-signature': `v1=${hmac('x')},v1=${hmac(`v1.${time}.${text}`)}`,
    }),
  ],
  // https://developer.flutterwave.com/docs/webhooks
  ['flutterwave-v4', (text) => ({ 'flutterwave-signature': hmac(text, secret, 'base64') })],
  // https://www.storyblok.com/docs/concepts/webhooks
  ['storyblok', (text) => ({ 'webhook-signature': hmac(text, secret, 'hex', 'sha1') })],
  // https://planetscale.com/docs/api/webhooks
  ['planetscale', (text) => ({ 'x-planetscale-signature': hmac(text) })],
  // https://www.checklyhq.com/docs/integrations/alerts/webhooks/
  ['checkly', (text) => ({ 'x-checkly-signature': hmac(text) })],
  // https://docs.snyk.io/snyk-api/snyk-webhooks/validation-and-versioning-of-payloads
  ['snyk', (text) => ({ 'x-hub-signature': `sha256=${hmac(text)}` })],
  // https://help.sonatype.com/en/working-with-hmac-payloads.html
  ['nexus', (text) => ({ 'x-nexus-webhook-signature': hmac(text, secret, 'hex', 'sha1') })],
  // https://docs.jfrog.com/administration/docs/webhooks, "use secret for payload signing"
  ['jfrog', (text) => ({ 'x-jfrog-event-auth': hmac(text) })],
  // https://developers.klaviyo.com/en/docs/working_with_system_webhooks
  [
    'klaviyo',
    (text) => {
      const at = new Date(now).toUTCString();
      return { 'klaviyo-timestamp': at, 'klaviyo-signature': hmac(`${text}${at}`) };
    },
  ],
])('%s signs the bytes of the body', (scheme, proofs) => {
  expect(sendAs(scheme, proofs(body), { body })).toBe(true);
  expect(sendAs(scheme, proofs('{}'), { body })).toBe(false);
  expect(sendAs(scheme, proofs(body), { body, secret: 'another' })).toBe(false);
});

test('GitLab signs with its signing token, in place of showing a secret token', () => {
  // https://docs.gitlab.com/user/project/integrations/webhooks/, "Validate payloads with a signing token"
  const signing = `whsec_${Buffer.from('thirty-two random bytes of a key').toString('base64')}`;
  const signature = hmac(`7.${seconds}.${body}`, Buffer.from('thirty-two random bytes of a key'), 'base64');
  const headers = { 'webhook-id': '7', 'webhook-timestamp': seconds, 'webhook-signature': `v1,${signature}` };
  expect(sendAs('gitlab-signed', headers, { body, secret: signing })).toBe(true);
  expect(sendAs('gitlab-signed', headers, { body: '{}', secret: signing })).toBe(false);
  expect(sendAs('gitlab-signed', { 'x-gitlab-token': signing }, { body, secret: signing })).toBe(false);
  expect(sendAs('gitlab', headers, { body, secret: signing })).toBe(false);
});

test.each([
  ['honeycomb', 'x-honeycomb-webhook-token'],
  ['cloudflare', 'cf-webhook-auth'],
])('%s shows the secret in a header, Prismic in the body', (scheme, header) => {
  expect(sendAs(scheme, { [header]: secret })).toBe(true);
  expect(sendAs(scheme, { [header]: 'x' })).toBe(false);
  // https://prismic.io/docs/webhooks
  expect(prove({ scheme: 'prismic' }, { body: JSON.stringify({ type: 'api-update', secret }) })).toBe(true);
  expect(prove({ scheme: 'prismic' }, { body: '{"type":"api-update","secret":"x"}' })).toBe(false);
});

function sendAsLever(over: object = {}, signed = `tok${now}`): boolean {
  const event = { id: '1', event: 'candidateHired', triggeredAt: now, token: 'tok', data: {} };
  return prove({ scheme: 'lever' }, { body: JSON.stringify({ ...event, signature: hmac(signed), ...over }) });
}

test('Lever signs the token and the time of an event, which stand at the top of the body', () => {
  // https://hire.lever.co/developer/documentation#webhooks
  expect(sendAsLever()).toBe(true);
  expect(sendAsLever({ token: 'tok2' })).toBe(false);
  expect(sendAsLever({ signature: undefined })).toBe(false);
  const old = now - 86_401_000;
  expect(sendAsLever({ triggeredAt: old }, `tok${old}`)).toBe(false);
  expect(prove({ scheme: 'lever' }, { body: '[]' })).toBe(false);
  expect(prove({ scheme: 'lever' }, { body: 'null' })).toBe(false);
});

function sendAsMercadoPago(
  id: string,
  more: { request?: string; at?: string; query?: string } = {},
): boolean {
  const { request = 'bb56a2f1', at = seconds, query = `data.id=${id}&type=order` } = more;
  const signed = `id:${id};request-id:bb56a2f1;ts:${at};`;
  const headers = { 'x-signature': `ts=${at},v1=${hmac(signed)}`, 'x-request-id': request };
  return sendAs('mercado-pago', headers, { body, address: `https://hooks.example.com/webhook/1?${query}` });
}

test('Mercado Pago signs the id in the URL as it stands there, and that of its request', () => {
  // https://github.com/mercadopago/sdk-nodejs, src/utils/webhook: it keeps the case of the id, whatever the pages say.
  expect(['123456', 'ORD01JQ4S4KY8HWQ6NA5PXB65B3D3'].map((id) => sendAsMercadoPago(id))).toEqual([
    true,
    true,
  ]);
  expect(sendAsMercadoPago('123456', { at: String(now) })).toBe(true);
  expect(sendAsMercadoPago('123456', { query: 'data.id=123457' })).toBe(false);
  expect(sendAsMercadoPago('123456', { query: 'type=order' })).toBe(false);
  expect(sendAsMercadoPago('123456', { request: 'another' })).toBe(false);
  expect(sendAsMercadoPago('123456', { at: String(now / 1000 - 129_601) })).toBe(false);
});

test('PandaDoc puts its signature into the URL', () => {
  // https://developers.pandadoc.com/docs/webhook-verification
  const send = (query: string) =>
    sendAs('pandadoc', {}, { body, address: `https://hooks.example.com/webhook/1?${query}` });
  expect(send(`signature=${hmac(body)}`)).toBe(true);
  expect(send(`a=1&signature=${hmac(body)}`)).toBe(true);
  expect([send(`signature=${hmac('{}')}`), send('signature='), send('')]).toEqual([false, false, false]);
  expect(sendAs('pandadoc', { signature: hmac(body) }, { body })).toBe(false);
  expect(needsBody(toProof({ scheme: 'pandadoc' }), () => undefined)).toBe(true);
});
