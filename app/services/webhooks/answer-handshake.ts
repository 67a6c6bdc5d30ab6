// What a sender asks of an address before it sends to it, answered in its own form. A value that is handed back is short,
// printable, and no page: text or JSON, never HTML. What a stranger chose is signed for Zoom, X, LinkedIn, Wrike and Braintree
// alone, where it is no proof: see `signing-handshake.ts`.
import { createHash, createHmac } from 'node:crypto';
import { isSame } from '~/auth/webhook-signature';
import type { Handshake } from '~/engine/senders/handshake';
import { isReflectable } from '~/engine/senders/reflectable';
import { isBraintreeChallenge, isSignedToken, isSignedUuid } from '~/engine/senders/signing-handshake';
import { readBraintreeKey } from './proof/braintree-key';
import type { SignedRequest } from './proof/signed-request';

export interface HandshakeAnswer {
  status: 200 | 204;
  contentType: 'text/plain' | 'application/json';
  body: string;
  headers?: Record<string, string>;
}

interface Asked extends SignedRequest {
  query: URLSearchParams;
  secret: string;
  /** The request proves the secret, by the ways of deliveries. */
  isAuthentic: boolean;
}

/** No handshake has a longer body. */
export const maxHandshakeBytes = 16 * 1024;

/** The answer to a handshake of this kind; undefined when the request is none. */
export function answerHandshake(
  kind: Handshake,
  request: SignedRequest & Pick<Asked, 'secret' | 'isAuthentic'>,
): HandshakeAnswer | undefined {
  if (kind === 'none' || request.body.length > maxHandshakeBytes) return undefined;
  return answers[kind]({ ...request, query: new URL(request.address).searchParams });
}

/** Whether a request to such an integration may be a handshake only its body tells of. */
export function mayAskInBody(kind: Handshake, header: SignedRequest['header']): boolean {
  return kind !== 'none' && Number(header('content-length') ?? Infinity) <= maxHandshakeBytes;
}

type Answer = (asked: Asked) => HandshakeAnswer | undefined;

