// Senders that sign in a common way: by Standard Webhooks, under that name or as customers of Svix, which is the same with
// other header names, or by HMAC-SHA256 over the body, some with the time before it.
import type { SignatureProof } from './proof';
import { dated, type Sender, signatureIn } from './sender';

/** https://www.standardwebhooks.com, https://docs.svix.com/receiving/verifying-payloads/how-manual */
const proof = { kind: 'standard-webhooks' } as const;

type Instructions = Pick<Sender, 'setUp' | 'issuesSecret'>;

/** `setUp`: where the sender shows the secret that it issues. */
function issued(setUp: string) {
  return { setUp, issuesSecret: true } as const satisfies Instructions;
}

/** `place`: where the sender shows the secret. */
function standard<Name extends string>(name: Name, label: string, place: string) {
  const setUp = `${place}: create the webhook, and copy its signing secret into this trigger.`;
  return { name, label, proof, ...issued(setUp) } as const satisfies Sender;
}

/** Signs the body, in hex unless `how` says otherwise. `how` also says what to do at the sender, and whose secret counts. */
function hmac<Name extends string>(
  name: Name,
  label: string,
  header: string,
  { setUp, issuesSecret, ...how }: Instructions & Partial<SignatureProof>,
) {
  return { name, label, proof: signatureIn(header, how), setUp, issuesSecret } as const satisfies Sender;
}

const typed = { setUp: 'Create the webhook with the secret of this trigger as its secret.' };
const copied = issued('Create the webhook, and copy its signing secret into this trigger.');

