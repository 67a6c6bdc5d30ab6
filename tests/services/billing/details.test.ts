import { hkdfSync } from 'node:crypto';
import { beforeEach, describe, expect, onTestFinished, test } from 'vitest';
import { Webhook } from 'standardwebhooks';
import { isDeliveryAuthentic } from '~/services/webhooks/proof/webhook-signature';
import type { CompanyDetails } from '~/fields';
import {
  createTestData,
  describeTestWebhookSecret,
  testPayment,
  testWebhook,
} from '~/services/billing/sandbox';
import { readBilling, saveBilling, savePayment } from '~/services/billing/details';
import { describeBilling } from '~/services/billing/overview';
import { createInvoicePdf } from '~/services/billing/invoice-pdf';
import { createIntegration } from '~/services/integrations/integrations';
import type { Actor } from '~/services/actor';
import { makeOutbound } from '../../outbound/loopback';
import { createTestUser } from '../../support/accounts';
import { createTestContext, type TestContext } from '../../support/context';
import { createTestExecution } from '../../support/executions';
import { startTarget } from '../../support/target';

const company: CompanyDetails = {
  companyName: 'Analytical Engines',
  taxId: 'GB-1815',
  address: '12 St James Square',
  city: 'London',
  postalCode: 'SW1Y 4JH',
  country: 'United Kingdom',
};
const card = {
  cardNumber: '4242 4242 4242 4242',
  expiryDate: '12/27',
  cvv: '123',
  cardholderName: 'Ada Lovelace',
};

let context: TestContext;
let owner: Actor;
let member: Actor;
let stranger: Actor;

beforeEach(async () => {
  context = await createTestContext({ outbound: makeOutbound() });
  const { user, organizationId } = await createTestUser(context);
  owner = { userId: user.id, organizationId };
  member = {
    userId: (await createTestUser(context, { organizationId, role: 'MEMBER' })).user.id,
    organizationId,
  };
  stranger = { userId: (await createTestUser(context)).user.id, organizationId };
});

function listAuditEntries() {
  return context.db.all(context.db.build.selectFrom('audit').select(['kind', 'user_id', 'organization_id']));
}

async function readPieces(pieces: AsyncIterable<string>): Promise<string> {
  let text = '';
  for await (const piece of pieces) text += piece;
  return text;
}

