// The recipes that read from one service and tell another, run against stand-ins for both.
import { createHash } from 'node:crypto';
import { expect, test } from 'vitest';
import { runExecution } from '~/services/runs/run-execution';
import { createValue } from '~/services/values/values';
import { createRunSetup, never } from '../services/runs/run-setup';
import { answerJson } from '../support/target';
import { deploy, listBodies, runNow } from './recipe';

test('a paid invoice is told to Slack with its lines of two pages, and becomes a row of the sheet', async () => {
  const setup = await createRunSetup();
  setup.answers.handler = (request, response) => {
    const more = !request.url.includes('starting_after');
    const line = more ? { id: 'il_1', description: 'Plan' } : { id: 'il_2', description: 'Seats' };
    answerJson({ object: 'list', data: [line], has_more: more })(request, response);
  };
  const id = await deploy(setup, 'Stripe payment to Slack and a sheet');
  const invoice = { id: 'in_1', customer_email: 'ann@example.com', amount_paid: 4250, currency: 'eur' };
  const event = { id: 'evt_1', type: 'invoice.paid', created: 1_767_603_600, data: { object: invoice } };
  const executionId = await setup.accept(id, JSON.stringify(event));
  await runExecution(setup.context, await setup.claim(), never);
  expect(await setup.findExecution(executionId)).toMatchObject({ status: 'completed' });
  expect(listBodies(setup.target.received)).toEqual([
    { text: 'ann@example.com paid €42.50\n• Plan\n• Seats' },
    { values: [['2026-01-05', 'in_1', 'ann@example.com', 42.5]] },
  ]);
});

test('each line of the file that has stock is sent to the shop', async () => {
  const setup = await createRunSetup();
  setup.answers.handler = (request, response) =>
    response
      .writeHead(200, { 'Content-Type': 'text/csv' })
      .end(request.method === 'GET' ? 'sku,qty,arrives\r\nA-1,12,5.1.2026\r\nB-2,0,6.1.2026\r\n' : '');
  const id = await deploy(setup, 'Stock from a CSV file');
  expect(await runNow(setup, id)).toMatchObject({ status: 'completed' });
  const [, ...sent] = setup.target.received;
  expect(sent.map(({ method, url }) => `${method} ${url}`)).toEqual(['PUT /api/stock/A-1']);
  expect(listBodies(sent)).toEqual([{ quantity: 12, arrives: '2026-01-05' }]);
});

test('the customers of all pages become contacts in one call, in the form that HubSpot asks for', async () => {
  const setup = await createRunSetup();
  const customers = [
    { email: 'Ann@Example.com', name: 'Ann Lee' },
    { email: 'bo@example.com', name: 'Bo' },
  ];
  setup.answers.handler = (request, response) =>
    answerJson(request.method === 'GET' ? customers : { status: 'COMPLETE' })(request, response);
  const id = await deploy(setup, 'Customers to HubSpot');
  expect(await runNow(setup, id)).toMatchObject({ status: 'completed' });
  expect(listBodies(setup.target.received)).toEqual([
    {
      inputs: [
        {
          idProperty: 'email',
          id: 'ann@example.com',
          properties: { email: 'ann@example.com', firstname: 'Ann' },
        },
        {
          idProperty: 'email',
          id: 'bo@example.com',
          properties: { email: 'bo@example.com', firstname: 'Bo' },
        },
      ],
    },
  ]);
});

test('of a feed, the posts that are new since the first run are told, the oldest first', async () => {
  const setup = await createRunSetup();
  const days = ['05', '06', '07'];
  let count = 1;
  setup.answers.handler = (_request, response) => {
    const posts = days.slice(0, count).map((day) => {
      const date = `Mon, ${day} Jan 2026 09:30:00 +0000`;
      return `<item><title>Post ${day}</title><link>https://blog.example.com/${day}</link><pubDate>${date}</pubDate></item>`;
    });
    const feed = `<?xml version="1.0"?><rss version="2.0"><channel>${posts.toReversed().join('')}</channel></rss>`;
    response.writeHead(200, { 'Content-Type': 'application/rss+xml' }).end(feed);
  };
  const id = await deploy(setup, 'Feed to Slack');
  expect(await runNow(setup, id)).toMatchObject({ status: 'completed' });
  expect(listBodies(setup.target.received)).toEqual([]);
  count = 3;
  expect(await runNow(setup, id)).toMatchObject({ status: 'completed' });
  expect(listBodies(setup.target.received)).toEqual([
    { text: '2026-01-06 Post 06: https://blog.example.com/06' },
    { text: '2026-01-07 Post 07: https://blog.example.com/07' },
  ]);
});

