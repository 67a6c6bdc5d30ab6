import { generateKeyPairSync, sign } from 'node:crypto';
import { createServer } from 'node:https';
import { beforeAll, beforeEach, expect, onTestFinished, test } from 'vitest';
import type { OutboundRequest } from '~/outbound/request-response';
import { runManually } from '~/services/runs/control';
import { createAcceptDelivery } from '~/services/webhooks/accept-delivery';
import { confirmSubscription } from '~/services/webhooks/set-up/confirm-subscription';
import { listen, makeOutbound } from '../../outbound/loopback';
import { createTestUser } from '../../support/accounts';
import { createCertificate } from '../../support/certificate';
import { createTestContext, type TestContext } from '../../support/context';
import { makeDelivery } from '../../support/delivery';
import { seedIntegration, webhookTrigger } from '../../support/seed';

const host = 'sns.eu-west-1.amazonaws.com';
const topic = 'arn:aws:sns:eu-west-1:123456789012:orders';
const link = `https://${host}/?Action=ConfirmSubscription&TopicArn=${topic}&Token=abc`;
const { publicKey, privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });

let certificate: { key: string; cert: string };
let context: TestContext;
let actor: { userId: string; organizationId: string };
let asked: string[];
let status: number;

beforeAll(() => {
  certificate = createCertificate(host);
});

/** Amazon's server, at a port of its own: the client is led there, with the name and its certificate as they are. */
async function startAmazon() {
  const server = createServer(certificate, (request, response) => {
    asked.push(`${request.method} ${request.headers.host?.split(':')[0]}${request.url}`);
    response
      .writeHead(status, { Location: 'https://elsewhere.example' })
      .end('<ConfirmSubscriptionResponse/>');
  });
  const port = await listen(server);
  onTestFinished(() => void server.close());
  const outbound = makeOutbound({
    ca: certificate.cert,
    lookup: async () => [{ address: '127.0.0.1', family: 4 }],
  });
  const send = (request: OutboundRequest) =>
    outbound.send({ ...request, url: request.url.replace(`//${host}/`, `//${host}:${port}/`) });
  return { ...outbound, send };
}

beforeEach(async () => {
  asked = [];
  status = 200;
  const senderKeys = {
    findKept: () => [{ key: publicKey }],
    refresh: async () => 0,
    explainMissing: () => undefined,
  };
  context = await createTestContext({ outbound: await startAmazon(), senderKeys });
  const { user, organizationId } = await createTestUser(context);
  actor = { userId: user.id, organizationId };
});

function seed(scheme = 'amazon-sns'): Promise<string> {
  const triggerConfig = webhookTrigger({ secret: topic, verify: { scheme } });
  const apiCalls = [{ method: 'GET', url: 'https://api.example.com/' }];
  return seedIntegration({ context, ...actor }, { triggerConfig, apiCalls });
}

/** As Amazon signs it: the names and values of these fields, a line each. */
function makeMessage(SubscribeURL = link) {
  const message = {
    Message: 'You have chosen to subscribe to the topic.',
    MessageId: '165545c9-2a5c-472c-8df2-7ff2be2b3b1b',
    SubscribeURL,
    Timestamp: new Date(context.now()).toISOString(),
    Token: 'abc',
    TopicArn: topic,
    Type: 'SubscriptionConfirmation',
  };
  const lines = `${Object.entries(message).flat().join('\n')}\n`;
  return JSON.stringify({
    ...message,
    SignatureVersion: '2',
    Signature: sign('sha256', Buffer.from(lines), privateKey).toString('base64'),
    SigningCertURL: `https://${host}/SimpleNotificationService-${'0'.repeat(32)}.pem`,
  });
}

async function deliver(id: string, body: string): Promise<string> {
  const headers = { 'content-type': 'text/plain; charset=UTF-8' };
  const outcome = await createAcceptDelivery(context)(makeDelivery(id, { headers, body }));
  if (outcome.kind !== 'accepted') throw new Error(JSON.stringify(outcome));
  return outcome.executionId;
}

function listAuditEntries() {
  const { db } = context;
  return db.all(db.build.selectFrom('audit').selectAll().where('kind', '=', 'subscription-confirmed'));
}

test('asks Amazon once a person presses, and writes it down', async () => {
  const id = await seed();
  const executionId = await deliver(id, makeMessage());
  expect(asked).toEqual([]);
  expect(await confirmSubscription(context, actor, { integrationId: id, executionId })).toEqual({
    kind: 'confirmed',
  });
  expect(asked).toEqual([`GET ${link.slice('https://'.length)}`]);
  expect(await listAuditEntries()).toMatchObject([
    { organization_id: actor.organizationId, user_id: actor.userId, subject_id: id, detail: topic },
  ]);
});

test.each([403, 302])('says that Amazon answered %i', async (answered) => {
  status = answered;
  const id = await seed();
  const executionId = await deliver(id, makeMessage());
  expect(await confirmSubscription(context, actor, { integrationId: id, executionId })).toMatchObject({
    kind: 'conflict',
    message: expect.stringContaining(`Amazon responded with ${answered}.`),
  });
  expect(asked).toHaveLength(1);
  expect(await listAuditEntries()).toEqual([]);
});

test.each([
  `http://${host}/?Action=ConfirmSubscription&TopicArn=${topic}`,
  `https://${host}.evil.example/?Action=ConfirmSubscription&TopicArn=${topic}`,
  `https://${host}@evil.example/?Action=ConfirmSubscription&TopicArn=${topic}`,
  `https://s3.eu-west-1.amazonaws.com/?Action=ConfirmSubscription&TopicArn=${topic}`,
  `https://${host}:8443/?Action=ConfirmSubscription&TopicArn=${topic}`,
  `https://${host}/?Action=DeleteTopic&TopicArn=${topic}`,
  `https://${host}/?Action=ConfirmSubscription&TopicArn=${topic}2`,
  'no address',
])('asks for nothing at %s', async (address) => {
  const id = await seed();
  const executionId = await deliver(id, makeMessage(address));
  expect(await confirmSubscription(context, actor, { integrationId: id, executionId })).toEqual({
    kind: 'conflict',
    message: 'The confirmation link is not one from Amazon SNS for this topic.',
  });
  expect(asked).toEqual([]);
});

test('takes no message that Amazon did not prove, and none of another organization', async () => {
  const id = await seed();
  const none = {
    kind: 'conflict',
    message: 'This is not a message from Amazon SNS that asks to confirm a subscription.',
  };
  const run = await runManually(context, actor, {
    integrationId: id,
    triggerData: JSON.parse(makeMessage()),
  });
  const byHand = run.kind === 'queued' ? run.executionId : '';
  expect(await confirmSubscription(context, actor, { integrationId: id, executionId: byHand })).toEqual(none);
  const executionId = await deliver(id, makeMessage());
  const other = await createTestUser(context, { email: 'other@example.com' });
  const stranger = { userId: other.user.id, organizationId: other.organizationId };
  expect(await confirmSubscription(context, stranger, { integrationId: id, executionId })).toEqual({
    kind: 'not-found',
  });
  expect(asked).toEqual([]);
});
