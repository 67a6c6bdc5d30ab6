// What senders that are known by name are answered once their delivery is on disk, as their own documentation asks for it.
import { createHmac } from 'node:crypto';
import { expect, test } from 'vitest';
import { senders } from '~/engine/senders/senders';
import { startListening } from '~/services/webhooks/samples';
import { openEndpoint, type Sent } from '../../support/webhook-endpoint';

const secret = 'a long random text';
const seconds = String(Date.UTC(2026, 0, 5, 12) / 1000);
const json = { 'Content-Type': 'application/json' };

function sign(text: string, encoding: 'hex' | 'base64' = 'hex', hash = 'sha256'): string {
  return createHmac(hash, secret).update(text).digest(encoding);
}

const mailgun: Sent = {
  headers: json,
  body: JSON.stringify({
    signature: { timestamp: seconds, token: 't', signature: sign(`${seconds}t`) },
    'event-data': { event: 'opened' },
  }),
};

const slack: Sent = {
  headers: {
    'Content-Type': 'application/x-www-form-urlencoded',
    'X-Slack-Request-Timestamp': seconds,
    'X-Slack-Signature': `v0=${sign(`v0:${seconds}:command=%2Fhi`)}`,
  },
  body: 'command=%2Fhi',
};

// Each takes any other status for a failure and sends again, or shows what it is answered.
test.each<[scheme: string, page: string, sent: Sent]>([
  ['mailgun', 'https://documentation.mailgun.com/docs/mailgun/user-manual/webhooks/webhook-retries', mailgun],
  ['slack', 'https://docs.slack.dev/interactivity/implementing-slash-commands', slack],
  [
    'quickbooks',
    'https://developer.intuit.com/app/developer/qbo/docs/develop/webhooks/best-practices',
    { headers: { ...json, 'Intuit-Signature': sign('{}', 'base64') }, body: '{}' },
  ],
  [
    'lemon-squeezy',
    'https://docs.lemonsqueezy.com/help/webhooks/webhook-requests',
    { headers: { ...json, 'X-Signature': sign('{}') }, body: '{}' },
  ],
  [
    'paddle',
    'https://developer.paddle.com/webhooks/about/respond-to-webhooks',
    { headers: { ...json, 'Paddle-Signature': `ts=${seconds};h1=${sign(`${seconds}:{}`)}` }, body: '{}' },
  ],
])('%s gets 200 without a text', async (scheme, _page, sent) => {
  const { send, listPayloads } = await openEndpoint({ secret, verify: { scheme } });
  expect(await send(sent)).toMatchObject({ status: 200, text: '' });
  expect(await listPayloads()).toHaveLength(1);
});

// https://docs.slack.dev/interactivity/handling-user-interaction#payloads, …/implementing-slash-commands#app_command_handling
test('where a trigger reads Slack’s JSON, a form without JSON keeps its fields', async () => {
  const verify = { scheme: 'slack' };
  const { send, listPayloads } = await openEndpoint({ secret, verify, readAs: 'json' });
  const form = 'application/x-www-form-urlencoded';
  const sendSigned = (body: string, type: string) =>
    send({
      headers: {
        'Content-Type': type,
        'X-Slack-Request-Timestamp': seconds,
        'X-Slack-Signature': `v0=${sign(`v0:${seconds}:${body}`)}`,
      },
      body,
    });
  const payload = encodeURIComponent('{"type":"block_actions"}');
  expect(await sendSigned('command=%2Fhi&text=a%20b&text=c', form)).toMatchObject({ status: 200 });
  expect(await sendSigned(`payload=${payload}`, form)).toMatchObject({ status: 200 });
  expect(await sendSigned('{"type":"event_callback"}', 'application/json')).toMatchObject({ status: 200 });
  expect(await sendSigned('a=1&payload=%7B', form)).toMatchObject({ status: 400 });
  expect(await listPayloads()).toEqual([
    { command: '/hi', text: ['a b', 'c'] },
    { type: 'block_actions' },
    { type: 'event_callback' },
  ]);
});

