// Answers the question that a sender asks of an address before it sends there, in the sender's own form. A value that is handed
// back is short and printable, as text or JSON, never as HTML. A value that a stranger chose is signed for Zoom, X, LinkedIn,
// Wrike and Braintree alone, where the signature proves no delivery: see `signing-handshake.ts`.
import { createHash, createHmac } from 'node:crypto';
import { isSame } from '~/auth/constant-time';
import type { Handshake } from '~/engine/senders/handshake';
import { isReflectable } from '~/engine/senders/reflectable';
import { isBraintreeChallenge, isSignedToken, isSignedUuid } from '~/engine/senders/signing-handshake';
import { readBraintreeKey } from './proof/braintree-key';
import {
  isWeChatSigned,
  openLark,
  openSealedBody,
  openWeChat,
  readWeChatKeys,
  sealForDingTalk,
} from './proof/sealed-body';
import {
  type HandshakeRequest,
  type HandshakeAnswer,
  isSubscription,
  leaveOut,
  parseJson,
  readBody,
  readFields,
  readList,
  sign,
  emptyAnswer,
  jsonAnswer,
  textAnswer,
} from './handshake-parts';
import type { SignedRequest } from './proof/signed-request';

/** The longest body of a handshake, in bytes. */
const maxHandshakeBytes = 16 * 1024;

/** Returns the answer to a handshake of this kind; undefined when the request is not one. */
export function answerHandshake(
  kind: Handshake,
  request: SignedRequest & Pick<HandshakeRequest, 'secret' | 'isAuthentic'>,
): HandshakeAnswer | undefined {
  if (kind === 'none' || request.body.length > maxHandshakeBytes) return undefined;
  return answers[kind]({ ...request, query: new URL(request.address).searchParams });
}

/** Checks whether a request to an integration with this handshake may be one that only its body shows. */
export function mayBeHandshakeByBody(kind: Handshake, header: SignedRequest['header']): boolean {
  return kind !== 'none' && Number(header('content-length') ?? Infinity) <= maxHandshakeBytes;
}

type Answer = (asked: HandshakeRequest) => HandshakeAnswer | undefined;

