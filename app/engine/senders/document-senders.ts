// Senders that report documents, signatures and files, with their proofs as their own documentation describes them.
// docs/senders.md says what has been tried.
import { dated, plainOk, type Sender, signatureIn } from './sender';

export const documentSenders = [
  {
    name: 'dropbox-sign',
    label: 'Dropbox Sign',
    proof: {
      kind: 'fields',
      items: 'event',
      signature: 'event_hash',
      signed: ['event_time', 'event_type'],
      separator: '',
      time: 'event_time',
      // The sender's six tries take 30 hours.
      toleranceSeconds: 129_600,
      encoding: 'hex',
      key: 'text',
      formField: 'json',
    },
    answer: { status: 200, contentType: 'text/plain', body: 'Hello API Event Received' },
    issuesSecret: true,
    setUp: 'API settings: copy the API key into this trigger, and read bodies as JSON.',
  },
  {
    name: 'adobe-sign',
    label: 'Adobe Acrobat Sign',
    proof: { kind: 'query', name: 'secret' },
    handshake: 'adobe-sign',
    answer: { ...plainOk, returns: 'X-AdobeSign-ClientId' },
    setUp:
      'Deploy, then Account → Webhooks: enter the webhook URL with ?secret= and the secret of this trigger behind it.',
  },
  {
    name: 'sanity',
    label: 'Sanity',
    proof: signatureIn('sanity-webhook-signature', {
      ...dated,
      encoding: 'base64',
      pairs: { signature: 'v1', time: 't' },
    }),
    setUp: 'API → Webhooks: type the secret of this trigger there.',
  },
  {
    name: 'figma',
    label: 'Figma',
    proof: { kind: 'field', path: 'passcode' },
    answer: plainOk,
    setUp: 'Create the webhook with the secret of this trigger as its passcode.',
  },
  {
    name: 'docusign',
    label: 'DocuSign',
    proof: signatureIn('x-docusign-signature-1', {
      furtherHeaders: [2, 3, 4, 5, 6, 7, 8].map((number) => `x-docusign-signature-${number}`),
      encoding: 'base64',
    }),
    issuesSecret: true,
    setUp: 'Settings → Connect: add an HMAC key and copy it into this trigger.',
  },
  {
    name: 'pandadoc',
    label: 'PandaDoc',
    deliveryKey: { by: 'header', of: 'X-PandaDoc-Webhook-Event-Id' },
    proof: signatureIn('signature', { in: 'query' }),
    issuesSecret: true,
    setUp: 'Developer dashboard → Webhooks: copy the shared key of the subscription into this trigger.',
  },
  {
    name: 'dropbox',
    label: 'Dropbox',
    proof: signatureIn('x-dropbox-signature'),
    handshake: 'challenge',
    issuesSecret: true,
    setUp: 'Your app: copy the app secret into this trigger and deploy, then enter the webhook URL.',
  },
  {
    name: 'box',
    label: 'Box',
    deliveryKey: { by: 'path', of: '.id' },
    proof: signatureIn('box-signature-primary', {
      encoding: 'base64',
      signed: '{body}{timestamp}',
      time: 'box-delivery-timestamp',
      toleranceSeconds: 600,
    }),
    issuesSecret: true,
    setUp: 'Your app → Webhooks → Manage signature keys: copy the primary key into this trigger.',
  },
  {
    name: 'mux',
    label: 'Mux',
    proof: signatureIn('mux-signature', { ...dated, pairs: { signature: 'v1', time: 't' } }),
    issuesSecret: true,
    setUp: 'Settings → Webhooks: copy the signing secret into this trigger.',
  },
  {
    name: 'cloudinary',
    label: 'Cloudinary',
    proof: signatureIn('x-cld-signature', {
      algorithm: 'sha1',
      signed: '{body}{timestamp}{secret}',
      time: 'x-cld-timestamp',
      // The tolerance of Cloudinary's own libraries.
      toleranceSeconds: 7_200,
    }),
    issuesSecret: true,
    setUp: 'Settings → API Keys: copy the API secret into this trigger.',
  },
  {
    name: 'signwell',
    label: 'SignWell',
    proof: {
      kind: 'fields',
      items: 'event',
      signature: 'hash',
      signed: ['type', 'time'],
      separator: '@',
      time: 'time',
      toleranceSeconds: 129_600,
      encoding: 'hex',
      key: 'text',
    },
    issuesSecret: true,
    setUp: 'Create the webhook by API, and copy the id of the response into this trigger.',
  },
  {
    name: 'xodo-sign',
    label: 'Xodo Sign (eversign)',
    proof: {
      kind: 'fields',
      items: '',
      signature: 'event_hash',
      signed: ['event_time', 'event_type'],
      separator: '',
      time: 'event_time',
      toleranceSeconds: 129_600,
      encoding: 'hex',
      key: 'text',
    },
    answer: plainOk,
    issuesSecret: true,
    setUp: 'Developers: copy the API access key into this trigger.',
  },
  {
    name: 'contentful',
    label: 'Contentful',
    deliveryKey: { by: 'header', of: 'X-Contentful-Idempotency-Key' },
    proof: signatureIn('x-contentful-signature', {
      signed: '{method}\n{path}\n{headers:x-contentful-signed-headers}\n{body}',
      time: 'x-contentful-timestamp',
      toleranceSeconds: 300,
    }),
    issuesSecret: true,
    setUp:
      'Settings → Webhooks → Settings: enable request verification, and copy the signing secret into this trigger.',
  },
  {
    // https://developers.boldsign.com/webhooks/verify-webhook-events; the tolerance is that of BoldSign's own library.
    name: 'boldsign',
    label: 'BoldSign',
    proof: signatureIn('x-boldsign-signature', { ...dated, pairs: { signature: 's0', time: 't' } }),
    issuesSecret: true,
    setUp: 'API → Webhooks: create the webhook, and reveal its signing secret and copy it into this trigger.',
  },
] as const satisfies readonly Sender[];
