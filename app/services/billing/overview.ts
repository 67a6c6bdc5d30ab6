import type { AppContext } from '~/context';
import { findBillingDetails } from '~/db/organizations/billing';
import type { Membership } from '~/db/organizations/memberships';
import { describeBillingFetch } from '~/problem-areas';
import { describeTestWebhookSecret } from './sandbox';
import { describeSamplePlan, listSampleInvoices } from './sample-invoices';
import { isCardExpired } from './payment-card';

/** Returns what the billing dialog shows to a member of an organization. */
export async function describeBilling(context: AppContext, { organizationId, role }: Membership) {
  const now = context.now();
  return {
    organizationId,
    ...(await readDetails(context, organizationId)),
    canChange: role !== 'MEMBER',
    plan: describeSamplePlan(now),
    invoices: listSampleInvoices(now),
    webhookSecret: describeTestWebhookSecret(context, organizationId),
  };
}

/** Reads the details without throwing: the dialog opens over any screen, and a failure must not remove that screen. */
async function readDetails(context: AppContext, organizationId: string) {
  try {
    const details = await findBillingDetails(context.db, organizationId);
    if (!details) return { company: null, card: null, failure: null };
    const { card, createdAt: _created, updatedAt: _updated, ...company } = details;
    const shown = card && { ...card, isExpired: isCardExpired(card, context.now()) };
    return { company, card: shown, failure: null };
  } catch (error) {
    context.log.error({ err: error, organizationId }, 'billing details could not be read');
    return { company: null, card: null, failure: describeBillingFetch(500) };
  }
}
