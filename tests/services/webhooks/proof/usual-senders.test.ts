// What the most common senders send, written down from their own documentation and not from the table of senders.
import { createHash } from 'node:crypto';
import { expect, test } from 'vitest';
import { address, hmac, now, secret, seconds, sendAs } from './prove';

const body = '{"id":7,"note":"Grüße"}';
const millis = String(now);
const iso = new Date(now).toISOString();
const base64 = (text: string, hash?: string) => hmac(text, secret, 'base64', hash);
const basic = { authorization: `Basic ${Buffer.from(`wicked:${secret}`).toString('base64')}` };

type Headers = Record<string, string>;

test.each<[scheme: string, sign: (text: string) => Headers]>([
  ['acuity', (text) => ({ 'x-acuity-signature': base64(text) })],
  ['aftership', (text) => ({ 'aftership-hmac-sha256': base64(text) })],
  ['alchemy', (text) => ({ 'x-alchemy-signature': hmac(text) })],
  ['asana', (text) => ({ 'x-hook-signature': hmac(text) })],
  ['attio', (text) => ({ 'attio-signature': hmac(text) })],
  ['btcpay', (text) => ({ 'btcpay-sig': `sha256=${hmac(text)}` })],
  ['cal', (text) => ({ 'x-cal-signature-256': hmac(text) })],
  [
    'cashfree',
    (text) => ({ 'x-webhook-timestamp': millis, 'x-webhook-signature': base64(`${millis}${text}`) }),
  ],
  ['checkout', (text) => ({ 'cko-signature': hmac(text) })],
  ['checkr', (text) => ({ 'x-checkr-signature': hmac(text) })],
  ['circleci', (text) => ({ 'circleci-signature': `v1=${hmac(text)}` })],
  ['clickup', (text) => ({ 'x-signature': hmac(text) })],
  ['coinbase-commerce', (text) => ({ 'x-cc-webhook-signature': hmac(text) })],
  ['creem', (text) => ({ 'creem-signature': hmac(text) })],
  ['deel', (text) => ({ 'x-deel-signature': hmac(`POST${text}`) })],
  ['doppler', (text) => ({ 'x-doppler-signature': `sha256=${hmac(text)}` })],
  ['dropbox', (text) => ({ 'x-dropbox-signature': hmac(text) })],
  ['easypost', (text) => ({ 'x-hmac-signature': `hmac-sha256-hex=${hmac(text)}` })],
  ['fastspring', (text) => ({ 'x-fs-signature': base64(text) })],
  ['flagsmith', (text) => ({ 'x-flagsmith-signature': hmac(text) })],
  ['fourthwall', (text) => ({ 'x-fourthwall-hmac-sha256': base64(text) })],
  ['gitea', (text) => ({ 'x-gitea-signature': hmac(text) })],
  ['gogs', (text) => ({ 'x-gogs-signature': hmac(text) })],
  ['grafana', (text) => ({ 'x-grafana-alerting-signature': hmac(text) })],
  ['heroku', (text) => ({ 'heroku-webhook-hmac-sha256': base64(text) })],
  ['intercom', (text) => ({ 'x-hub-signature': `sha1=${hmac(text, secret, 'hex', 'sha1')}` })],
  ['jira', (text) => ({ 'x-hub-signature': `sha256=${hmac(text)}` })],
  ['launchdarkly', (text) => ({ 'x-ld-signature': hmac(text) })],
  ['lemon-squeezy', (text) => ({ 'x-signature': hmac(text) })],
  ['linear', (text) => ({ 'linear-signature': hmac(text) })],
  ['mailerlite', (text) => ({ signature: hmac(text) })],
  ['meta', (text) => ({ 'x-hub-signature-256': `sha256=${hmac(text)}` })],
  ['modern-treasury', (text) => ({ 'x-signature': hmac(text) })],
  ['mollie', (text) => ({ 'x-mollie-signature': `sha256=${hmac(text)}` })],
  ['notion', (text) => ({ 'x-notion-signature': `sha256=${hmac(text)}` })],
  ['nylas', (text) => ({ 'x-nylas-signature': hmac(text) })],
  ['paystack', (text) => ({ 'x-paystack-signature': hmac(text, secret, 'hex', 'sha512') })],
  ['printify', (text) => ({ 'x-pfy-signature': `sha256=${hmac(text)}` })],
  ['quickbooks', (text) => ({ 'intuit-signature': base64(text) })],
  ['razorpay', (text) => ({ 'x-razorpay-signature': hmac(text) })],
  ['sendbird', (text) => ({ 'x-sendbird-signature': hmac(text) })],
  ['sentry', (text) => ({ 'sentry-hook-signature': hmac(text) })],
  ['shopify', (text) => ({ 'x-shopify-hmac-sha256': base64(text) })],
  ['shortcut', (text) => ({ 'payload-signature': hmac(text) })],
  ['smartsheet', (text) => ({ 'smartsheet-hmac-sha256': hmac(text) })],
  ['sonarqube', (text) => ({ 'x-sonar-webhook-hmac-sha256': hmac(text) })],
  ['square', (text) => ({ 'x-square-hmacsha256-signature': base64(`${address}${text}`) })],
  ['stream', (text) => ({ 'x-signature': hmac(text) })],
  ['teamwork', (text) => ({ 'x-projects-signature': hmac(text) })],
  ['terraform', (text) => ({ 'x-tfe-notification-signature': hmac(text, secret, 'hex', 'sha512') })],
  ['thinkific', (text) => ({ 'x-thinkific-hmac-sha256': hmac(text) })],
  ['todoist', (text) => ({ 'x-todoist-hmac-sha256': base64(text) })],
  ['trello', (text) => ({ 'x-trello-webhook': base64(`${text}${address}`, 'sha1') })],
  ['typeform', (text) => ({ 'typeform-signature': `sha256=${base64(text)}` })],
  ['vercel', (text) => ({ 'x-vercel-signature': hmac(text, secret, 'hex', 'sha1') })],
  ['viber', (text) => ({ 'x-viber-content-signature': hmac(text) })],
  ['webex', (text) => ({ 'x-spark-signature': hmac(text, secret, 'hex', 'sha1') })],
  ['wistia', (text) => ({ 'x-wistia-signature': hmac(text) })],
  ['woocommerce', (text) => ({ 'x-wc-webhook-signature': base64(text) })],
  ['xero', (text) => ({ 'x-xero-signature': base64(text) })],
  ['youtube', (text) => ({ 'x-hub-signature': `sha1=${hmac(text, secret, 'hex', 'sha1')}` })],
])('%s signs the bytes of the body', (scheme, sign) => {
  expect(sendAs(scheme, sign(body), { body })).toBe(true);
  expect(sendAs(scheme, sign(body), { body: `${body} ` })).toBe(false);
  expect(sendAs(scheme, sign(body), { body, secret: 'another' })).toBe(false);
  expect(sendAs(scheme, {}, { body })).toBe(false);
});