const answers: Record<Exclude<Handshake, 'none'>, Answer> = {
  // https://docs.slack.dev/reference/events/url_verification
  slack: (asked) => {
    const { type, challenge } = readBody(asked);
    return type === 'url_verification' ? textAnswer(challenge) : undefined;
  },
  monday: (asked) => {
    const { challenge, ...rest } = readBody(asked);
    return Object.keys(rest).length === 0 ? jsonAnswer({ challenge }, challenge) : undefined;
  },
  // https://dev.twitch.tv/docs/eventsub/handling-webhook-events: the challenge is signed like an event.
  twitch: (asked) =>
    asked.isAuthentic && asked.header('twitch-eventsub-message-type') === 'webhook_callback_verification'
      ? textAnswer(readBody(asked).challenge)
      : undefined,
  // https://docs.discord.com/developers/interactions/overview, https://docs.discord.com/developers/events/webhook-events: the
  // ping of interactions has type 1, which is the type of an event among webhook events.
  discord: (asked) => {
    const { type, event } = readBody(asked);
    if (!asked.isAuthentic) return undefined;
    if (type === 0) return { ...emptyAnswer(), status: 204 };
    return type === 1 && event === undefined ? jsonAnswer({ type }, 'ping') : undefined;
  },
  meta: (asked) => (isSubscription(asked) ? textAnswer(asked.query.get('hub.challenge')) : undefined),
  strava: (asked) => {
    const challenge = asked.query.get('hub.challenge');
    return isSubscription(asked) ? jsonAnswer({ 'hub.challenge': challenge }, challenge) : undefined;
  },
  // W3C WebSub §5.3. An unsubscribe request may come from anybody, so only a subscription is confirmed.
  websub: ({ method, query }) =>
    method === 'GET' && query.get('hub.mode') === 'subscribe' && query.has('hub.topic')
      ? textAnswer(query.get('hub.challenge'))
      : undefined,
  // Dropbox and Nylas; Onfleet (https://docs.onfleet.com/reference/validation); Productboard.
  challenge: ({ method, query }) =>
    method === 'GET'
      ? textAnswer(query.get('challenge') ?? query.get('check') ?? query.get('validationToken'))
      : undefined,
  // https://learn.microsoft.com/graph/change-notifications-delivery-webhooks, and the spelling of SharePoint:
  // https://learn.microsoft.com/sharepoint/dev/apis/webhooks/overview-sharepoint-webhooks
  microsoft: ({ method, query }) =>
    method === 'POST' ? textAnswer(query.get('validationToken') ?? query.get('validationtoken')) : undefined,
  // https://learn.microsoft.com/azure/event-grid/end-point-validation-event-grid-events-schema
  'event-grid': (asked) => {
    if (asked.method === 'OPTIONS') return answers.cloudevents(asked);
    if (asked.header('aeg-event-type') !== 'SubscriptionValidation') return undefined;
    const [event] = readList(asked);
    const data = readFields(readFields(event).data);
    return jsonAnswer({ validationResponse: data.validationCode }, data.validationCode);
  },
  // CloudEvents, HTTP 1.1 Web Hooks for Event Delivery §4.
  cloudevents: ({ method, header }) => {
    const origin = header('webhook-request-origin');
    if (method !== 'OPTIONS' || !isReflectable(origin)) return undefined;
    const headers = { 'WebHook-Allowed-Origin': origin, 'WebHook-Allowed-Rate': '6000', Allow: 'POST' };
    return { ...emptyAnswer(), headers };
  },
  zoom: (asked) => {
    const { event, payload } = readBody(asked);
    const { plainToken } = readFields(payload);
    if (event !== 'endpoint.url_validation' || !isSignedToken(plainToken)) return undefined;
    const encryptedToken = sign(plainToken, asked.secret, 'hex');
    return asked.secret ? jsonAnswer({ plainToken, encryptedToken }, plainToken) : undefined;
  },
  x: ({ method, query, secret }) => {
    const token = query.get('crc_token');
    if (method !== 'GET' || !secret || !isSignedToken(token)) return undefined;
    const signature = sign(token, secret, 'base64');
    return jsonAnswer({ response_token: `sha256=${signature}` }, token);
  },
  okta: ({ method, header }) => {
    const verification = header('x-okta-verification-challenge');
    return method === 'GET' ? jsonAnswer({ verification }, verification) : undefined;
  },
  ringcentral: ({ header }) => {
    const token = header('validation-token');
    return isReflectable(token) ? { ...emptyAnswer(), headers: { 'Validation-Token': token } } : undefined;
  },
  smartsheet: ({ header }) => {
    const challenge = header('smartsheet-hook-challenge');
    const answer = jsonAnswer({ smartsheetHookResponse: challenge }, challenge);
    return answer && isReflectable(challenge)
      ? { ...answer, headers: { 'Smartsheet-Hook-Response': challenge } }
      : undefined;
  },
  // WooCommerce sends a first request without a signature, which holds only the number of the webhook.
  woocommerce: ({ body }) =>
    body.length <= 64 && /^webhook_id=\d+$/.test(body.toString('latin1')) ? emptyAnswer() : undefined,
  // https://developers.asana.com/docs/webhooks-guide: the first request has no events; its secret is sent back unchanged.
  asana: ({ method, header }) => {
    const secret = header('x-hook-secret');
    if (method !== 'POST' || header('x-hook-signature') !== undefined || !isReflectable(secret))
      return undefined;
    return { ...emptyAnswer(), headers: { 'X-Hook-Secret': secret } };
  },
  // https://developer.ebay.com/marketplace-account-deletion: the hash covers the address as the user entered it at eBay. The
  // token in the query proves that eBay asks, as it proves deliveries.
  ebay: ({ method, query, secret, address, isAuthentic }) => {
    const code = query.get('challenge_code');
    if (method !== 'GET' || !isAuthentic || !secret || !isSignedToken(code)) return undefined;
    const endpoint = leaveOut(address, 'challenge_code');
    const challengeResponse = createHash('sha256').update(`${code}${secret}${endpoint}`).digest('hex');
    return jsonAnswer({ challengeResponse }, code);
  },
  // https://opensource.adobe.com/acrobat-sign/developer_guide/webhooks.html: "verification of intent".
  'adobe-sign': ({ method, header, isAuthentic }) => {
    const id = header('x-adobesign-clientid');
    if (method !== 'GET' || !isAuthentic || !isReflectable(id)) return undefined;
    return { ...emptyAnswer(), headers: { 'X-AdobeSign-ClientId': id } };
  },
  // https://learn.microsoft.com/linkedin/shared/api-guide/webhook-validation; LinkedIn asks again every two hours.
  linkedin: ({ method, query, secret }) => {
    const challengeCode = query.get('challengeCode');
    if (method !== 'GET' || !secret || !isSignedUuid(challengeCode)) return undefined;
    const challengeResponse = sign(challengeCode, secret, 'hex');
    return jsonAnswer({ challengeCode, challengeResponse }, challengeCode);
  },
  // https://open.larksuite.com/document/server-docs/event-subscription-guide/event-subscription-configure-/request-url-configuration-case
  lark: (asked) => {
    const { type, token, challenge } = readBody(asked);
    const isOurs = asked.secret !== '' && typeof token === 'string' && isSame(token, asked.secret);
    return type === 'url_verification' && isOurs ? jsonAnswer({ challenge }, challenge) : undefined;
  },
  // With an encrypt key, Lark encrypts this request, too, but signs it in no way that its documentation demands to be checked.
  'lark-encrypted': ({ method, body, secret }) => {
    const opened = method === 'POST' && secret !== '' ? openLark(body, secret) : undefined;
    const { type, challenge } = readFields(opened && parseJson(opened));
    return type === 'url_verification' ? jsonAnswer({ challenge }, challenge) : undefined;
  },
  // https://dev.frontapp.com/docs/application-webhooks
  front: ({ method, header }) => {
    const challenge = header('x-front-challenge');
    return method === 'POST' ? jsonAnswer({ challenge }, challenge) : undefined;
  },
  // https://cloud.ouraring.com/docs/webhooks: the secret is the token that shows who subscribed.
  oura: ({ method, query, secret }) => {
    const isOurs = secret !== '' && isSame(query.get('verification_token') ?? '', secret);
    const challenge = query.get('challenge');
    return method === 'GET' && isOurs ? jsonAnswer({ challenge }, challenge) : undefined;
  },
  // https://developers.weixin.qq.com/doc/offiaccount/Basic_Information/Access_Overview.html: signed as deliveries are. The
  // signature does not cover the value that is handed back.
  wechat: ({ method, query, secret: written }) => {
    // In safe mode a key stands behind the token; this question is as in plaintext mode.
    const secret = readWeChatKeys(written)?.token ?? written;
    const [time = '', nonce = ''] = [query.get('timestamp'), query.get('nonce')].map((each) => each ?? '');
    const expected = createHash('sha1').update([secret, time, nonce].toSorted().join('')).digest('hex');
    const isTheirs = secret !== '' && isSame(query.get('signature') ?? '', expected);
    return method === 'GET' && isTheirs ? textAnswer(query.get('echostr')) : undefined;
  },
  // https://developer.work.weixin.qq.com/document/path/90930: the text is signed and encrypted as deliveries are.
  wecom: (asked) => {
    const encrypted = asked.query.get('echostr') ?? '';
    const keys = readWeChatKeys(asked.secret);
    if (asked.method !== 'GET' || !keys || !isWeChatSigned(asked, encrypted, asked.secret)) return undefined;
    return textAnswer(openWeChat(encrypted, keys.key)?.text.toString('utf8'));
  },
  // https://open.dingtalk.com/document/orgapp/configure-event-subcription: `check_url`, and for suites others with a random
  // text to hand back. The answer is encrypted.
  dingtalk: (asked) => {
    const opened = asked.isAuthentic ? openDingTalk(asked) : undefined;
    const { EventType: type, Random: text = 'success' } = readFields(opened && parseJson(opened));
    if (typeof type !== 'string' || !type.startsWith('check_') || !isReflectable(text)) return undefined;
    const body = sealForDingTalk(asked, asked.secret, text);
    return body === undefined ? undefined : { status: 200, contentType: 'application/json', body };
  },
  // https://docs.tebex.io/developers/webhooks/overview
  tebex: (asked) => {
    const { type, id } = readBody(asked);
    return asked.isAuthentic && type === 'validation.webhook' ? jsonAnswer({ id }, id) : undefined;
  },
  // https://developers.wrike.com/webhooks/: "Secure webhooks".
  wrike: (asked) => {
    const token = asked.header('x-hook-secret');
    if (readBody(asked).requestType !== 'WebHook secret verification') return undefined;
    if (!asked.secret || !isSignedToken(token)) return undefined;
    return { ...emptyAnswer(), headers: { 'X-Hook-Secret': sign(token, asked.secret, 'hex') } };
  },
  // The method `verify` of `webhook_notification_gateway` in Braintree's libraries.
  braintree: ({ method, query, secret }) => {
    const challenge = query.get('bt_challenge');
    const keys = readBraintreeKey(secret);
    if (method !== 'GET' || !keys || !isBraintreeChallenge(challenge)) return undefined;
    return textAnswer(`${keys.name}|${createHmac('sha1', keys.key).update(challenge).digest('hex')}`);
  },
  // When a subscription is created, Exact Online checks only that the address answers.
  'exact-online': ({ method, body }) => (method === 'POST' && body.length === 0 ? emptyAnswer() : undefined),
  // https://developers.mailersend.com/api/v1/webhooks.html: MailerSend saves no webhook whose address refuses this request, and
  // signs it with a key that is public. An event has `data`.
  mailersend: (asked) => {
    const { type, data } = readBody(asked);
    return type === 'webhook.test' && data === undefined ? emptyAnswer() : undefined;
  },
  ping: ({ method }) => (method === 'HEAD' || method === 'GET' ? emptyAnswer() : undefined),
};

function openDingTalk(asked: HandshakeRequest): Buffer | undefined {
  return openSealedBody(asked, { kind: 'sealed', by: 'dingtalk', toleranceSeconds: 0 }, asked.secret);
}
