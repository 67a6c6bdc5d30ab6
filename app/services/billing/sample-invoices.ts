// There is no payment provider yet. Plan, billing date and invoices are samples, and every place that shows them says so.

/** Times in milliseconds since 1970, amounts in cents. */
export interface SampleInvoice {
  /** The number, such as 'INV-2026-11'. */
  number: string;
  issuedAt: number;
  amountCents: number;
  status: 'paid';
}

interface SamplePlan {
  name: string;
  status: 'active';
  amountCents: number;
  triggersPerMonth: number;
  nextBillingAt: number;
}

const amountCents = 2900;

export function describeSamplePlan(now: number): SamplePlan {
  return {
    name: 'Pro Plan',
    status: 'active',
    amountCents,
    triggersPerMonth: 10_000,
    nextBillingAt: startOfMonth(now, 1),
  };
}

/** Lists the invoices of the first of this month and of the two months before, newest first. */
export function listSampleInvoices(now: number): SampleInvoice[] {
  return [0, -1, -2].map((offset) => {
    const issuedAt = startOfMonth(now, offset);
    const number = `INV-${new Date(issuedAt).toISOString().slice(0, 7)}`;
    return { number, issuedAt, amountCents, status: 'paid' };
  });
}

function startOfMonth(now: number, offset: number): number {
  const date = new Date(now);
  return Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + offset, 1);
}
