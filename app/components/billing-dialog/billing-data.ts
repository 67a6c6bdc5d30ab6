/** What the dialog shows. Times in milliseconds since 1970, amounts in cents. */
export interface BillingData {
  organizationId: string;
  company: Company | null;
  card: {
    brand: string;
    lastFour: string;
    /** MM/YY */
    expiryDate: string;
    cardholderName: string;
    isExpired: boolean;
  } | null;
  /** Why company and card could not be read. */
  failure: string | null;
  /** Owners and admins may. */
  canChange: boolean;
  plan: Plan;
  invoices: Invoice[];
  /** What sample events are signed with. */
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

/** '$29.00' */
export function formatAmount(cents: number): string {
  return `$${(cents / 100).toFixed(2)}`;
}

/** 'December 1, 2026' */
export function formatDate(at: number): string {
  return new Date(at).toLocaleDateString('en-US', { dateStyle: 'long', timeZone: 'UTC' });
}
