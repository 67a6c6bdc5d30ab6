// Each template, made and run as a user would: it has no warning but what the user fills in, and sends what its API takes.
import { expect, test } from 'vitest';
import { listCallProblems } from '~/engine/checks/checklist';
import { claimJobs } from '~/db/executions/queue/claim';
import { findDefinedIntegration } from '~/db/integrations/integrations';
import { Definition } from '~/engine/integration';
import { findTemplate, listTemplates } from '~/services/imports/templates/templates';
import { describeWarnings } from '~/services/integrations/warnings';
import { createIntegration } from '~/services/integrations/integrations';
import { runManually } from '~/services/runs/control';
import { runExecution } from '~/services/runs/run-execution';
import { takeAnswer } from '~/services/runs/take-answer';
import { createAcceptDelivery } from '~/services/webhooks/accept-delivery';
import { createValue } from '~/services/values/values';
import { makeDelivery } from '../../../support/delivery';
import type { Received } from '../../../support/target';
import { allowing, makeOutbound } from '../../../outbound/loopback';
import { startMailServer } from '../../../support/mail-server';
import { createRunSetup, never, type RunSetup } from '../../runs/run-setup';

/** A run: what starts it, and what the target is sent, as method, path and body. */
interface Run {
  /** The payload of a delivery, or the data of a run by hand. */
  data: unknown;
  sent: [string, unknown?][];
  /** What the mail server is sent, as lines of the mail. */
  mailed?: string[];
}

interface Case {
  /** What the warnings and the checks of calls name, which the user fills in. */
  blanks: string[];
  /** What the target answers, by path; `{}` for others. A number is a status. */
  answers?: Record<string, unknown>;
  runs: Run[];
}

const slackBlank = 'the URL is not complete. Write the whole address.';
const exampleBlank = 'leads to a host that exists for examples only. Write the address of your API.';
const secretBlank = 'Webhook: ';
const toSlack = (text: string): [string, unknown] => ['POST /services/', { text }];

const paid = {
  id: 'evt_1',
  type: 'checkout.session.completed',
  data: {
    object: {
      payment_status: 'paid',
      amount_total: 1999,
      currency: 'eur',
      customer_details: { email: 'ann@example.com' },
    },
  },
};

const repository = { full_name: 'octo/hello' };
const order = { id: 7, name: '#1001', financial_status: 'paid', shipping_address: { city: 'Köln' } };
const line = { sku: 'a', quantity: 2, requires_shipping: true, title: 'A' };

