// The templates that a new integration can begin with. Each is a whole chain in which the user only fills in URLs.

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
      // Slack shows this address when an incoming webhook is added to a channel.
      url: 'https://hooks.slack.com/services/',
      body: '{ "text": "{{message}}" }',
    },
  ],
};

const sync = {
  name: 'Nightly sync',
  description: 'Reads a list at 4 a.m. and sends it to another API.',
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
      url: 'https://api.example.com/items',
      responseMapping: { saveAs: 'items', extractFields: [] },
    },
    {
      id: 'send',
      order: 2,
      name: 'Send it on',
      method: 'POST',
      url: 'https://api.example.com/items/import',
      body: '{ "items": {{items}} }',
    },
  ],
};

const graphql = {
  name: 'Call a GraphQL API',
  description:
    'Sends a query with variables. An answer with errors fails the call, although its status is 200.',
  triggerConfig: {
    type: 'webhook',
    webhook: {
      variables: [{ name: 'id', jsonPath: '$.id', description: 'A variable of the query', required: true }],
    },
  },
  apiCalls: [
    {
      id: 'query',
      order: 1,
      name: 'Query',
      method: 'POST',
      url: 'https://api.example.com/graphql',
      body: `{
  "query": "query ($id: ID!) { item(id: $id) { id name } }",
  "variables": { "id": "{{id}}" }
}`,
      responseMapping: { saveAs: 'answer' },
    },
  ],
  responseHandlingSteps: [
    {
      id: 'query-answers',
      nextApiCallId: 'query',
      responseHandling: {
        defaultAction: 'stop_notify',
        statusCodeActions: [
          {
            statusCodes: ['2xx'],
            when: [{ field: 'response.body.errors', operator: 'is_not_empty' }],
            action: 'stop_notify',
          },
          { statusCodes: ['2xx'], action: 'continue' },
        ],
      },
    },
  ],
};

const templates = { slack, sync, graphql };

/** Returns the input that creates the integration of a template, without ids of its own; undefined for an unknown key. */
export function findTemplate(key: string): { name: string; description: string } | undefined {
  return Object.entries(templates).find(([known]) => known === key)?.[1];
}

/** Lists the templates as a user chooses among them. */
export function listTemplates(): { key: string; name: string; description: string }[] {
  return Object.entries(templates).map(([key, { name, description }]) => ({ key, name, description }));
}
