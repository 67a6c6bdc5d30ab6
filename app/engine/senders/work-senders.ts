// Senders that report forms, boards, sites and calendars, with their proofs as their own documentation describes them.
// docs/senders.md says what has been tried.
import { dated, plainOk, type Sender, signatureIn } from './sender';

export const workSenders = [
  {
    name: 'asana',
    label: 'Asana',
    proof: signatureIn('x-hook-signature'),
    handshake: 'asana',
    answer: plainOk,
    issuesSecret: true,
    setUp:
      'Deploy, then create the webhook with the webhook URL, and copy the X-Hook-Secret of the response into this trigger.',
  },
  {
    name: 'typeform',
    label: 'Typeform',
    deliveryKey: { by: 'path', of: '.event_id' },
    proof: signatureIn('typeform-signature', { encoding: 'base64', prefix: 'sha256=' }),
    setUp: 'Connect → Webhooks → Edit: type the secret of this trigger there.',
  },
  {
    name: 'calendly',
    label: 'Calendly',
    proof: signatureIn('calendly-webhook-signature', { ...dated, pairs: { signature: 'v1', time: 't' } }),
    setUp: 'Create the subscription with the secret of this trigger as its signing_key.',
  },
  {
    name: 'cal',
    label: 'Cal.com',
    proof: signatureIn('x-cal-signature-256'),
    setUp: 'Settings → Developer → Webhooks: type the secret of this trigger there.',
  },
  {
    name: 'trello',
    label: 'Trello',
    proof: signatureIn('x-trello-webhook', { algorithm: 'sha1', encoding: 'base64', signed: '{body}{url}' }),
    handshake: 'ping',
    answer: plainOk,
    issuesSecret: true,
    setUp: 'Power-Up admin → API key: copy the secret into this trigger and deploy, then create the webhook.',
  },
  {
    name: 'monday',
    label: 'monday.com',
    proof: { kind: 'jwt', header: 'authorization' },
    handshake: 'monday',
    answer: plainOk,
    issuesSecret: true,
    setUp:
      'Your app → Basic Information: copy the signing secret into this trigger. Webhooks of a board carry no proof: choose another way for them.',
  },
  {
    name: 'clickup',
    label: 'ClickUp',
    proof: signatureIn('x-signature'),
    issuesSecret: true,
    setUp: 'Create the webhook, and copy the secret of the response into this trigger.',
  },
  {
    name: 'notion',
    label: 'Notion',
    proof: signatureIn('x-notion-signature', { prefix: 'sha256=' }),
    answer: plainOk,
    introduces: ['verification_token'],
    issuesSecret: true,
    setUp:
      'Save here and listen for a sample, enter the webhook URL in your integration under Webhooks, and copy the verification token of the sample into this trigger and into Notion.',
  },
  {
    name: 'airtable',
    label: 'Airtable',
    proof: signatureIn('x-airtable-content-mac', { prefix: 'hmac-sha256=', key: 'base64' }),
    answer: plainOk,
    issuesSecret: true,
    setUp: 'Create the webhook, and copy the macSecretBase64 of the response into this trigger.',
  },
  {
    name: 'smartsheet',
    label: 'Smartsheet',
    proof: signatureIn('smartsheet-hmac-sha256'),
    handshake: 'smartsheet',
    answer: plainOk,
    issuesSecret: true,
    setUp: 'Create the webhook, and copy its shared secret into this trigger.',
  },
  {
    name: 'webflow',
    label: 'Webflow',
    proof: signatureIn('x-webflow-signature', {
      signed: '{timestamp}:{body}',
      time: 'x-webflow-timestamp',
      toleranceSeconds: 300,
    }),
    answer: plainOk,
    issuesSecret: true,
    setUp: 'Site settings → Apps & integrations → Webhooks: copy the secret key into this trigger.',
  },
  {
    name: 'hubspot',
    label: 'HubSpot',
    proof: signatureIn('x-hubspot-signature-v3', {
      encoding: 'base64',
      signed: '{method}{url}{body}{timestamp}',
      time: 'x-hubspot-request-timestamp',
      toleranceSeconds: 300,
    }),
    issuesSecret: true,
    setUp: 'Your app → Auth: copy the client secret into this trigger.',
  },
  {
    name: 'pipedrive',
    label: 'Pipedrive',
    proof: { kind: 'basic', username: 'wicked' },
    setUp: 'Tools → Webhooks: type the username wicked and the secret of this trigger as the password.',
  },
  {
    name: 'todoist',
    label: 'Todoist',
    proof: signatureIn('x-todoist-hmac-sha256', { encoding: 'base64' }),
    answer: plainOk,
    issuesSecret: true,
    setUp: 'App Management: copy the client secret of the app into this trigger.',
  },
  {
    name: 'greenhouse',
    label: 'Greenhouse',
    proof: signatureIn('signature', { prefix: 'sha256 ' }),
    answer: plainOk,
    setUp: 'Dev Center → Web Hooks: type the secret of this trigger as the secret key.',
  },
  {
    name: 'surveymonkey',
    label: 'SurveyMonkey',
    proof: signatureIn('sm-signature', { algorithm: 'sha1', encoding: 'base64' }),
    // SurveyMonkey checks by HEAD whether the address exists.
    handshake: 'ping',
    answer: plainOk,
    issuesSecret: true,
    setUp:
      'Type the client ID and the secret of your app with & between them into this trigger, deploy, then create the webhook by API.',
  },
  {
    // https://developers.wrike.com/webhooks/
    name: 'wrike',
    label: 'Wrike',
    proof: signatureIn('x-hook-signature', {
      // The challenge of Wrike's handshake is signed with the same key, and is no list.
      body: 'list',
    }),
    handshake: 'wrike',
    answer: plainOk,
    setUp: 'Deploy, then create the webhook by the API with the secret of this trigger as its secret.',
  },
] as const satisfies readonly Sender[];