/** Six minutes before `now`, in each of the forms. */
const former: Record<string, string> = {
  [seconds]: String(Number(seconds) - 360),
  [millis]: String(now - 360_000),
  [iso]: new Date(now - 360_000).toISOString(),
};

test.each<[scheme: string, at: string, sign: (time: string) => Headers]>([
  [
    'buildkite',
    seconds,
    (time) => ({ 'x-buildkite-signature': `timestamp=${time},signature=${hmac(`${time}.${body}`)}` }),
  ],
  [
    'calendly',
    seconds,
    (time) => ({ 'calendly-webhook-signature': `t=${time},v1=${hmac(`${time}.${body}`)}` }),
  ],
  [
    'customer-io',
    seconds,
    (time) => ({ 'x-cio-timestamp': time, 'x-cio-signature': hmac(`v0:${time}:${body}`) }),
  ],
  [
    'front',
    millis,
    (time) => ({ 'x-front-request-timestamp': time, 'x-front-signature': base64(`${time}:${body}`) }),
  ],
  [
    'sanity',
    millis,
    (time) => ({
      'sanity-webhook-signature': `t=${time},v1=${Buffer.from(base64(`${time}.${body}`), 'base64').toString('base64url')}`,
    }),
  ],
  ['stripe', seconds, (time) => ({ 'stripe-signature': `t=${time},v1=${hmac(`${time}.${body}`)}` })],
  [
    'webflow',
    millis,
    (time) => ({ 'x-webflow-timestamp': time, 'x-webflow-signature': hmac(`${time}:${body}`) }),
  ],
  ['workos', millis, (time) => ({ 'workos-signature': `t=${time}, v1=${hmac(`${time}.${body}`)}` })],
  [
    'zendesk',
    iso,
    (time) => ({
      'x-zendesk-webhook-signature-timestamp': time,
      'x-zendesk-webhook-signature': base64(`${time}${body}`),
    }),
  ],
  [
    'zoom',
    seconds,
    (time) => ({ 'x-zm-request-timestamp': time, 'x-zm-signature': `v0=${hmac(`v0:${time}:${body}`)}` }),
  ],
])('%s signs the time before the body', (scheme, at, sign) => {
  expect(sendAs(scheme, sign(at), { body })).toBe(true);
  expect(sendAs(scheme, sign(former[at] ?? ''), { body })).toBe(false);
  expect(sendAs(scheme, sign(at), { body: '{}' })).toBe(false);
  expect(sendAs(scheme, sign(at), { body, secret: 'another' })).toBe(false);
});