test('Twilio reads instructions that do nothing', async () => {
  const { send, path, context } = await openEndpoint({ secret, verify: { scheme: 'twilio' } });
  const signed = sign(`${context.config.appUrl}${path}Bodyhi`, 'base64', 'sha1');
  const headers = { 'Content-Type': 'application/x-www-form-urlencoded', 'X-Twilio-Signature': signed };
  const answer = await send({ headers, body: 'Body=hi' });
  expect(answer).toMatchObject({ status: 200, text: '<Response/>' });
  expect(answer.headers['content-type']).toBe('text/xml; charset=utf-8');
});

test('Salesforce reads that its message is acknowledged, and the message can be read', async () => {
  // https://developer.salesforce.com/docs/atlas.en-us.api.meta/api/sforce_api_om_outboundmessaging_understanding.htm
  const { send, listPayloads } = await openEndpoint({
    secret,
    verify: { scheme: 'salesforce' },
    readAs: 'xml',
  });
  const body =
    '<?xml version="1.0" encoding="UTF-8"?><soapenv:Envelope xmlns:soapenv="http://schemas.xmlsoap.org/soap/envelope/"' +
    ' xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance"><soapenv:Body><notifications xmlns="http://soap.sforce.com/2005/09/outbound">' +
    '<OrganizationId>00D000000000001</OrganizationId><SessionId xsi:nil="true"/><Notification><Id>04l1</Id>' +
    '<sObject xsi:type="sf:Account" xmlns:sf="urn:sobject.enterprise.soap.sforce.com"><sf:Id>001A</sf:Id></sObject></Notification>' +
    '</notifications></soapenv:Body></soapenv:Envelope>';
  const headers = { 'Content-Type': 'text/xml; charset=utf-8', SOAPAction: '""' };
  const answer = await send({ query: `?secret=${encodeURIComponent(secret)}`, headers, body });
  expect(answer).toMatchObject({ status: 200, text: expect.stringContaining('<Ack>true</Ack>') as string });
  expect(answer.headers['content-type']).toBe('text/xml; charset=utf-8');
  const notification = { Id: '04l1', sObject: { 'sf:Id': '001A' } };
  expect(await listPayloads()).toMatchObject([
    { 'soapenv:Envelope': { 'soapenv:Body': { notifications: { Notification: notification } } } },
  ]);
});

test('what the trigger says counts, and a rejection stays one', async () => {
  const respond = { status: 201, contentType: 'text/plain', body: 'ours' };
  const { send } = await openEndpoint({ secret, verify: { scheme: 'mailgun' }, respond });
  expect(await send(mailgun)).toMatchObject({ status: 201, text: 'ours' });
  expect(await send({ headers: json, body: '{}' })).toMatchObject({ status: 401 });
});

test('the same goes for what is not run and for what is kept as a sample', async () => {
  const onlyRunIf = [{ field: 'trigger.event-data.event', operator: 'equals', value: 'clicked' }];
  const { send, listPayloads, context, owner, id } = await openEndpoint({
    secret,
    verify: { scheme: 'mailgun' },
    onlyRunIf,
  });
  expect(await send(mailgun)).toMatchObject({ status: 200, text: '' });
  await startListening(context, owner, id);
  expect(await send(mailgun)).toMatchObject({ status: 200, text: '' });
  expect(await listPayloads()).toEqual([]);
});

test('others get 202 and the id of the execution', async () => {
  const { send } = await openEndpoint({ secret, verify: { scheme: 'github' } });
  const headers = { ...json, 'X-Hub-Signature-256': `sha256=${sign('{}')}` };
  expect(await send({ headers, body: '{}' })).toMatchObject({
    status: 202,
    text: expect.stringContaining('"status":"queued"') as string,
  });
});

test('none is a page or an error', () => {
  for (const { answer } of senders) {
    if (!answer) continue;
    expect([200, 204]).toContain(answer.status);
    expect(answer.contentType).not.toContain('html');
  }
});
