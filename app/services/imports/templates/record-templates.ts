// Templates that a delivery starts and that write a mail, a record or an incident.
import { goOn, retryLater } from './template-parts';

const formMail = {
  name: 'Form to an email',
  description: 'Emails what somebody writes in a form.',
  triggerConfig: {
    type: 'webhook',
    webhook: {
      variables: [
        { name: 'name', jsonPath: '$.name' },
        { name: 'email', jsonPath: '$.email', required: true },
        { name: 'message', jsonPath: '$.message', required: true },
      ],
    },
  },
  apiCalls: [
    {
      id: 'send',
      order: 1,
      name: 'Send the email',
      note: 'Write the address of your mail server into the URL, and its user name and password into the values of the organization as smtp_user and the secret smtp_password, or choose a connection. Most servers send only from the address of the user.',
      method: 'POST',
      url: 'smtps://smtp.example.com',
      headers: {
        From: 'Website <{{org.smtp_user}}>',
        To: '{{org.form_recipient}}',
        'Reply-To': '{{email}}',
        Subject: 'Message from {{name | default: email}}',
      },
      authConfig: { type: 'basic', username: '{{org.smtp_user}}', password: '{{org.smtp_password}}' },
      body: '{{message}}',
    },
  ],
  responseHandlingSteps: [
    {
      id: 'send-answers',
      nextApiCallId: 'send',
      responseHandling: { defaultAction: 'stop_notify', statusCodeActions: [goOn, retryLater] },
    },
  ],
};

const airtable = {
  name: 'Webhook to an Airtable row',
  description: 'Adds each delivery as a record to a table of Airtable.',
  triggerConfig: {
    type: 'webhook',
    webhook: {
      variables: [
        { name: 'name', jsonPath: '$.name', required: true },
        { name: 'email', jsonPath: '$.email' },
        { name: 'notes', jsonPath: '$.notes' },
      ],
    },
  },
  apiCalls: [
    {
      id: 'add',
      order: 1,
      name: 'Add a record',
      note: 'Replace the dots by the ids of the base (app…) and the table (tbl…), which Airtable has in its address bar. Add a personal access token to the values of the organization as the secret airtable_token, or choose a connection.',
      method: 'POST',
      url: 'https://api.airtable.com/v0/.../...',
      authConfig: { type: 'bearer', token: '{{org.airtable_token}}' },
      body: `{
  "fields": { "Name": "{{name}}", "Email": "{{email | default: ''}}", "Notes": "{{notes | default: ''}}" },
  "typecast": true
}`,
    },
  ],
  responseHandlingSteps: [
    {
      id: 'add-answers',
      nextApiCallId: 'add',
      responseHandling: {
        defaultAction: 'stop_notify',
        statusCodeActions: [
          goOn,
          // Airtable wants half a minute of silence after a 429.
          {
            ...retryLater,
            retryConfig: { maxRetries: 3, retryDelay: 30_000, backoffStrategy: 'linear' },
          },
        ],
      },
    },
  ],
};

const pagerduty = {
  name: 'Alert to PagerDuty',
  description: 'Opens an incident for a problem, and resolves it afterwards.',
  triggerConfig: {
    type: 'webhook',
    webhook: {
      variables: [
        { name: 'problem', jsonPath: '$.id', description: 'The same for its begin and end', required: true },
        { name: 'summary', jsonPath: '$.summary', required: true },
        { name: 'source', jsonPath: '$.source' },
        { name: 'status', jsonPath: '$.status', description: 'resolved when the problem is over' },
      ],
    },
  },
  runSettings: {
    computed: [
      {
        saveAs: 'action',
        template: "{{status | default: '' | is: 'equals', 'resolved' | choose: 'resolve', 'trigger'}}",
      },
    ],
  },
  apiCalls: [
    {
      id: 'page',
      order: 1,
      name: 'Send to PagerDuty',
      note: 'Add the key of an Events API v2 integration of a service to the values of the organization as the secret pagerduty_key.',
      method: 'POST',
      url: 'https://events.pagerduty.com/v2/enqueue',
      body: `{
  "routing_key": "{{org.pagerduty_key}}",
  "event_action": "{{action}}",
  "dedup_key": "{{problem}}",
  "payload": { "summary": "{{summary | truncate: 1024}}", "source": "{{source | default: 'Monitor'}}", "severity": "critical" }
}`,
    },
  ],
  responseHandlingSteps: [
    {
      id: 'page-answers',
      nextApiCallId: 'page',
      responseHandling: { defaultAction: 'stop_notify', statusCodeActions: [goOn, retryLater] },
    },
  ],
};

export const recordTemplates = { 'form-mail': formMail, airtable, pagerduty };
