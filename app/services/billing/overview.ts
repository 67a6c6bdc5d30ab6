import type { AppContext } from '~/context';
import { findBillingDetails } from '~/db/organizations/billing';
import type { Membership } from '~/db/organizations/memberships';
import { describeBillingFetch } from '~/problem';
import { describeTestWebhookSecret } from './sandbox';
import { describeSamplePlan, listSampleInvoices } from './sample-invoices';
import { isCardExpired } from './payment-card';

/** What the billing dialog shows of an organization, to the member who looks. */
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

/** A dialog opens over any screen: what it cannot read must not take the screen away. */
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
