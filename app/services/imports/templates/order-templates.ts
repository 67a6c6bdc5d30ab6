// Templates that a delivery starts and that call an API of the user’s own.
import { goOn, retryLater, slackAddress } from './template-parts';

const shopify = {
  name: 'Shopify order to fulfilment',
  description: 'Sends what has to be shipped to the API of a warehouse.',
  triggerConfig: {
    type: 'webhook',
    webhook: {
      verify: { scheme: 'shopify' },
      onlyRunIf: [{ field: 'trigger.financial_status', operator: 'equals', value: 'paid' }],
      dedupe: { by: 'path', of: '$.id' },
    },
  },
  runSettings: {
    computed: [
      {
        saveAs: 'items',
        template: "{{trigger.line_items | where: 'requires_shipping', true | pick: 'sku', 'quantity'}}",
      },
    ],
  },
  apiCalls: [
    {
      id: 'ship',
      order: 1,
      name: 'Send to the warehouse',
      method: 'POST',
      url: 'https://warehouse.example.com/shipments',
      body: `{
  "order": "{{trigger.name}}",
  "address": {{trigger.shipping_address}},
  "items": {{items}}
}`,
    },
  ],
  conditionalExecutionSteps: [
    {
      id: 'is-shipped',
      order: 0,
      otherwise: 'end',
      conditionalExecution: { condition: { field: 'items', operator: 'is_not_empty' } },
    },
  ],
  responseHandlingSteps: [
    {
      id: 'ship-answers',
      nextApiCallId: 'ship',
      responseHandling: { defaultAction: 'stop_notify', statusCodeActions: [goOn, retryLater] },
    },
  ],
};

const approval = {
  name: 'Approval in Slack',
  description: 'Ships a large order once somebody has approved it.',
  triggerConfig: {
    type: 'webhook',
    webhook: {
      variables: [
        { name: 'order_id', jsonPath: '$.id', required: true },
        { name: 'total', jsonPath: '$.total', required: true },
      ],
      onlyRunIf: [{ field: 'trigger.total', operator: 'greater_or_equal', value: 1000 }],
    },
  },
  apiCalls: [
    {
      id: 'ask',
      order: 1,
      name: 'Ask in Slack',
      method: 'POST',
      url: slackAddress,
      body: '{ "text": "Ship order {{order_id}} of {{total}}? {{run.answerUrl}}" }',
    },
    {
      id: 'ship',
      order: 2,
      name: 'Ship',
      method: 'POST',
      url: 'https://api.example.com/orders/{{order_id}}/ship',
      body: `{ "note": "{{approval.comment | default: ''}}" }`,
      wait: {
        kind: 'answer',
        seconds: 172_800,
        message: 'Ship order {{order_id}} of {{total}}?',
        choices: ['Approve', 'Reject'],
        saveAs: 'approval',
      },
    },
  ],
  conditionalExecutionSteps: [
    {
      id: 'is-approved',
      order: 1.5,
      otherwise: 'end',
      conditionalExecution: {
        condition: { field: 'approval.choice', operator: 'equals', value: 'Approve' },
      },
    },
  ],
};

const graphql = {
  name: 'Call a GraphQL API',
  description: 'Sends a query; an answer with errors fails the call.',
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
          goOn,
        ],
      },
    },
  ],
};

export const orderTemplates = { shopify, approval, graphql };
