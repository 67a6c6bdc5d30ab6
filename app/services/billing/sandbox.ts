// The three buttons of 'Account Testing': the effect of a charge, a signed sample event, and the organization's data.
import { createHmac, hkdfSync } from 'node:crypto';
import { z } from 'zod';
import type { AppContext } from '~/context';
import { insertAuditEntry } from '~/db/organizations/audit-entries';
import { findBillingDetails } from '~/db/organizations/billing';
import { newId } from '~/db/core/id';
import { listIntegrations } from '~/db/integrations/integrations';
import { findMembership } from '~/db/organizations/memberships';
import { maxStatusText } from '~/engine/run/outcome';
import { stringifyJson } from '~/engine/json/json';
import { truncate } from '~/engine/texts/truncate';
import type { Problem } from '~/problem';
import { describeSamplePlan } from './sample-invoices';
import { isCardExpired } from './payment-card';
import type { Actor } from '../actor';
import { checkPermission } from '../check-permission';
import { writeListInPieces } from '../large-json';
import { describeListed } from '../integrations/integration-response';
import { listExecutions } from '../executions/execution-log';

/** The result of a test; the API's document names this schema. */
export const TestReport = z.object({
  good: z.boolean().describe('It would work.'),
  text: z.string(),
});
export type TestReport = z.infer<typeof TestReport>;

type PaymentTestOutcome = { kind: 'tested'; report: TestReport } | Problem;

/** Checks the stored card and says what a charge would do; nothing is charged. Problem: not-found. */
export async function testPayment(context: AppContext, actor: Actor): Promise<PaymentTestOutcome> {
  const refused = await checkPermission(context.db, actor, 'read');
  if (refused) return refused;
  const card = (await findBillingDetails(context.db, actor.organizationId))?.card;
  if (!card) return say(false, 'There is no payment method: a charge would fail. Nothing was charged.');
  const name = `${card.brand} ending in ${card.lastFour}`;
  if (isCardExpired(card, context.now())) {
    const text = `${name} expired ${card.expiryDate}: a charge would be declined. Nothing was charged.`;
    return say(false, text);
  }
  const { amountCents, nextBillingAt } = describeSamplePlan(context.now());
  const amount = `$${(amountCents / 100).toFixed(2)}`;
  const date = new Date(nextBillingAt).toISOString().slice(0, 10);
  return say(
    true,
    `${name} (${card.cardholderName}, valid until ${card.expiryDate}) is well formed. ` +
      `On ${date} a charge of ${amount} would be sent to it. Nothing was charged.`,
  );
}

function say(good: boolean, text: string): PaymentTestOutcome {
  return { kind: 'tested', report: { good, text } };
}

/**
 * Sends a sample event, signed by Standard Webhooks (https://www.standardwebhooks.com), and reports the response. Problems:
 * forbidden, not-found, too-many-requests.
 */
export async function testWebhook(
  context: AppContext,
  actor: Actor,
  url: string,
): Promise<PaymentTestOutcome> {
  const { userId, organizationId, address } = actor;
  const refused = await checkPermission(context.db, actor, 'run-integrations');
  if (refused) return refused;
  const now = context.now();
  const { billingWebhookTests } = context.limits;
  const waitMs = billingWebhookTests.waitMs(organizationId, now);
  if (waitMs > 0) return { kind: 'too-many-requests', retryAfterSeconds: Math.ceil(waitMs / 1000) };
  billingWebhookTests.record(organizationId, now);
  await insertAuditEntry(context.db, {
    kind: 'billing-webhook-tested',
    userId,
    organizationId,
    address,
    now,
  });
  const id = `msg_${newId()}`;
  const timestamp = String(Math.floor(now / 1000));
  const body = JSON.stringify({
    type: 'billing.test',
    timestamp: new Date(now).toISOString(),
    data: { organizationId, sample: true, invoice: { amount: '29.00', currency: 'USD', status: 'paid' } },
  });
  const key = deriveKey(context, organizationId);
  const signature = createHmac('sha256', key).update(`${id}.${timestamp}.${body}`).digest('base64');
  const response = await context.outbound.send({
    method: 'POST',
    url,
    headers: [
      ['Content-Type', 'application/json'],
      ['webhook-id', id],
      ['webhook-timestamp', timestamp],
      ['webhook-signature', `v1,${signature}`],
    ],
    body,
    timeoutMs: 10_000,
    maxBodyBytes: 1024,
    organizationId,
  });
  if (response.kind === 'failure') {
    return { kind: 'tested', report: { good: false, text: response.message } };
  }
  const { status, statusText, durationMs } = response;
  const good = status >= 200 && status < 300;
  const line = `${status} ${truncate(statusText, maxStatusText)}`.trim();
  return {
    kind: 'tested',
    report: { good, text: `The sample event was answered ${line} after ${durationMs} ms.` },
  };
}

/** Returns the secret that signs the sample events of an organization: always the same, and different for each organization. */
export function describeTestWebhookSecret(context: AppContext, organizationId: string): string {
  return `whsec_${deriveKey(context, organizationId).toString('base64')}`;
}

function deriveKey({ config }: AppContext, organizationId: string): Buffer {
  return Buffer.from(hkdfSync('sha256', config.appKey, organizationId, 'billing test webhook', 24));
}

interface TestData {
  kind: 'data';
  fileName: string;
  /** Pieces of JSON text that together make one object; taking a piece reads the database. */
  pieces: AsyncGenerator<string, void>;
}

const maxIntegrations = 500;
const executionsEach = 20;

/**
 * Returns a file of the organization's integrations (500 at most), newest first and with their secrets masked, each with its
 * last 20 executions. Problem: not-found.
 */
export async function createTestData(context: AppContext, actor: Actor): Promise<TestData | Problem> {
  const { userId, organizationId, address } = actor;
  const membership = await findMembership(context.db, userId, organizationId);
  if (!membership) return { kind: 'not-found' };
  const now = context.now();
  await insertAuditEntry(context.db, { kind: 'test-data-downloaded', userId, organizationId, address, now });
  const about = {
    organization: { id: organizationId, name: membership.organizationName },
    createdAt: new Date(now).toISOString(),
  };
  return {
    kind: 'data',
    fileName: 'wicked-integrations-test-data.json',
    pieces: writeTestData(context, about),
  };
}

/** The integrations may hold megabytes each: one after the other is read. */
async function* writeTestData(
  context: AppContext,
  about: { organization: { id: string; name: string }; createdAt: string },
): AsyncGenerator<string, void> {
  const { id: organizationId } = about.organization;
  yield `${stringifyJson(about).slice(0, -1)},"integrations":`;
  const integrations = await listIntegrations(context.db, { organizationId, limit: maxIntegrations });
  yield* writeListInPieces(integrations, async (integration) => {
    const response = await describeListed(context, integration);
    if (!response) return undefined;
    const list = { organizationId, integrationId: integration.id, limit: executionsEach };
    return { ...response, lastExecutions: await listExecutions(context.db, list) };
  });
  yield '}';
}