describe('billing details', () => {
  test('exist from the first save on, and are then replaced', async () => {
    expect(await readBilling(context, owner)).toEqual({ kind: 'not-found' });
    expect(await saveBilling(context, owner, { company }, 'some')).toEqual({ kind: 'not-found' });
    expect(await saveBilling(context, owner, { company }, 'none')).toMatchObject({
      kind: 'billing',
      billing: company,
    });
    expect(await saveBilling(context, owner, { company }, 'none')).toMatchObject({ kind: 'conflict' });
    const moved = { ...company, city: 'Turin' };
    expect(await saveBilling(context, owner, { company: moved }, 'some')).toMatchObject({
      billing: { city: 'Turin' },
    });
    expect(await readBilling(context, member)).toMatchObject({ billing: { city: 'Turin' } });
    expect(await listAuditEntries()).toMatchObject([
      { kind: 'company-details-updated', user_id: owner.userId, organization_id: owner.organizationId },
      { kind: 'company-details-updated' },
    ]);
  });

  test('keep what only someone else has changed since the form was opened', async () => {
    const save = (change: Partial<CompanyDetails>, seen: object = {}) =>
      saveBilling(context, owner, { company: { ...company, ...change } }, 'any', seen);
    await save({ address: '1 Dorset Street' });
    const saved = await save({ city: 'Bath' }, company);
    expect(saved).toMatchObject({ billing: { address: '1 Dorset Street', city: 'Bath' } });
    const refused = await save({ city: 'Leeds' }, company);
    expect(refused).toEqual({
      kind: 'conflict',
      fields: {
        city: ['Someone else has changed the city to “Bath” in the meantime. Save again to replace that.'],
      },
    });
    expect(await readBilling(context, owner)).toMatchObject({
      billing: { address: '1 Dorset Street', city: 'Bath' },
    });
  });

  test('are changed by owners and admins, and are nobody else’s', async () => {
    const { organizationId } = owner;
    const admin = {
      userId: (await createTestUser(context, { organizationId, role: 'ADMIN' })).user.id,
      organizationId,
    };
    expect(await saveBilling(context, member, { company }, 'any')).toEqual({
      kind: 'forbidden',
      message: "You don't have permission to do this. Ask an owner or an admin.",
    });
    expect(await savePayment(context, member, card)).toEqual({
      kind: 'forbidden',
      message: "You don't have permission to do this. Ask an owner or an admin.",
    });
    expect(await saveBilling(context, admin, { company }, 'any')).toMatchObject({ kind: 'billing' });
    expect(await savePayment(context, admin, card)).toMatchObject({ kind: 'billing' });
    for (const outcome of [
      await readBilling(context, stranger),
      await saveBilling(context, stranger, { company }, 'any'),
      await savePayment(context, stranger, card),
      await testPayment(context, stranger),
      await createTestData(context, stranger),
    ]) {
      expect(outcome).toEqual({ kind: 'not-found' });
    }
  });

  test('come before a card', async () => {
    expect(await savePayment(context, owner, card)).toEqual({ kind: 'company-details-missing' });
    expect(await listAuditEntries()).toEqual([]);
  });

  test.each([
    ['4242 4242 4242 4242', 'Visa', '4242'],
    ['5555555555554444', 'Mastercard', '4444'],
    ['2223 0031 2200 3222', 'Mastercard', '3222'],
    ['3782 8224 6310 005', 'American Express', '0005'],
    ['6011 1111 1111 1117', 'Discover', '1117'],
    ['9999 9999 9999 9999', 'Card', '9999'],
  ])('keep of %s that it is %s and ends in %s', async (cardNumber, brand, lastFour) => {
    await saveBilling(context, owner, { company }, 'any');
    const outcome = await savePayment(context, owner, { ...card, cardNumber });
    expect(outcome).toMatchObject({
      billing: {
        paymentConfig: {
          cardNumber: `**** **** **** ${lastFour}`,
          brand,
          expiryDate: '12/27',
          cardholderName: 'Ada Lovelace',
        },
      },
    });
    expect(JSON.stringify(outcome)).not.toContain('cvv');
  });

  test('keep their card when it comes back masked, and reject one that is wrong', async () => {
    await saveBilling(context, owner, { company, paymentConfig: card }, 'none');
    const masked = { ...card, cardNumber: '**** **** **** 4242', cvv: undefined };
    expect(await saveBilling(context, owner, { company, paymentConfig: masked }, 'some')).toMatchObject({
      billing: { paymentConfig: { cardNumber: '**** **** **** 4242' } },
    });
    const wrong = { ...card, cardNumber: '4242', cvv: '1' };
    const moved = { ...company, city: 'Turin' };
    expect(await saveBilling(context, owner, { company: moved, paymentConfig: wrong }, 'some')).toEqual({
      kind: 'invalid',
      fields: {
        'paymentConfig.cardNumber': ['Card number must be 16 digits'],
        'paymentConfig.cvv': ['CVV must be 3 digits'],
      },
    });
    expect(await readBilling(context, owner)).toMatchObject({ billing: { city: 'London' } });
  });

  test('that cannot be read leave the rest of the dialog', async () => {
    context.db.sqlite.exec('drop table billing_details');
    const { organizationId } = owner;
    const view = await describeBilling(context, {
      organizationId,
      organizationName: '',
      role: 'OWNER',
      access: 'edit',
    });
    expect(view.failure).toBe('Failed to fetch billing details: 500');
    expect(view.invoices).toHaveLength(3);
  });
});

describe('the samples', () => {
  test('are the Pro Plan and three paid invoices of $29.00', async () => {
    const { organizationId } = owner;
    const view = await describeBilling(context, {
      organizationId,
      organizationName: '',
      role: 'MEMBER',
      access: 'edit',
    });
    expect(view).toMatchObject({
      canChange: false,
      plan: { name: 'Pro Plan', status: 'active', amountCents: 2900, triggersPerMonth: 10_000 },
    });
    expect(view.invoices.map(({ number, status, amountCents }) => [number, status, amountCents])).toEqual([
      ['INV-2026-01', 'paid', 2900],
      ['INV-2025-12', 'paid', 2900],
      ['INV-2025-11', 'paid', 2900],
    ]);
  });

  test('come as PDF, also for names that its fonts cannot write', async () => {
    await saveBilling(context, owner, { company: { ...company, companyName: 'Łódź 東京' } }, 'any');
    const outcome = await createInvoicePdf(context, member, 'INV-2026-01');
    if (outcome.kind !== 'pdf') throw new Error(outcome.kind);
    expect(outcome.bytes.subarray(0, 5).toString()).toBe('%PDF-');
    expect(outcome.bytes.subarray(-6).toString().trim()).toBe('%%EOF');
    expect(await createInvoicePdf(context, owner, 'INV-2020-01')).toEqual({ kind: 'not-found' });
    expect(await createInvoicePdf(context, stranger, 'INV-2026-01')).toEqual({ kind: 'not-found' });
  });
});

