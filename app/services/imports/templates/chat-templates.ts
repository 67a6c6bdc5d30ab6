// Templates that tell a channel of a chat what a sender reports.
import { hundredths, slackAddress } from './template-parts';

const slack = {
  name: 'Webhook to Slack',
  description: 'Posts the message of each delivery to a Slack channel.',
  triggerConfig: {
    type: 'webhook',
    webhook: {
      variables: [
        {
          name: 'message',
          jsonPath: '$.message',
          description: 'The message to post',
          required: true,
        },
      ],
    },
  },
  apiCalls: [
    {
      id: 'post',
      order: 1,
      name: 'Post to Slack',
      method: 'POST',
      url: slackAddress,
      body: '{ "text": "{{message}}" }',
    },
  ],
};

const stripe = {
  name: 'Stripe payment to Slack',
  description: 'Tells a Slack channel who paid how much.',
  triggerConfig: {
    type: 'webhook',
    webhook: {
      verify: { scheme: 'stripe' },
      onlyRunIf: [
        { field: 'trigger.type', operator: 'equals', value: 'checkout.session.completed' },
        { field: 'trigger.data.object.payment_status', operator: 'equals', value: 'paid' },
      ],
      dedupe: { by: 'path', of: '$.id' },
      variables: [
        { name: 'customer', jsonPath: '$.data.object.customer_details.email' },
        { name: 'cents', jsonPath: '$.data.object.amount_total', required: true },
        { name: 'currency', jsonPath: '$.data.object.currency', required: true },
      ],
    },
  },
  runSettings: { computed: [{ saveAs: 'amount', template: '{{cents | divided_by: 100}}' }] },
  apiCalls: [
    {
      id: 'tell',
      order: 1,
      name: 'Tell Slack',
      note: hundredths,
      method: 'POST',
      url: slackAddress,
      body: `{ "text": "{{customer | default: 'Somebody'}} paid {{amount | currency: currency}}" }`,
    },
  ],
};

const githubRelease = {
  name: 'GitHub release to Discord',
  description: 'Announces each published release in a Discord channel.',
  triggerConfig: {
    type: 'webhook',
    webhook: {
      verify: { scheme: 'github' },
      onlyRunIf: [
        { field: 'trigger.action', operator: 'equals', value: 'published' },
        { field: 'trigger.release.tag_name', operator: 'exists' },
      ],
    },
  },
  apiCalls: [
    {
      id: 'announce',
      order: 1,
      name: 'Announce in Discord',
      note: 'Discord shows the address under Integrations of the channel. It takes messages of 2,000 characters.',
      method: 'POST',
      url: 'https://discord.com/api/webhooks/',
      body: `{
  "content": "**{{trigger.repository.full_name}} {{trigger.release.tag_name}}** {{trigger.release.html_url}}\\n{{trigger.release.body | default: '' | truncate: 1500}}",
  "allowed_mentions": { "parse": [] }
}`,
    },
  ],
};

const githubIssue = {
  name: 'GitHub issue to Teams',
  description: 'Shows each new issue as a card in a Teams channel.',
  triggerConfig: {
    type: 'webhook',
    webhook: {
      verify: { scheme: 'github' },
      onlyRunIf: [
        { field: 'trigger.action', operator: 'equals', value: 'opened' },
        { field: 'trigger.issue.number', operator: 'exists' },
      ],
    },
  },
  apiCalls: [
    {
      id: 'show',
      order: 1,
      name: 'Show in Teams',
      note: 'Teams shows the address when a workflow is made that posts to a channel when a webhook request is received.',
      method: 'POST',
      url: 'https://teams.example.com/workflow',
      body: `{
  "type": "message",
  "attachments": [
    {
      "contentType": "application/vnd.microsoft.card.adaptive",
      "content": {
        "type": "AdaptiveCard",
        "version": "1.2",
        "body": [
          { "type": "TextBlock", "weight": "Bolder", "wrap": true, "text": "{{trigger.repository.full_name}} #{{trigger.issue.number}}: {{trigger.issue.title}}" },
          { "type": "TextBlock", "wrap": true, "text": "By {{trigger.issue.user.login}}" }
        ],
        "actions": [{ "type": "Action.OpenUrl", "title": "Open", "url": "{{trigger.issue.html_url}}" }]
      }
    }
  ]
}`,
    },
  ],
};

export const chatTemplates = { slack, stripe, 'github-release': githubRelease, 'github-issue': githubIssue };
