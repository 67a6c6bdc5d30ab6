// Senders that report messages of a team's chat, with their proofs as their own documentation describes them.
// docs/senders.md says what has been tried.
import { plainOk, type Sender, signatureIn } from './sender';

export const teamChatSenders = [
  {
    name: 'slack',
    label: 'Slack',
    deliveryKey: { by: 'path', of: '.event_id' },
    proof: signatureIn('x-slack-signature', {
      prefix: 'v0=',
      signed: 'v0:{timestamp}:{body}',
      time: 'x-slack-request-timestamp',
      toleranceSeconds: 300,
    }),
    handshake: 'slack',
    answer: plainOk,
    issuesSecret: true,
    setUp:
      'Basic Information: copy the signing secret of the app into this trigger and deploy, then enter the webhook URL under Event Subscriptions.',
  },
  {
    name: 'microsoft-teams',
    label: 'Microsoft Teams',
    proof: signatureIn('authorization', { encoding: 'base64', prefix: 'HMAC ', key: 'base64' }),
    issuesSecret: true,
    setUp:
      'Manage team → Apps → Create an outgoing webhook: copy the security token into this trigger, and respond with a message in JSON.',
  },
  {
    name: 'google-chat',
    label: 'Google Chat',
    proof: {
      kind: 'jwks',
      header: 'authorization',
      jwksUrl: 'https://www.googleapis.com/service_accounts/v1/jwk/chat@system.gserviceaccount.com',
      issuer: 'chat@system.gserviceaccount.com',
    },
    answer: { status: 200, contentType: 'application/json', body: '{}' },
    issuesSecret: true,
    setUp:
      'Google Chat API → Configuration: choose the project number as the authentication audience, and copy that number into this trigger.',
  },
  {
    // https://developers.google.com/workspace/chat/verify-requests-from-chat
    name: 'google-chat-add-on',
    label: 'Google Chat (add-on)',
    proof: {
      kind: 'jwks',
      header: 'authorization',
      jwksUrl: 'https://www.googleapis.com/oauth2/v3/certs',
      issuer: 'https://accounts.google.com',
      isByEmail: true,
    },
    answer: { status: 200, contentType: 'application/json', body: '{}' },
    issuesSecret: true,
    setUp:
      'Google Chat API → Configuration → Connection settings: copy the email of the service account into this trigger, and enter the webhook URL as the HTTP endpoint URL.',
  },
  {
    name: 'lark',
    label: 'Lark, Feishu',
    proof: { kind: 'field', path: 'header.token' },
    handshake: 'lark',
    answer: { status: 200, contentType: 'application/json', body: '{}' },
    issuesSecret: true,
    setUp:
      'Events & Callbacks → Encryption Strategy: copy the verification token into this trigger and deploy, leave the encrypt key empty, then enter the webhook URL as the request URL.',
  },
  {
    name: 'lark-encrypted',
    label: 'Lark, Feishu (encrypted)',
    // Lark tries for seven hours, and does not say whether the time is the event's or the attempt's.
    proof: { kind: 'sealed', by: 'lark', toleranceSeconds: 28_800 },
    handshake: 'lark-encrypted',
    answer: { status: 200, contentType: 'application/json', body: '{}' },
    issuesSecret: true,
    setUp:
      'Events & Callbacks → Encryption Strategy: copy the encrypt key into this trigger and deploy, then enter the webhook URL as the request URL.',
  },
  {
    name: 'mattermost',
    label: 'Mattermost (outgoing)',
    proof: { kind: 'field', path: 'token' },
    answer: { status: 200, contentType: 'application/json', body: '{}' },
    issuesSecret: true,
    setUp: 'Integrations → Outgoing Webhooks: copy the token into this trigger.',
  },
  {
    name: 'dingtalk',
    label: 'DingTalk outgoing robots',
    proof: signatureIn('sign', {
      encoding: 'base64',
      signed: '{timestamp}\n{secret}',
      isKeyed: true,
      time: 'timestamp',
      toleranceSeconds: 3_600,
    }),
    answer: { status: 200, contentType: 'application/json', body: '{}' },
    issuesSecret: true,
    setUp:
      'Your robot: copy the app secret into this trigger, then enter the webhook URL as the message URL.',
  },
  {
    // https://open.dingtalk.com/document/orgapp/configure-event-subcription
    name: 'dingtalk-events',
    label: 'DingTalk events',
    // DingTalk's libraries check no time; its clock and ours may differ.
    proof: { kind: 'sealed', by: 'dingtalk', toleranceSeconds: 3_600 },
    handshake: 'dingtalk',
    // `openDelivery` replaces this text with the encrypted one.
    answer: { status: 200, contentType: 'application/json', body: '{}' },
    issuesSecret: true,
    setUp:
      'Your app → Event subscription, HTTP push: type its token, a vertical bar and its AES key as the secret of this trigger and deploy, then enter the webhook URL there.',
  },
  {
    name: 'wecom',
    label: 'WeCom',
    proof: { kind: 'sealed', by: 'wechat', toleranceSeconds: 300 },
    handshake: 'wecom',
    answer: plainOk,
    issuesSecret: true,
    setUp:
      'Your app → Receive messages: type its token, a vertical bar and its EncodingAESKey as the secret of this trigger, read bodies as XML and deploy, then enter the webhook URL there.',
  },
] as const satisfies readonly Sender[];