describe('account testing', () => {
  test('shows what a charge would do', async () => {
    const report = async () => {
      const outcome = await testPayment(context, member);
      return outcome.kind === 'tested' ? outcome.report : undefined;
    };
    expect(await report()).toEqual({
      good: false,
      text: 'There is no payment method: a charge would fail. Nothing was charged.',
    });
    await saveBilling(context, owner, { company, paymentConfig: card }, 'any');
    expect(await report()).toEqual({
      good: true,
      text:
        'Visa ending in 4242 (Ada Lovelace, valid until 12/27) is well formed. ' +
        'On 2026-02-01 a charge of $29.00 would be sent to it. Nothing was charged.',
    });
    await savePayment(context, owner, { ...card, expiryDate: '12/25' });
    expect(await report()).toEqual({
      good: false,
      text: 'Visa ending in 4242 expired 12/25: a charge would be declined. Nothing was charged.',
    });
  });

  test('sends a sample event that its receiver can check', async () => {
    const target = await startTarget();
    onTestFinished(() => target.close());
    const outcome = await testWebhook(context, member, `${target.url}/hook`);
    expect(outcome).toMatchObject({ kind: 'tested', report: { good: true } });
    const [received] = target.received;
    if (!received) throw new Error('nothing arrived');
    const secret = describeTestWebhookSecret(context, owner.organizationId);
    const delivery = {
      header: (name: string) => received.headers[name]?.toString(),
      body: Buffer.from(received.body),
    };
    expect(isDeliveryAuthentic(delivery, secret, context.now())).toBe(true);
    const signature = new Webhook(secret).sign(
      String(received.headers['webhook-id']),
      new Date(context.now()),
      received.body,
    );
    expect(received.headers['webhook-signature']).toBe(signature);
    expect(JSON.parse(received.body)).toMatchObject({ type: 'billing.test', data: { sample: true } });
  });

  test('tells when nothing responds, and does not send without end', async () => {
    const target = await startTarget();
    await target.close();
    const send = () => testWebhook(context, owner, target.url);
    expect(await send()).toMatchObject({ kind: 'tested', report: { good: false } });
    for (let count = 1; count < 10; count++) await send();
    expect(await send()).toMatchObject({ kind: 'too-many-requests', retryAfterSeconds: 60 });
  });

  test('signs for each organization with a secret of its own', () => {
    const [mine, other] = [owner.organizationId, 'other'].map((id) => describeTestWebhookSecret(context, id));
    expect(mine).not.toBe(other);
    const key = hkdfSync('sha256', context.config.appKey, 'other', 'billing test webhook', 24);
    expect(other).toBe(`whsec_${Buffer.from(key).toString('base64')}`);
  });

  test('gives the integrations with their last executions', async () => {
    const made = await createIntegration(context, owner, { name: 'Orders' });
    if (made.kind !== 'integration') throw new Error(made.kind);
    const { organizationId } = owner;
    const integration = { organizationId, integrationId: made.integration.id };
    const id = await createTestExecution(context, integration);
    const outcome = await createTestData(context, member);
    if (outcome.kind !== 'data') throw new Error(outcome.kind);
    expect(JSON.parse(await readPieces(outcome.pieces))).toMatchObject({
      organization: { id: organizationId },
      integrations: [{ name: 'Orders', lastExecutions: [{ id, status: 'queued' }] }],
    });
    expect(await listAuditEntries()).toMatchObject([
      { kind: 'integration-created' },
      { kind: 'test-data-downloaded', user_id: member.userId },
    ]);
  });

  test('reads an integration when the one before it was taken, as each may hold megabytes', async () => {
    const ids: string[] = [];
    for (const name of ['Orders', 'Invoices']) {
      const made = await createIntegration(context, owner, { name });
      if (made.kind !== 'integration') throw new Error(made.kind);
      ids.push(made.integration.id);
      context.clock.advance(1000);
    }
    const outcome = await createTestData(context, member);
    if (outcome.kind !== 'data') throw new Error(outcome.kind);
    const { pieces } = outcome;
    const head = `${(await pieces.next()).value}${(await pieces.next()).value}`;
    context.db.sqlite.prepare('delete from integrations where id = ?').run(ids[0]);
    const file: unknown = JSON.parse(head + (await readPieces(pieces)));
    expect(file).toMatchObject({ integrations: [{ name: 'Invoices' }] });
    expect(file).not.toHaveProperty('integrations.1');
  });
});
