// Senders that report messages of the public: messengers, support and streams, with their proofs as their own documentation
// describes them. docs/senders.md says what has been tried.
import { plainOk, type Sender, signatureIn } from './sender';

const discordProof = signatureIn('x-signature-ed25519', {
  algorithm: 'ed25519',
  signed: '{timestamp}{body}',
  time: 'x-signature-timestamp',
  toleranceSeconds: 300,
});

export const conversationSenders = [
  {
    name: 'discord',
    label: 'Discord interactions',
    proof: discordProof,
    handshake: 'discord',
    issuesSecret: true,
    setUp:
      'General Information: copy the public key of the application into this trigger and deploy, then enter the webhook URL as the interactions endpoint.',
  },
  {
    name: 'discord-events',
    label: 'Discord webhook events',
    proof: discordProof,
    handshake: 'discord',
    answer: { status: 204, contentType: 'text/plain', body: '' },
    issuesSecret: true,
    setUp:
      'General Information: copy the public key of the application into this trigger and deploy, then enter the webhook URL under Webhooks.',
  },
  {
    name: 'telegram',
    label: 'Telegram',
    proof: { kind: 'token', header: 'x-telegram-bot-api-secret-token' },
    setUp: 'Call setWebhook with the webhook URL and the secret of this trigger as secret_token.',
  },
  {
    name: 'meta',
    label: 'WhatsApp, Instagram, Meta',
    proof: signatureIn('x-hub-signature-256', { prefix: 'sha256=' }),
    handshake: 'meta',
    answer: plainOk,
    issuesSecret: true,
    setUp:
      'App settings → Basic: copy the app secret into this trigger and deploy, then enter the webhook URL under Webhooks, with the same secret as the verify token.',
  },
  {
    name: 'line',
    label: 'LINE',
    proof: signatureIn('x-line-signature', { encoding: 'base64' }),
    answer: plainOk,
    issuesSecret: true,
    setUp: 'Basic settings: copy the channel secret into this trigger.',
  },
  {
    name: 'viber',
    label: 'Viber',
    proof: signatureIn('x-viber-content-signature'),
    answer: plainOk,
    issuesSecret: true,
    setUp:
      'Copy the authentication token of the bot into this trigger, then call set_webhook with the webhook URL.',
  },
  {
    name: 'intercom',
    label: 'Intercom',
    proof: signatureIn('x-hub-signature', { algorithm: 'sha1', prefix: 'sha1=' }),
    handshake: 'ping',
    issuesSecret: true,
    setUp: 'Your app → Basic information: copy the client secret into this trigger.',
  },
  {
    name: 'zendesk',
    label: 'Zendesk',
    proof: signatureIn('x-zendesk-webhook-signature', {
      encoding: 'base64',
      signed: '{timestamp}{body}',
      time: 'x-zendesk-webhook-signature-timestamp',
      toleranceSeconds: 300,
    }),
    issuesSecret: true,
    setUp:
      'Apps and integrations → Webhooks: reveal the signing secret of the webhook and copy it into this trigger.',
  },
  {
    name: 'twitch',
    label: 'Twitch',
    proof: signatureIn('twitch-eventsub-message-signature', {
      prefix: 'sha256=',
      signed: '{header:twitch-eventsub-message-id}{timestamp}{body}',
      id: 'twitch-eventsub-message-id',
      time: 'twitch-eventsub-message-timestamp',
      toleranceSeconds: 600,
    }),
    handshake: 'twitch',
    setUp: 'Create the subscription with the secret of this trigger as its secret.',
  },
  {
    name: 'kick',
    label: 'Kick',
    proof: signatureIn('kick-event-signature', {
      algorithm: 'rsa-sha256',
      encoding: 'base64',
      signed: '{header:kick-event-message-id}.{timestamp}.{body}',
      id: 'kick-event-message-id',
      time: 'kick-event-message-timestamp',
      toleranceSeconds: 300,
    }),
    issuesSecret: true,
    setUp:
      'Copy Kick’s public key (https://api.kick.com/public/v1/public-key) into this trigger, then enter the webhook URL in your app.',
  },
  {
    name: 'x',
    label: 'X',
    proof: signatureIn('x-twitter-webhooks-signature', {
      encoding: 'base64',
      prefix: 'sha256=',
      body: 'object',
    }),
    handshake: 'x',
    answer: plainOk,
    issuesSecret: true,
    setUp:
      'Your app → Keys: copy the API key secret (consumer secret) into this trigger and deploy, then register the webhook URL.',
  },
  {
    name: 'pusher',
    label: 'Pusher',
    proof: signatureIn('x-pusher-signature'),
    issuesSecret: true,
    setUp: 'App Keys: copy the secret of the app into this trigger.',
  },
  {
    name: 'wechat',
    label: 'WeChat official accounts',
    proof: signatureIn('signature', {
      in: 'query',
      algorithm: 'sha1',
      signed: '{secret}{timestamp}{query:nonce}',
      isSorted: true,
      time: 'timestamp',
      toleranceSeconds: 300,
    }),
    handshake: 'wechat',
    answer: plainOk,
    setUp:
      'Use 3 to 32 letters and digits for the secret of this trigger, read bodies as XML and deploy, then enter the webhook URL with the secret as the token, in plaintext mode.',
  },
  {
    name: 'wechat-safe',
    label: 'WeChat (safe mode)',
    proof: { kind: 'sealed', by: 'wechat', toleranceSeconds: 300 },
    handshake: 'wechat',
    answer: plainOk,
    issuesSecret: true,
    setUp:
      'Type a token of your choice, a vertical bar and the EncodingAESKey as the secret of this trigger, read bodies as XML and deploy, then enter the webhook URL and the token, in safe mode.',
  },
] as const satisfies readonly Sender[];