test('a SOAP call proves its password by a digest, and its answer is read', async () => {
  const setup = await createRunSetup();
  const { host } = new URL(setup.target.url);
  const secret = { name: 'soap_password', value: 'sesame-open-77', isSecret: true, allowedHosts: [host] };
  expect(await createValue(setup.context, setup.actor, secret)).toMatchObject({ kind: 'value' });
  setup.answers.handler = (request, response) => {
    if (request.url !== '/orders') return answerJson({})(request, response);
    const body = '<GetOrderResponse xmlns="urn:orders"><Status>sent &amp; paid</Status></GetOrderResponse>';
    response
      .writeHead(200, { 'Content-Type': 'text/xml' })
      .end(`<soap:Envelope xmlns:soap="urn:s"><soap:Body>${body}</soap:Body></soap:Envelope>`);
  };
  const id = await deploy(setup, 'Status of an order by SOAP');
  const executionId = await setup.accept(id, JSON.stringify({ id: 'A&B' }));
  await runExecution(setup.context, await setup.claim(), never);
  expect(await setup.findExecution(executionId)).toMatchObject({ status: 'completed' });
  const [asked, told] = setup.target.received;
  const read = (name: string) => new RegExp(`<${name}[^>]*>([^<]*)<`).exec(asked?.body ?? '')?.[1] ?? '';
  // OASIS, Web Services Security: UsernameToken Profile 1.0, section 3.1.
  const digest = createHash('sha1')
    .update(Buffer.from(read('wsse:Nonce'), 'base64'))
    .update(read('wsu:Created'))
    .update('sesame-open-77')
    .digest('base64');
  expect(read('wsse:Password')).toBe(digest);
  expect(read('Id')).toBe('A&#38;B');
  expect(JSON.parse(told?.body ?? '')).toEqual({ status: 'sent & paid' });
});

test('a slash command gets its answer whether the shop knows the order or not', async () => {
  const setup = await createRunSetup();
  const id = await deploy(setup, 'Slash command /order');
  for (const text of ['7', '8']) {
    setup.answers.handler = (request, response) =>
      request.url.endsWith('/7')
        ? answerJson({ status: 'sent' })(request, response)
        : answerJson({}, request.method === 'GET' ? 404 : 200)(request, response);
    await setup.accept(id, JSON.stringify({ text, response_url: `${setup.target.url}/commands` }));
    await runExecution(setup.context, await setup.claim(), never);
  }
  expect(listBodies(setup.target.received)).toEqual([
    { response_type: 'ephemeral', text: 'Order 7: sent' },
    { response_type: 'ephemeral', text: 'Order 8: not found' },
  ]);
});

test('a ticket gets the note of a model that is sure, and none of one that is not or cannot be read', async () => {
  const setup = await createRunSetup();
  const told = [
    JSON.stringify({ category: 'billing', confidence: 0.91, reply: 'Dear "Ann"\nThanks' }),
    JSON.stringify({ category: 'other', confidence: 0.4, reply: '' }),
    'I cannot help with that.',
  ];
  setup.answers.handler = (request, response) =>
    answerJson(request.method === 'POST' ? { choices: [{ message: { content: told.shift() } }] } : {})(
      request,
      response,
    );
  const id = await deploy(setup, 'Zendesk tickets by OpenAI');
  const ticket = JSON.stringify({ ticket_id: 35, text: 'You "charged" me twice.' });
  for (let count = 0; count < 3; count += 1) {
    const executionId = await setup.accept(id, ticket);
    await runExecution(setup.context, await setup.claim(), never);
    expect(await setup.findExecution(executionId)).toMatchObject({ status: 'completed' });
  }
  const [asked, noted, ...others] = setup.target.received;
  expect(JSON.parse(asked?.body ?? '')).toMatchObject({
    messages: [{ role: 'system' }, { role: 'user', content: 'You "charged" me twice.' }],
  });
  expect(noted).toMatchObject({ method: 'PUT', url: '/api/v2/tickets/update_many.json?ids=35' });
  expect(JSON.parse(noted?.body ?? '')).toEqual({
    ticket: { comment: { body: 'Draft: Dear "Ann"\nThanks', public: false }, additional_tags: ['billing'] },
  });
  expect(others.map(({ method }) => method)).toEqual(['POST', 'POST']);
});