export const standardSenders = [
  {
    name: 'standard-webhooks',
    label: 'Standard Webhooks, Svix',
    proof,
    issuesSecret: true,
    setUp: 'Copy the signing secret of the endpoint (whsec_…) into this trigger.',
  },
  standard('beehiiv', 'beehiiv', 'Settings → Webhooks'),
  standard('brex', 'Brex', 'Developer → Webhooks'),
  standard('clerk', 'Clerk', 'Configure → Webhooks'),
  standard('dodo-payments', 'Dodo Payments', 'Developer → Webhooks'),
  standard('incident-io', 'incident.io', 'Settings → Webhooks'),
  standard('lithic', 'Lithic', 'Create an event subscription by API'),
  standard('liveblocks', 'Liveblocks', 'Your project → Webhooks'),
  standard('loops', 'Loops', 'Settings → Webhooks'),
  standard('openai', 'OpenAI', 'Settings → Project → Webhooks'),
  standard('polar', 'Polar', 'Settings → Webhooks'),
  {
    // https://docs.recall.ai/docs/authenticating-requests-from-recallai
    name: 'recall-ai',
    label: 'Recall.ai',
    proof,
    ...issued(
      'Developers → API Keys & Secrets: create a secret of the workspace and copy it into this trigger; in accounts from before 15 December 2025, copy the signing secret of the webhook.',
    ),
  },
  standard('render', 'Render', 'Integrations → Webhooks'),
  standard('replicate', 'Replicate', 'Account settings → Webhooks'),
  standard('resend', 'Resend', 'Webhooks'),
  standard('stytch', 'Stytch', 'Configuration → Webhooks'),
  standard('supabase', 'Supabase auth hooks', 'Authentication → Hooks'),
  hmac('acuity', 'Acuity Scheduling', 'x-acuity-signature', {
    ...issued(
      'Integrations: copy the API key of the main administrator into this trigger; for a webhook created by API, the key that created it.',
    ),
    encoding: 'base64',
  }),
  hmac('aftership', 'AfterShip Tracking', 'aftership-hmac-sha256', {
    ...issued('Settings → Webhooks: copy the webhook secret into this trigger.'),
    encoding: 'base64',
  }),
  hmac('attio', 'Attio', 'attio-signature', copied),
  hmac('btcpay', 'BTCPay Server', 'btcpay-sig', {
    ...issued('Store settings → Webhooks: copy the secret into this trigger.'),
    prefix: 'sha256=',
  }),
  hmac(
    'checkr',
    'Checkr',
    'x-checkr-signature',
    issued('Copy the secret API key of the account into this trigger.'),
  ),
  hmac('cloudflare-stream', 'Cloudflare Stream', 'webhook-signature', {
    ...issued('Subscribe by API, and copy the secret of the response into this trigger.'),
    ...dated,
    pairs: { signature: 'sig1', time: 'time' },
  }),
  hmac('courier', 'Courier', 'courier-signature', {
    ...copied,
    ...dated,
    pairs: { signature: 'signature', time: 't' },
  }),
  hmac('creem', 'Creem', 'creem-signature', copied),
  hmac('discourse', 'Discourse', 'x-discourse-event-signature', { ...typed, prefix: 'sha256=' }),
  hmac('doppler', 'Doppler', 'x-doppler-signature', { ...typed, prefix: 'sha256=' }),
  hmac('dwolla', 'Dwolla', 'x-request-signature-sha-256', typed),
  hmac('fastspring', 'FastSpring', 'x-fs-signature', { ...typed, encoding: 'base64' }),
  hmac('flagsmith', 'Flagsmith', 'x-flagsmith-signature', typed),
  hmac('gogs', 'Gogs', 'x-gogs-signature', {
    setUp:
      'Create the webhook with the secret of this trigger as its secret and the content type application/json: of a form, Gogs signs only a part.',
  }),
  hmac('knock', 'Knock', 'x-knock-signature', {
    ...copied,
    ...dated,
    encoding: 'base64',
    pairs: { signature: 's', time: 't' },
  }),
  hmac('launchdarkly', 'LaunchDarkly', 'x-ld-signature', typed),
  hmac('lob', 'Lob', 'lob-signature', { ...copied, ...dated, time: 'lob-signature-timestamp' }),
  hmac('mailerlite', 'MailerLite', 'signature', copied),
  {
    ...hmac(
      'mailersend',
      'MailerSend',
      'signature',
      issued('Save and deploy here, then create the webhook, and copy its signing secret into this trigger.'),
    ),
    handshake: 'mailersend',
  },
  hmac(
    'modern-treasury',
    'Modern Treasury',
    'x-signature',
    issued('Copy the webhook key into this trigger.'),
  ),
  hmac('printify', 'Printify', 'x-pfy-signature', { ...typed, prefix: 'sha256=' }),
  hmac('quicknode', 'QuickNode', 'x-qn-signature', {
    ...issued(
      'Copy the security token of the stream into this trigger, and leave its compression off: QuickNode signs what it has not yet compressed.',
    ),
    signed: '{header:x-qn-nonce}{timestamp}{body}',
    time: 'x-qn-timestamp',
    toleranceSeconds: 300,
  }),
  hmac(
    'sendbird',
    'Sendbird',
    'x-sendbird-signature',
    issued('Copy the master API token into this trigger.'),
  ),
  hmac(
    'sendcloud',
    'Sendcloud',
    'sendcloud-signature',
    issued(
      'Copy the webhook signature key of the integration into this trigger; if it has none, its secret key.',
    ),
  ),
  hmac('shortcut', 'Shortcut', 'payload-signature', typed),
  hmac(
    'stream',
    'Stream (getstream.io)',
    'x-signature',
    issued('Copy the API secret of the app into this trigger.'),
  ),
  hmac('tally', 'Tally', 'tally-signature', { ...copied, encoding: 'base64' }),
  hmac('teamwork', 'Teamwork Projects', 'x-projects-signature', {
    setUp:
      'Settings → Webhooks: create the webhook in version 2 with the secret of this trigger as its token.',
  }),
  hmac(
    'thinkific',
    'Thinkific',
    'x-thinkific-hmac-sha256',
    issued('Copy the client secret of your app, or the API key, into this trigger.'),
  ),
  hmac('ticket-tailor', 'Ticket Tailor', 'tickettailor-webhook-signature', {
    ...issued('Copy the shared secret of the webhook into this trigger.'),
    signed: '{timestamp}{body}',
    pairs: { signature: 'v1', time: 't' },
    toleranceSeconds: 300,
  }),
  hmac('uploadcare', 'Uploadcare', 'x-uc-signature', {
    setUp:
      'Use at most 32 characters for the secret of this trigger, and create the webhook with it as its secret.',
    prefix: 'v1=',
  }),
  hmac('wistia', 'Wistia', 'x-wistia-signature', typed),
  hmac('zoho-sign', 'Zoho Sign', 'x-zs-webhook-signature', {
    setUp:
      'Settings → Developer Settings → Webhooks: create the webhook with an HMAC signature, and the secret of this trigger as its secret key.',
    encoding: 'base64',
  }),
] as const;