test.each<[scheme: string, headers: Headers]>([
  ['asaas', { 'asaas-access-token': secret }],
  ['azure-devops', basic],
  ['chargebee', basic],
  ['documenso', { 'x-documenso-secret': secret }],
  ['flutterwave', { 'verif-hash': secret }],
  ['google-calendar', { 'x-goog-channel-token': secret }],
  ['okta', { authorization: secret }],
  ['pipedrive', basic],
  ['postmark', basic],
  ['ringcentral', { 'verification-token': secret }],
  ['telegram', { 'x-telegram-bot-api-secret-token': secret }],
])('%s shows the secret', (scheme, headers) => {
  expect(sendAs(scheme, headers)).toBe(true);
  expect(sendAs(scheme, headers, { secret: 'another' })).toBe(false);
  expect(sendAs(scheme, {})).toBe(false);
});

const signingSecret = `whsec_${Buffer.from('thirty-two random bytes of a key').toString('base64')}`;

test.each([
  'beehiiv',
  'brex',
  'clerk',
  'dodo-payments',
  'incident-io',
  'lithic',
  'liveblocks',
  'loops',
  'openai',
  'polar',
  'recall-ai',
  'render',
  'replicate',
  'resend',
  'stytch',
  'supabase',
])('%s signs as Standard Webhooks and Svix do', (scheme) => {
  const signature = hmac(
    `msg_1.${seconds}.${body}`,
    Buffer.from('thirty-two random bytes of a key'),
    'base64',
  );
  for (const kind of ['webhook', 'svix']) {
    const headers = {
      [`${kind}-id`]: 'msg_1',
      [`${kind}-timestamp`]: seconds,
      [`${kind}-signature`]: `v1,${signature}`,
    };
    expect(sendAs(scheme, headers, { body, secret: signingSecret })).toBe(true);
    expect(sendAs(scheme, headers, { body: '{}', secret: signingSecret })).toBe(false);
  }
});

test('Mailchimp Transactional signs the address and the fields, in the order of their names', () => {
  const form = { 'content-type': 'application/x-www-form-urlencoded' };
  const events = '[{"event":"open"}]';
  const headers = { ...form, 'x-mandrill-signature': base64(`${address}mandrill_events${events}`, 'sha1') };
  const sent = new URLSearchParams({ mandrill_events: events }).toString();
  expect(sendAs('mandrill', headers, { body: sent })).toBe(true);
  expect(sendAs('mandrill', headers, { body: `${sent}&a=1` })).toBe(false);
  expect(sendAs('mandrill', headers, { body: sent, address: 'https://hooks.example.com/webhook/2' })).toBe(
    false,
  );
});

function toPart(value: object): string {
  return Buffer.from(JSON.stringify(value)).toString('base64url');
}

test('LiveKit signs a token with the hash of the body', () => {
  const sha256 = createHash('sha256').update(body).digest('base64');
  const signed = `${toPart({ alg: 'HS256' })}.${toPart({ exp: Number(seconds) + 300, sha256 })}`;
  const headers = {
    authorization: `${signed}.${Buffer.from(hmac(signed), 'hex').toString('base64url')}`,
  };
  expect(sendAs('livekit', headers, { body })).toBe(true);
  expect(sendAs('livekit', headers, { body: '{}' })).toBe(false);
});

/** Whether a request of Twitch is proven, and the same one under another id. */
function sendAsTwitch(time: string): boolean[] {
  const headers = {
    'twitch-eventsub-message-id': 'm1',
    'twitch-eventsub-message-timestamp': time,
    'twitch-eventsub-message-signature': `sha256=${hmac(`m1${time}${body}`)}`,
  };
  return [
    sendAs('twitch', headers, { body }),
    sendAs('twitch', { ...headers, 'twitch-eventsub-message-id': 'm2' }, { body }),
  ];
}

test('Twitch signs its message’s id and time before the body', () => {
  expect(sendAsTwitch(iso)).toEqual([true, false]);
  expect(sendAsTwitch(new Date(now - 11 * 60_000).toISOString())).toEqual([false, false]);
});

test.each([
  ['adobe-sign', 'secret'],
  ['ebay', 'secret'],
  ['event-grid', 'code'],
  ['salesforce', 'secret'],
  ['strava', 'secret'],
])('%s sends the secret in the URL', (scheme, name) => {
  const at = (value: string) => `https://hooks.example.com/webhook/1?${name}=${encodeURIComponent(value)}`;
  expect(sendAs(scheme, {}, { address: at(secret) })).toBe(true);
  expect(sendAs(scheme, {}, { address: at('another') })).toBe(false);
});

test('Google Ads shows the secret in the body', () => {
  expect(sendAs('google-ads', {}, { body: JSON.stringify({ google_key: secret }) })).toBe(true);
  expect(sendAs('google-ads', {}, { body: JSON.stringify({ google_key: 'another' }) })).toBe(false);
});
