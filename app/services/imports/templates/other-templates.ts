// Templates that the end of another integration or a person starts.
import { hundredths, slackAddress } from './template-parts';

const failures = {
  name: 'Failures to Slack',
  description: 'Tells a Slack channel which integration failed, and where.',
  triggerConfig: { type: 'event', event: { integrationId: 'any', on: 'error' } },
  apiCalls: [
    {
      id: 'tell',
      order: 1,
      name: 'Tell Slack',
      method: 'POST',
      url: slackAddress,
      body: `{ "text": "{{trigger.integrationName}} failed at {{trigger.failure.callName | default: 'its start'}}: {{trigger.errorMessage | default: ''}}" }`,
    },
  ],
};

const refund = {
  name: 'Refund by a form',
  description: 'Gives colleagues a form that refunds a Stripe payment.',
  triggerConfig: {
    type: 'manual',
    manual: {
      fields: [
        { name: 'payment', label: 'Payment', description: 'Its id in Stripe: pi_…', required: true },
        {
          name: 'reason',
          label: 'Reason',
          type: 'choice',
          choices: ['requested_by_customer', 'duplicate', 'fraudulent'],
          default: 'requested_by_customer',
          required: true,
        },
      ],
    },
  },
  apiCalls: [
    {
      id: 'refund',
      order: 1,
      name: 'Refund',
      note: 'Add a restricted key that may write refunds to the values of the organization as the secret stripe_key, or choose a connection.',
      method: 'POST',
      url: 'https://api.stripe.com/v1/refunds',
      authConfig: { type: 'bearer', token: '{{org.stripe_key}}' },
      bodyType: 'form',
      body: { payment_intent: '{{payment}}', reason: '{{reason}}' },
      responseMapping: {
        extractFields: [
          { jsonPath: '$.amount', saveAs: 'cents' },
          { jsonPath: '$.currency', saveAs: 'currency' },
        ],
      },
    },
    {
      id: 'tell',
      order: 2,
      name: 'Tell Slack',
      note: hundredths,
      method: 'POST',
      url: slackAddress,
      body: '{ "text": "Refunded {{cents | divided_by: 100 | currency: currency}} of {{payment}}: {{reason}}" }',
    },
  ],
};

export const otherTemplates = { failures, refund };