const cases: Record<string, Case> = {
  slack: {
    blanks: [slackBlank],
    runs: [{ data: { message: 'Say "hi"' }, sent: [toSlack('Say "hi"')] }],
  },
  stripe: {
    blanks: [secretBlank, slackBlank],
    runs: [
      { data: { ...paid, id: 'evt_0', type: 'invoice.paid' }, sent: [] },
      { data: paid, sent: [toSlack('ann@example.com paid €19.99')] },
      { data: paid, sent: [] },
    ],
  },
  'github-release': {
    blanks: [secretBlank, slackBlank],
    runs: [
      { data: { action: 'created', release: { tag_name: 'v1' }, repository }, sent: [] },
      {
        data: {
          action: 'published',
          release: { tag_name: 'v1', html_url: 'https://github.com/octo/hello/releases/v1', body: null },
          repository,
        },
        sent: [
          [
            'POST /api/webhooks/',
            {
              content: '**octo/hello v1** https://github.com/octo/hello/releases/v1\n',
              allowed_mentions: { parse: [] },
            },
          ],
        ],
      },
    ],
  },
  'github-issue': {
    blanks: [secretBlank, exampleBlank],
    runs: [
      { data: { action: 'closed', issue: { number: 3 }, repository }, sent: [] },
      {
        data: {
          action: 'opened',
          issue: {
            number: 3,
            title: 'It "broke"',
            user: { login: 'ann' },
            html_url: 'https://github.com/octo/hello/issues/3',
          },
          repository,
        },
        sent: [
          [
            'POST /workflow',
            expect.objectContaining({
              attachments: [
                expect.objectContaining({
                  content: expect.objectContaining({
                    body: [
                      expect.objectContaining({ text: 'octo/hello #3: It "broke"' }),
                      expect.objectContaining({ text: 'By ann' }),
                    ],
                  }) as unknown,
                }),
              ],
            }),
          ],
        ],
      },
    ],
  },
  'form-mail': {
    blanks: [
      exampleBlank,
      'the organization has no value smtp_user',
      'the organization has no value smtp_password',
      'the organization has no value form_recipient',
    ],
    runs: [
      {
        data: { name: '', email: 'ann@example.com', message: 'Hello\n"there"' },
        sent: [],
        mailed: [
          'From: Website <mail@example.com>',
          'To: mail@example.com',
          'Reply-To: ann@example.com',
          'Subject: Message from ann@example.com',
          'Hello',
          '"there"',
        ],
      },
    ],
  },
  airtable: {
    blanks: ['the organization has no value airtable_token', slackBlank],
    runs: [
      {
        data: { name: 'Ann' },
        sent: [['POST /v0/.../...', { fields: { Name: 'Ann', Email: '', Notes: '' }, typecast: true }]],
      },
    ],
  },
  pagerduty: {
    blanks: ['the organization has no value pagerduty_key'],
    runs: [
      { data: { id: 'disk', summary: 'Disk full' }, sent: [page('trigger', 'Disk full', 'Monitor')] },
      {
        data: { id: 'disk', summary: 'Disk fine', source: 'db1', status: 'resolved' },
        sent: [page('resolve', 'Disk fine', 'db1')],
      },
    ],
  },
  shopify: {
    blanks: [secretBlank, exampleBlank],
    runs: [
      { data: { ...order, id: 5, financial_status: 'pending', line_items: [line] }, sent: [] },
      { data: { ...order, id: 6, line_items: [{ ...line, requires_shipping: false }] }, sent: [] },
      {
        data: { ...order, line_items: [line, { ...line, requires_shipping: false }] },
        sent: [
          [
            'POST /shipments',
            { order: '#1001', address: { city: 'Köln' }, items: [{ sku: 'a', quantity: 2 }] },
          ],
        ],
      },
    ],
  },
  approval: {
    blanks: [slackBlank, exampleBlank],
    runs: [
      { data: { id: 'A-1', total: 999 }, sent: [] },
      {
        data: { id: 'A-2', total: 1000 },
        sent: [
          toSlack(expect.stringMatching(/^Ship order A-2 of 1000\? \S+\/answer\/\S+$/) as string),
          ['POST /orders/A-2/ship', { note: 'fine' }],
        ],
      },
    ],
  },
  graphql: {
    blanks: [exampleBlank],
    runs: [
      {
        data: { id: '7' },
        sent: [['POST /graphql', expect.objectContaining({ variables: { id: '7' } })]],
      },
    ],
  },
  sync: {
    blanks: [exampleBlank],
    answers: { '/items': [{ id: 1, name: 'One' }, { id: 2 }] },
    runs: [
      {
        data: {},
        sent: [
          ['GET /items?per_page=100'],
          ['PUT /items/1', { id: 1, name: 'One' }],
          ['PUT /items/2', { id: 2 }],
        ],
      },
    ],
  },
  'only-new': {
    blanks: [slackBlank, exampleBlank],
    answers: { '/entries': [{ id: 1, title: 'Old', url: 'https://a.test/1' }] },
    runs: [{ data: {}, sent: [['GET /entries']] }],
  },
  uptime: {
    blanks: [slackBlank, exampleBlank],
    answers: { '/': 404 },
    runs: [
      { data: {}, sent: [['GET /'], toSlack('The page is down: HTTP 404: Not Found')] },
      { data: {}, sent: [['GET /']] },
    ],
  },
  failures: {
    blanks: [slackBlank],
    runs: [
      {
        data: { integrationName: 'Orders', failure: null, errorMessage: 'No runner' },
        sent: [toSlack('Orders failed at its start: No runner')],
      },
    ],
  },
  refund: {
    blanks: ['the organization has no value stripe_key', slackBlank],
    answers: { '/v1/refunds': { amount: 500, currency: 'usd' } },
    runs: [
      {
        data: { payment: 'pi_1' },
        sent: [
          ['POST /v1/refunds', 'payment_intent=pi_1&reason=requested_by_customer'],
          toSlack('Refunded $5.00 of pi_1: requested_by_customer'),
        ],
      },
    ],
  },
};

function page(action: string, summary: string, source: string): [string, unknown] {
  return [
    'POST /v2/enqueue',
    {
      routing_key: 'value of pagerduty_key',
      event_action: action,
      dedup_key: 'disk',
      payload: { summary, source, severity: 'critical' },
    },
  ];
}

test('each template has a case here, under the trigger that it has', () => {
  const offered = listTemplates().flatMap(({ trigger, templates }) =>
    templates.map(({ key }) => [key, trigger] as const),
  );
  expect(offered.map(([key]) => key)).toEqual(Object.keys(cases));
  for (const [key, trigger] of offered) {
    expect(Definition.parse(findTemplate(key)).triggerConfig.type).toBe(trigger);
  }
});

