// Senders that sign by Standard Webhooks, under that name or as customers of Svix, which is the same with other header names.
import type { Sender } from './sender';

/** https://www.standardwebhooks.com, https://docs.svix.com/receiving/verifying-payloads/how-manual */
const proof = { kind: 'standard-webhooks' } as const;

/** `place`: where the sender shows the secret. */
function standard<Name extends string>(name: Name, label: string, place: string) {
  const setUp = `${place}: create the webhook, and copy its signing secret into this trigger.`;
  return { name, label, proof, setUp } as const satisfies Sender;
}

export const standardSenders = [
  {
    name: 'standard-webhooks',
    label: 'Standard Webhooks, Svix',
    proof,
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
  standard('recall-ai', 'Recall.ai', 'Webhooks'),
  standard('render', 'Render', 'Integrations → Webhooks'),
  standard('replicate', 'Replicate', 'Account settings → Webhooks'),
  standard('resend', 'Resend', 'Webhooks'),
  standard('stytch', 'Stytch', 'Configuration → Webhooks'),
  standard('supabase', 'Supabase auth hooks', 'Authentication → Hooks'),
] as const;
