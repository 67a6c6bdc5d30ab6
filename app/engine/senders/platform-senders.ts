// Senders that send on behalf of many. Proofs follow their own documentation; docs/senders.md says what has been tried.
import { dated, plainOk, type Sender, signatureIn } from './sender';

/**
 * https://developer.salesforce.com/docs/atlas.en-us.api.meta/api/sforce_api_om_outboundmessaging_wsdl.htm: otherwise Salesforce
 * sends the message again for a day.
 */
const acknowledged =
  '<soapenv:Envelope xmlns:soapenv="http://schemas.xmlsoap.org/soap/envelope/"><soapenv:Body>' +
  '<notificationsResponse xmlns="http://soap.sforce.com/2005/09/outbound"><Ack>true</Ack></notificationsResponse>' +
  '</soapenv:Body></soapenv:Envelope>';

/** Signs the time and the headers that the signature lists, before the body (https://github.com/hook0/hook0, clients). */
const hook0 = signatureIn('x-hook0-signature', {
  signed: '{timestamp}.{listed}.{body}',
  pairs: { signature: 'v1', time: 't', headers: 'h' },
  toleranceSeconds: 300,
});

export const platformSenders = [
  {
    name: 'asaas',
    label: 'Asaas',
    proof: { kind: 'token', header: 'asaas-access-token' },
    answer: plainOk,
    setUp:
      'Integrations → Webhooks: create the webhook with the secret of this trigger as its authentication token, of 32 to 255 characters.',
  },
  {
    name: 'documenso',
    label: 'Documenso',
    proof: { kind: 'token', header: 'x-documenso-secret' },
    setUp: 'Settings → Webhooks: create the webhook with the secret of this trigger as its secret.',
  },
  {
    name: 'livekit',
    label: 'LiveKit',
    proof: { kind: 'jwt', header: 'authorization', bodyClaim: 'sha256' },
    issuesSecret: true,
    setUp:
      'Settings → Webhooks: create the webhook, and copy the API secret that belongs to its API key into this trigger.',
  },
  {
    name: 'revenuecat',
    label: 'RevenueCat',
    deliveryKey: { by: 'path', of: '.event.id' },
    proof: { kind: 'token', header: 'authorization' },
    answer: plainOk,
    setUp: 'Integrations → Webhooks: type the secret of this trigger as the authorization header value.',
  },
  {
    name: 'revenuecat-signed',
    label: 'RevenueCat (signed)',
    deliveryKey: { by: 'path', of: '.event.id' },
    proof: signatureIn('x-revenuecat-webhook-signature', { ...dated, pairs: { signature: 'v1', time: 't' } }),
    answer: plainOk,
    issuesSecret: true,
    setUp: 'Integrations → Webhooks: switch signing on, and copy the signing secret into this trigger.',
  },
  {
    name: 'xendit',
    label: 'Xendit',
    proof: { kind: 'token', header: 'x-callback-token' },
    answer: plainOk,
    issuesSecret: true,
    setUp: 'Settings → Webhooks: copy the webhook verification token into this trigger.',
  },
  {
    // https://docs.moralis.com/streams-api/evm/webhook-security
    name: 'moralis',
    label: 'Moralis Streams',
    proof: signatureIn('x-signature', { algorithm: 'keccak256', prefix: '0x', signed: '{body}{secret}' }),
    answer: plainOk,
    issuesSecret: true,
    setUp:
      'Settings: copy the streams secret into this trigger, then create the stream with the webhook URL.',
  },
  {
    name: 'amazon-sns',
    label: 'Amazon SNS',
    deliveryKey: { by: 'header', of: 'x-amz-sns-message-id' },
    proof: { kind: 'sns' },
    issuesSecret: true,
    setUp:
      'Copy the ARN of the topic into this trigger and deploy, create an HTTPS subscription with the webhook URL, and press Confirm subscription at the execution that comes.',
  },
  {
    name: 'google-pubsub',
    label: 'Google Pub/Sub',
    proof: {
      kind: 'jwks',
      header: 'authorization',
      jwksUrl: 'https://www.googleapis.com/oauth2/v3/certs',
      issuer: 'https://accounts.google.com',
    },
    setUp: 'Push subscription: enable authentication, and type the secret of this trigger as the audience.',
  },
  {
    name: 'workos',
    label: 'WorkOS',
    proof: signatureIn('workos-signature', { ...dated, pairs: { signature: 'v1', time: 't' } }),
    issuesSecret: true,
    setUp: 'Webhooks: copy the secret of the endpoint into this trigger.',
  },
  {
    name: 'okta',
    label: 'Okta',
    proof: { kind: 'token', header: 'authorization' },
    handshake: 'okta',
    answer: plainOk,
    setUp:
      'Workflow → Event Hooks: authentication field Authorization, authentication secret: the secret of this trigger. Deploy here first, then verify.',
  },
  {
    name: 'microsoft-graph',
    label: 'Microsoft Graph, SharePoint',
    proof: { kind: 'field', path: 'value.clientState' },
    handshake: 'microsoft',
    setUp: 'Create the subscription with the secret of this trigger as its clientState.',
  },
  {
    name: 'event-grid',
    label: 'Azure Event Grid',
    proof: { kind: 'query', name: 'code' },
    handshake: 'event-grid',
    setUp:
      'Event subscription → Web Hook: enter the webhook URL with ?code= and the secret of this trigger behind it.',
  },
  {
    name: 'youtube',
    label: 'YouTube, WebSub',
    proof: signatureIn('x-hub-signature', { algorithm: 'sha1', prefix: 'sha1=' }),
    handshake: 'websub',
    setUp:
      'Subscribe at the hub with the webhook URL as hub.callback and the secret of this trigger as hub.secret.',
  },
  {
    name: 'google-calendar',
    label: 'Google Calendar, Google Drive',
    proof: { kind: 'token', header: 'x-goog-channel-token' },
    setUp:
      'Create the channel (watch) with the secret of this trigger as its token. Its notifications have no body: read {{request.headers.x-goog-resource-uri}} and its kin.',
  },
  {
    name: 'google-ads',
    label: 'Google Ads lead forms',
    proof: { kind: 'field', path: 'google_key' },
    answer: plainOk,
    setUp: 'Lead form → Export leads → Webhook integration: type the secret of this trigger as the key.',
  },
  {
    name: 'salesforce',
    label: 'Salesforce (outbound)',
    proof: { kind: 'query', name: 'secret' },
    answer: { status: 200, contentType: 'text/xml', body: acknowledged },
    setUp:
      'Setup → Outbound Messages: enter the webhook URL with ?secret= and the secret of this trigger behind it as the endpoint URL, and read bodies as XML.',
  },
  {
    name: 'fusionauth',
    label: 'FusionAuth',
    proof: { kind: 'jwt', header: 'x-fusionauth-signature-jwt', bodyClaim: 'request_body_sha256' },
    setUp:
      'Settings → Webhooks: sign with an HMAC key that is the secret of this trigger, or copy the public key in PEM into Webhook Secret.',
  },
  {
    name: 'gong',
    label: 'Gong',
    proof: { kind: 'jwt', header: 'authorization', bodyClaim: 'body_sha256' },
    issuesSecret: true,
    setUp:
      'Automation rules → Webhook: choose the signed JWT header, and copy the public key into this trigger.',
  },
  {
    // https://documentation.hook0.com
    name: 'hook0',
    label: 'Hook0',
    proof: hook0,
    issuesSecret: true,
    setUp:
      'Create the subscription with the webhook URL as its target, and copy its secret into this trigger.',
  },
  {
    // https://docs.cdp.coinbase.com/api-reference/payment-apis/webhooks/verification: Coinbase sends by Hook0.
    name: 'coinbase-cdp',
    label: 'Coinbase (CDP)',
    proof: hook0,
    issuesSecret: true,
    setUp: 'Create the subscription by API, and copy the secret of the response into this trigger.',
  },
] as const satisfies readonly Sender[];
