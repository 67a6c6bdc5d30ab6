// Senders that report customers and what they write and do, with their proofs as their own documentation describes them.
// docs/senders.md says what has been tried.
import { dated, plainOk, type Sender, signatureIn } from './sender';

export const deskSenders = [
  {
    name: 'front',
    label: 'Front',
    proof: signatureIn('x-front-signature', {
      encoding: 'base64',
      signed: '{timestamp}:{body}',
      time: 'x-front-request-timestamp',
      toleranceSeconds: 300,
    }),
    handshake: 'front',
    answer: plainOk,
    issuesSecret: true,
    setUp:
      'Your app → Basic information: copy the signing key into this trigger and deploy, then enter the webhook URL under Features → Webhooks.',
  },
  {
    name: 'linkedin',
    label: 'LinkedIn',
    proof: signatureIn('x-li-signature', { signed: 'hmacsha256={body}' }),
    handshake: 'linkedin',
    issuesSecret: true,
    setUp:
      'Your app → Auth: copy the client secret into this trigger and deploy, then register the webhook URL under Webhooks.',
  },
  {
    name: 'help-scout',
    label: 'Help Scout',
    proof: signatureIn('x-helpscout-signature', { algorithm: 'sha1', encoding: 'base64' }),
    setUp: 'Create the webhook with the secret of this trigger as its secret key.',
  },
  {
    name: 'crisp',
    label: 'Crisp',
    proof: signatureIn('x-crisp-signature', {
      time: 'x-crisp-request-timestamp',
      toleranceSeconds: 300,
      signed: '[{timestamp};{body}]',
    }),
    issuesSecret: true,
    setUp: 'Web Hooks of your website or plugin: copy the signing secret into this trigger.',
  },
  {
    name: 'klaviyo',
    label: 'Klaviyo',
    proof: signatureIn('klaviyo-signature', {
      time: 'klaviyo-timestamp',
      toleranceSeconds: 300,
      signed: '{body}{timestamp}',
    }),
    setUp: 'Integrations → Webhooks: type the secret of this trigger as the secret key.',
  },
  {
    name: 'kit',
    label: 'Kit (ConvertKit)',
    proof: signatureIn('x-kit-signature', { ...dated, pairs: { signature: 'v1', time: 't' } }),
    issuesSecret: true,
    setUp: 'Create the webhook endpoint, and copy the secret of the response into this trigger.',
  },
  {
    name: 'segment',
    label: 'Segment',
    proof: signatureIn('x-signature', { algorithm: 'sha1' }),
    setUp: 'Destination Webhooks → Settings: type the secret of this trigger as the shared secret.',
  },
  {
    name: 'close',
    label: 'Close',
    proof: signatureIn('close-sig-hash', {
      signed: '{timestamp}{body}',
      time: 'close-sig-timestamp',
      toleranceSeconds: 300,
      key: 'hex',
    }),
    issuesSecret: true,
    setUp: 'Create the webhook by API, and copy its signature_key into this trigger.',
  },
  {
    // https://support.exactonline.com: "Webhooks"; checked as in picqer/exact-php-client (`Webhook/Authenticatable.php`).
    name: 'exact-online',
    label: 'Exact Online',
    proof: signatureIn('HashCode', { in: 'field', signed: '{member:Content}' }),
    handshake: 'exact-online',
    answer: plainOk,
    issuesSecret: true,
    setUp:
      'App Center → Manage apps → your app: copy the webhook secret into this trigger and deploy, then subscribe by the API.',
  },
  {
    // https://developers.tiktok.com/doc/webhooks-verification
    name: 'tiktok',
    label: 'TikTok',
    proof: signatureIn('tiktok-signature', { ...dated, pairs: { signature: 's', time: 't' } }),
    answer: plainOk,
    issuesSecret: true,
    setUp:
      'Your app: copy the client secret into this trigger, and enter the webhook URL as the callback URL.',
  },
] as const satisfies readonly Sender[];