const answers: Record<Exclude<Handshake, 'none'>, Answer> = {
  // https://docs.slack.dev/reference/events/url_verification
  slack: (asked) => {
    const { type, challenge } = readBody(asked);
    return type === 'url_verification' ? toText(challenge) : undefined;
  },
  monday: (asked) => {
    const { challenge, ...rest } = readBody(asked);
    return Object.keys(rest).length === 0 ? toJson({ challenge }, challenge) : undefined;
  },
  // https://dev.twitch.tv/docs/eventsub/handling-webhook-events: the challenge is signed like an event.
  twitch: (asked) =>
    asked.isAuthentic && asked.header('twitch-eventsub-message-type') === 'webhook_callback_verification'
      ? toText(readBody(asked).challenge)
      : undefined,
  // https://docs.discord.com/developers/interactions/overview, https://docs.discord.com/developers/events/webhook-events: the
  // ping of interactions is of the type 1, which among webhook events is an event.
  discord: (asked) => {
    const { type, event } = readBody(asked);
    if (!asked.isAuthentic) return undefined;
    if (type === 0) return { ...toEmpty(), status: 204 };
    return type === 1 && event === undefined ? toJson({ type }, 'ping') : undefined;
  },
  meta: (asked) => (isSubscription(asked) ? toText(asked.query.get('hub.challenge')) : undefined),
  strava: (asked) => {
    const challenge = asked.query.get('hub.challenge');
    return isSubscription(asked) ? toJson({ 'hub.challenge': challenge }, challenge) : undefined;
  },
  // W3C WebSub §5.3. Who wants us off a topic is not known, so only a subscription is confirmed.
  websub: ({ method, query }) =>
    method === 'GET' && query.get('hub.mode') === 'subscribe' && query.has('hub.topic')
      ? toText(query.get('hub.challenge'))
      : undefined,
  // Dropbox and Nylas; Onfleet (https://docs.onfleet.com/reference/validation); Productboard.
  challenge: ({ method, query }) =>
    method === 'GET'
      ? toText(query.get('challenge') ?? query.get('check') ?? query.get('validationToken'))
      : undefined,
  // https://learn.microsoft.com/graph/change-notifications-delivery-webhooks, and as SharePoint writes it:
  // https://learn.microsoft.com/sharepoint/dev/apis/webhooks/overview-sharepoint-webhooks
  microsoft: ({ method, query }) =>
    method === 'POST' ? toText(query.get('validationToken') ?? query.get('validationtoken')) : undefined,
  // https://learn.microsoft.com/azure/event-grid/end-point-validation-event-grid-events-schema
  'event-grid': (asked) => {
    if (asked.method === 'OPTIONS') return answers.cloudevents(asked);
    if (asked.header('aeg-event-type') !== 'SubscriptionValidation') return undefined;
    const [event] = readList(asked);
    const data = readFields(readFields(event).data);
    return toJson({ validationResponse: data.validationCode }, data.validationCode);
  },
  // CloudEvents, HTTP 1.1 Web Hooks for Event Delivery §4.
  cloudevents: ({ method, header }) => {
    const origin = header('webhook-request-origin');
    if (method !== 'OPTIONS' || !isReflectable(origin)) return undefined;
    const headers = { 'WebHook-Allowed-Origin': origin, 'WebHook-Allowed-Rate': '6000', Allow: 'POST' };
    return { ...toEmpty(), headers };
  },
  zoom: (asked) => {
    const { event, payload } = readBody(asked);
    const { plainToken } = readFields(payload);
    if (event !== 'endpoint.url_validation' || !isSignedToken(plainToken)) return undefined;
    const encryptedToken = sign(plainToken, asked.secret, 'hex');
    return asked.secret ? toJson({ plainToken, encryptedToken }, plainToken) : undefined;
  },
  x: ({ method, query, secret }) => {
    const token = query.get('crc_token');
    if (method !== 'GET' || !secret || !isSignedToken(token)) return undefined;
    const signature = sign(token, secret, 'base64');
    return toJson({ response_token: `sha256=${signature}` }, token);
  },
  okta: ({ method, header }) => {
    const verification = header('x-okta-verification-challenge');
    return method === 'GET' ? toJson({ verification }, verification) : undefined;
  },
  ringcentral: ({ header }) => {
    const token = header('validation-token');
    return isReflectable(token) ? { ...toEmpty(), headers: { 'Validation-Token': token } } : undefined;
  },
  smartsheet: ({ header }) => {
    const challenge = header('smartsheet-hook-challenge');
    const answer = toJson({ smartsheetHookResponse: challenge }, challenge);
    return answer && isReflectable(challenge)
      ? { ...answer, headers: { 'Smartsheet-Hook-Response': challenge } }
      : undefined;
  },
  // A first request without a signature, which says no more than the number of the webhook.
  woocommerce: ({ body }) =>
    body.length <= 64 && /^webhook_id=\d+$/.test(body.toString('latin1')) ? toEmpty() : undefined,
  // https://developers.asana.com/docs/webhooks-guide: a first request without events, whose secret is to come back as it came.
  asana: ({ method, header }) => {
    const secret = header('x-hook-secret');
    if (method !== 'POST' || header('x-hook-signature') !== undefined || !isReflectable(secret))
      return undefined;
    return { ...toEmpty(), headers: { 'X-Hook-Secret': secret } };
  },
  // https://developer.ebay.com/marketplace-account-deletion: the hash covers the address as it was entered there. The token of the
  // query proves that it is eBay's question, as it proves what follows.
  ebay: ({ method, query, secret, address, isAuthentic }) => {
    const code = query.get('challenge_code');
    if (method !== 'GET' || !isAuthentic || !secret || !isSignedToken(code)) return undefined;
    const endpoint = leaveOut(address, 'challenge_code');
    const challengeResponse = createHash('sha256').update(`${code}${secret}${endpoint}`).digest('hex');
    return toJson({ challengeResponse }, code);
  },
  // https://opensource.adobe.com/acrobat-sign/developer_guide/webhooks.html: "verification of intent".
  'adobe-sign': ({ method, header, isAuthentic }) => {
    const id = header('x-adobesign-clientid');
    if (method !== 'GET' || !isAuthentic || !isReflectable(id)) return undefined;
    return { ...toEmpty(), headers: { 'X-AdobeSign-ClientId': id } };
  },
  // https://learn.microsoft.com/linkedin/shared/api-guide/webhook-validation, again every two hours.
  linkedin: ({ method, query, secret }) => {
    const challengeCode = query.get('challengeCode');
    if (method !== 'GET' || !secret || !isSignedUuid(challengeCode)) return undefined;
    const challengeResponse = sign(challengeCode, secret, 'hex');
    return toJson({ challengeCode, challengeResponse }, challengeCode);
  },
  // https://open.larksuite.com/document/server-docs/event-subscription-guide/event-subscription-configure-/request-url-configuration-case
  lark: (asked) => {
    const { type, token, challenge } = readBody(asked);
    const isOurs = asked.secret !== '' && typeof token === 'string' && isSame(token, asked.secret);
    return type === 'url_verification' && isOurs ? toJson({ challenge }, challenge) : undefined;
  },
  // https://dev.frontapp.com/docs/application-webhooks
  front: ({ method, header }) => {
    const challenge = header('x-front-challenge');
    return method === 'POST' ? toJson({ challenge }, challenge) : undefined;
  },
  // https://cloud.ouraring.com/docs/webhooks: the secret is the token that shows who subscribed.
  oura: ({ method, query, secret }) => {
    const isOurs = secret !== '' && isSame(query.get('verification_token') ?? '', secret);
    const challenge = query.get('challenge');
    return method === 'GET' && isOurs ? toJson({ challenge }, challenge) : undefined;
  },
  // https://developers.weixin.qq.com/doc/offiaccount/Basic_Information/Access_Overview.html: signed as deliveries are.
  // What is handed back is not among what is signed.
  wechat: ({ method, query, secret }) => {
    const [time = '', nonce = ''] = [query.get('timestamp'), query.get('nonce')].map((each) => each ?? '');
    const expected = createHash('sha1').update([secret, time, nonce].toSorted().join('')).digest('hex');
    const isTheirs = secret !== '' && isSame(query.get('signature') ?? '', expected);
    return method === 'GET' && isTheirs ? toText(query.get('echostr')) : undefined;
  },
  // https://docs.tebex.io/developers/webhooks/overview
  tebex: (asked) => {
    const { type, id } = readBody(asked);
    return asked.isAuthentic && type === 'validation.webhook' ? toJson({ id }, id) : undefined;
  },
  // https://developers.wrike.com/webhooks/: "Secure webhooks".
  wrike: (asked) => {
    const token = asked.header('x-hook-secret');
    if (readBody(asked).requestType !== 'WebHook secret verification') return undefined;
    if (!asked.secret || !isSignedToken(token)) return undefined;
    return { ...toEmpty(), headers: { 'X-Hook-Secret': sign(token, asked.secret, 'hex') } };
  },
  // The libraries' `webhook_notification_gateway`, `verify`.
  braintree: ({ method, query, secret }) => {
    const challenge = query.get('bt_challenge');
    const keys = readBraintreeKey(secret);
    if (method !== 'GET' || !keys || !isBraintreeChallenge(challenge)) return undefined;
    return toText(`${keys.name}|${createHmac('sha1', keys.key).update(challenge).digest('hex')}`);
  },
  // As a subscription is made, it is asked whether there is an answer at all.
  'exact-online': ({ method, body }) => (method === 'POST' && body.length === 0 ? toEmpty() : undefined),
  ping: ({ method }) => (method === 'HEAD' || method === 'GET' ? toEmpty() : undefined),
};

