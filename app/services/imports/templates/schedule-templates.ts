// Templates that a schedule starts.
import { slackAddress } from './template-parts';

const sync = {
  name: 'Nightly sync',
  description: 'Reads a list at 4 a.m. and sends each item to another API.',
  triggerConfig: {
    type: 'cron',
    cron: { cronExpression: '0 4 * * *', timezone: 'UTC', missedRuns: 'once' },
  },
  apiCalls: [
    {
      id: 'read',
      order: 1,
      name: 'Read the list',
      method: 'GET',
      url: 'https://api.example.com/items?per_page=100',
      repeat: { kind: 'pages', next: { by: 'link' }, items: '$', saveAs: 'items' },
    },
    {
      id: 'send',
      order: 2,
      name: 'Send it on',
      method: 'PUT',
      url: 'https://other.example.com/items/{{item.id}}',
      body: '{{item}}',
    },
  ],
  loopSteps: [
    {
      id: 'each',
      order: 1.5,
      throughCallId: 'send',
      items: 'items',
      itemName: 'item',
      onError: 'fail_at_end',
    },
  ],
};

const onlyNew = {
  name: 'New entries to Slack',
  description: 'Tells a Slack channel what is new in a list.',
  triggerConfig: {
    type: 'cron',
    cron: { cronExpression: '*/15 * * * *', timezone: 'UTC', missedRuns: 'once' },
  },
  apiCalls: [
    {
      id: 'read',
      order: 1,
      name: 'Read the list',
      method: 'GET',
      url: 'https://api.example.com/entries',
      responseMapping: { saveAs: 'entries' },
    },
    {
      id: 'tell',
      order: 2,
      name: 'Tell Slack',
      method: 'POST',
      url: slackAddress,
      body: `{ "text": "{{entry.title | default: 'New entry'}} {{entry.url | default: ''}}" }`,
    },
  ],
  loopSteps: [
    {
      id: 'each',
      order: 1.5,
      throughCallId: 'tell',
      items: 'entries',
      itemName: 'entry',
      onlyNew: { key: 'entry.id', firstRun: 'remember' },
    },
  ],
};

const uptime = {
  name: 'Uptime check',
  description: 'Tells a Slack channel, once, when a page is down.',
  triggerConfig: {
    type: 'cron',
    cron: { cronExpression: '*/5 * * * *', timezone: 'UTC', missedRuns: 'none' },
  },
  apiCalls: [
    {
      id: 'check',
      order: 1,
      name: 'Open the page',
      method: 'GET',
      url: 'https://www.example.com/',
      timeoutMs: 10_000,
      remember: [{ name: 'state', value: 'up at {{run.startedAt}}' }],
    },
    {
      id: 'tell',
      order: 2,
      name: 'Tell Slack',
      method: 'POST',
      url: slackAddress,
      body: '{ "text": "The page is down: {{run.failure.error}}" }',
      remember: [{ name: 'state', value: 'down since {{run.startedAt}}' }],
    },
  ],
  conditionalExecutionSteps: [
    {
      id: 'is-news',
      order: 1.5,
      otherwise: 'end',
      conditionalExecution: {
        condition: {
          field: "memory.state | default: '' | before: ' '",
          operator: 'not_equals',
          value: 'down',
        },
      },
    },
  ],
  responseHandlingSteps: [
    {
      id: 'check-answers',
      nextApiCallId: 'check',
      responseHandling: {
        defaultAction: 'continue',
        statusCodeActions: [
          { statusCodes: ['2xx', '3xx'], action: 'end' },
          {
            statusCodes: ['5xx', 'network'],
            action: 'retry',
            retryConfig: { maxRetries: 2, retryDelay: 5_000, backoffStrategy: 'linear' },
          },
        ],
      },
    },
  ],
};

export const scheduleTemplates = { sync, 'only-new': onlyNew, uptime };
