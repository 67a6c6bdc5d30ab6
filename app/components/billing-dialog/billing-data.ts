/** The data of the dialog. Times in milliseconds since 1970, amounts in cents. */
export interface BillingData {
  organizationId: string;
  company: Company | null;
  card: {
    brand: string;
    lastFour: string;
    /** In the form MM/YY. */
    expiryDate: string;
    cardholderName: string;
    isExpired: boolean;
  } | null;
  /** The reason why company and card could not be read. */
  failure: string | null;
  /** Whether the person may change it; owners and admins may. */
  canChange: boolean;
  plan: Plan;
  invoices: Invoice[];
  /** The secret that signs sample events. */
  webhookSecret: string;
}

export interface Company {
  companyName: string;
  taxId: string;
  address: string;
  city: string;
  postalCode: string;
  country: string;
}

export interface Plan {
  name: string;
  status: string;
  amountCents: number;
  triggersPerMonth: number;
  nextBillingAt: number;
}

export interface Invoice {
  number: string;
  issuedAt: number;
  amountCents: number;
  status: string;
}

/** Formats an amount like '$29.00'. */
export function formatAmount(cents: number): string {
  return `$${(cents / 100).toFixed(2)}`;
}

/** Formats a date like 'December 1, 2026'. */
export function formatDate(at: number): string {
  return new Date(at).toLocaleDateString('en-US', { dateStyle: 'long', timeZone: 'UTC' });
}