function sign(token: string, secret: string, encoding: 'hex' | 'base64'): string {
  return createHmac('sha256', secret).update(token).digest(encoding);
}

/** An address without a parameter of its query, and else as it came. */
function leaveOut(address: string, name: string): string {
  const [path = '', ...query] = address.split('?');
  const others = query
    .join('?')
    .split('&')
    .filter((pair) => pair !== '' && !pair.startsWith(`${name}=`));
  return others.length > 0 ? `${path}?${others.join('&')}` : path;
}

/** Meta's form of WebSub, which Strava speaks, too: the secret is the token that shows who subscribed. */
function isSubscription({ method, query, secret }: Asked): boolean {
  return (
    method === 'GET' &&
    query.get('hub.mode') === 'subscribe' &&
    secret !== '' &&
    isSame(query.get('hub.verify_token') ?? '', secret)
  );
}

function toText(value: unknown): HandshakeAnswer | undefined {
  if (!isReflectable(value)) return undefined;
  return { status: 200, contentType: 'text/plain', body: value };
}

/** Only when the value that is handed back may be. */
function toJson(body: object, reflected: unknown): HandshakeAnswer | undefined {
  if (!isReflectable(reflected)) return undefined;
  return { status: 200, contentType: 'application/json', body: JSON.stringify(body) };
}

function toEmpty(): HandshakeAnswer {
  return { status: 200, contentType: 'text/plain', body: '' };
}

function readBody(asked: Asked): Record<string, unknown> {
  return asked.method === 'POST' ? readFields(parse(asked.body)) : {};
}

function readList(asked: Asked): unknown[] {
  const value = parse(asked.body);
  return Array.isArray(value) ? value : [];
}

function readFields(value: unknown): Record<string, unknown> {
  return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {};
}

function parse(body: Buffer): unknown {
  try {
    return JSON.parse(body.toString('utf8'));
  } catch {
    return undefined;
  }
}