test.each(Object.keys(cases))('%s is warned of for what the user fills in alone', async (key) => {
  const { context, actor } = await createRunSetup();
  const made = await createIntegration(context, actor, findTemplate(key) ?? {});
  if (made.kind !== 'integration') throw new Error(JSON.stringify(made));
  const { id, apiCalls } = made.integration;
  const stored = await findDefinedIntegration(context.db, { id, organizationId: actor.organizationId });
  if (!stored) throw new Error('It is not there');
  const problems = apiCalls.flatMap((call) => listCallProblems(call));
  const told = [...(await describeWarnings(context, stored)), ...problems.map(({ message }) => message)];
  const { blanks } = cases[key] ?? { blanks: [] };
  for (const text of told)
    expect(
      blanks.filter((blank) => text.includes(blank)),
      text,
    ).not.toEqual([]);
  for (const blank of blanks)
    expect(
      told.filter((text) => text.includes(blank)),
      blank,
    ).not.toEqual([]);
});

test.each(Object.entries(cases))('%s sends what its API takes', async (key, { answers = {}, runs }) => {
  const setup = await createRunSetup();
  setup.answers.handler = ({ url }, response) => {
    const answer = answers[new URL(url, setup.target.url).pathname] ?? {};
    if (typeof answer === 'number') return response.writeHead(answer).end();
    return response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(answer));
  };
  const mails = await startMailServer({ disabledCommands: ['STARTTLS'] });
  setup.context.outbound = makeOutbound({ allow: allowing(`127.0.0.1,127.0.0.1:${mails.port}`) });
  const integrationId = await seedFilledIn(setup, key, `smtp://127.0.0.1:${mails.port}`);
  const trigger = Definition.parse(findTemplate(key)).triggerConfig.type;
  for (const { data, sent, mailed = [] } of runs) {
    const before = setup.target.received.length;
    await start(setup, { integrationId, trigger }, data);
    expect(setup.target.received.slice(before).map(describe)).toEqual(sent);
    const lines = mails.received.splice(0).flatMap(({ source }) => source.split('\r\n'));
    expect(lines).toEqual(mailed.length > 0 ? expect.arrayContaining(mailed) : []);
  }
});

/** Makes the integration with the addresses of the targets, without authentication, and with the values that it names. */
async function seedFilledIn(setup: RunSetup, key: string, mailServer: string): Promise<string> {
  const template = findTemplate(key);
  const definition = Definition.parse(template);
  const names = new Set(
    [...JSON.stringify(template).matchAll(/\{\{org\.(\w+)\}\}/g)].map(([, name = '']) => name),
  );
  for (const name of names) {
    const value = /^(?:smtp_user|form_recipient)$/.test(name) ? 'mail@example.com' : `value of ${name}`;
    const outcome = await createValue(setup.context, setup.actor, { name, value });
    expect(outcome.kind).toBe('value');
  }
  const apiCalls = definition.apiCalls.map((call) =>
    Object.assign({}, call, {
      url: call.url.replace(/^https:\/\/[^/]+/, setup.target.url).replace(/^smtps:.*/, mailServer),
      authConfig: { type: 'none' },
    }),
  );
  const { triggerConfig } = definition;
  // The signatures of senders have tests of their own.
  if (triggerConfig.type === 'webhook') delete triggerConfig.webhook.verify;
  return setup.seed({ ...definition, apiCalls });
}

/** Starts a run by a delivery, or by hand where none can come, and answers the wait that it comes to. */
async function start(
  setup: RunSetup,
  { integrationId, trigger }: { integrationId: string; trigger: string },
  data: unknown,
): Promise<void> {
  const { context, actor, target } = setup;
  if (trigger === 'webhook') {
    const headers = { 'content-type': 'application/json' };
    const delivery = makeDelivery(integrationId, { headers, body: JSON.stringify(data) });
    expect((await createAcceptDelivery(context)(delivery)).kind).toMatch(/^(?:accepted|skipped)$/);
  } else {
    const outcome = await runManually(context, actor, { integrationId, triggerData: data });
    expect(outcome.kind).toBe('queued');
  }
  await runAll(setup);
  const token = /\/answer\/([^"\s]+)/.exec(target.received.at(-1)?.body ?? '')?.[1];
  if (token === undefined) return;
  const answer = { choice: undefined, body: { choice: 'Approve', comment: 'fine' }, from: '192.0.2.7' };
  await takeAnswer(context, token, answer);
  await runAll(setup);
}

async function runAll({ context }: RunSetup): Promise<void> {
  const asked = { owner: 'runner', limit: 20, now: context.now(), leaseMs: 30_000 };
  for (const job of (await claimJobs(context.db, asked)).jobs) {
    if (job.kind === 'execution') await runExecution(context, job, never);
  }
}

function describe({ method, url, body }: Received): [string, unknown?] {
  const asked = `${method} ${url}`;
  if (body === '') return [asked];
  return [asked, body.startsWith('{') ? (JSON.parse(body) as unknown) : body];
}
