// An organization's billing details: every member reads them, owners and admins change them.
import { z } from 'zod';
import type { AppContext } from '~/context';
import {
  type BillingDetails,
  findBillingDetails,
  saveCompany as saveCompanyRow,
  updateCard,
} from '~/db/organizations/billing';
import { findMembership } from '~/db/organizations/memberships';
import type { Queries } from '~/db/core/queries';
import { Id, Time } from '~/engine/schema/response-fields';
import { type CompanyDetails, PaymentCard } from '~/fields';
import { listFields } from '~/engine/schema/issue-fields';
import type { Problem } from '~/problem';
import { maskCardNumber, reduceCard } from './payment-card';
import type { Actor } from '../actor';
import { addAuditEntry } from '../audit-entry';
import { checkPermission } from '../check-permission';
import { describeChange, keepSeenFields } from '../seen-fields';

export const companyUpdatedMessage = 'Company details updated successfully';
export const paymentUpdatedMessage = 'Payment method updated successfully';

/** The company that invoices name, as it is stored. */
export const CompanyResponse = z.object({
  companyName: z.string(),
  taxId: z.string(),
  address: z.string(),
  city: z.string(),
  postalCode: z.string(),
  country: z.string(),
});

/** The billing details as the JSON API returns them; its document names this schema. */
export const BillingResponse = z.object({
  organizationId: Id,
  ...CompanyResponse.shape,
  /** The CVV is never stored, so it is missing here. */
  paymentConfig: z
    .object({
      cardNumber: z.string().describe('Masked but for the last four digits.'),
      brand: z.string(),
      expiryDate: z.string(),
      cardholderName: z.string(),
    })
    .optional(),
  createdAt: Time,
  updatedAt: Time,
});
export type BillingResponse = z.infer<typeof BillingResponse>;

export type BillingOutcome = { kind: 'billing'; billing: BillingResponse } | Problem;

/** Returns the stored billing details. Problem: not-found, also when nothing is stored yet. */
export async function readBilling(context: AppContext, actor: Actor): Promise<BillingOutcome> {
  if (!(await findMembership(context.db, actor.userId, actor.organizationId))) return { kind: 'not-found' };
  return respond(context.db, actor.organizationId);
}

/**
 * Stores the company fields, and a card when one is given. A card that comes back masked, as the API returned it, stays as it
 * is. `expects` says whether details must exist. `seen`: the company fields that the sender saw before. Problems: not-found,
 * forbidden, invalid; conflict, also with a message for each field that someone else changed since.
 */
export function saveBilling(
  context: AppContext,
  actor: Actor,
  input: { company: CompanyDetails; paymentConfig?: unknown },
  expects: 'none' | 'some' | 'any',
  seen: object = {},
): Promise<BillingOutcome> {
  return context.db.transaction(async (tx) => {
    const refused = await checkPermission(tx, actor, 'edit-billing');
    if (refused) return refused;
    const stored = await findBillingDetails(tx, actor.organizationId);
    if (expects === 'some' && !stored) return { kind: 'not-found' };
    if (expects === 'none' && stored) return { kind: 'conflict', message: 'Billing details exist already.' };
    const card = readCard(input.paymentConfig, stored);
    if (card.kind === 'invalid') return card;
    const kept = stored ? keepSeenFields(input.company, seen, stored, describeField) : undefined;
    if (kept && kept.kind !== 'change') return kept;
    const company = CompanyResponse.parse({ ...stored, ...(kept?.change ?? input.company) });
    await saveCompanyRow(tx, actor.organizationId, company, context.now());
    await addAuditEntry(context, tx, actor, {
      kind: 'company-details-updated',
      subjectId: actor.organizationId,
    });
    if (card.kind === 'card') await storeCard(context, tx, actor, card.card);
    return respond(tx, actor.organizationId);
  });
}

const fieldNames: Record<string, string> = {
  companyName: 'company name',
  taxId: 'tax ID',
  postalCode: 'postal code',
};

function describeField(field: string, stored: unknown): string {
  return describeChange(fieldNames[field] ?? field, stored);
}

/** Replaces the card. Problems: not-found, forbidden, company-details-missing. */
export function savePayment(context: AppContext, actor: Actor, card: PaymentCard): Promise<BillingOutcome> {
  return context.db.transaction(async (tx) => {
    const refused = await checkPermission(tx, actor, 'edit-billing');
    if (refused) return refused;
    if (!(await findBillingDetails(tx, actor.organizationId))) return { kind: 'company-details-missing' };
    await storeCard(context, tx, actor, card);
    return respond(tx, actor.organizationId);
  });
}

function readCard(
  input: unknown,
  stored: BillingDetails | undefined,
): { kind: 'none' } | { kind: 'card'; card: PaymentCard } | (Problem & { kind: 'invalid' }) {
  if (input === undefined || input === null) return { kind: 'none' };
  if (stored?.card && isMasked(input, maskCardNumber(stored.card))) return { kind: 'none' };
  const parsed = PaymentCard.safeParse(input);
  if (parsed.success) return { kind: 'card', card: parsed.data };
  const fields = Object.entries(listFields(parsed.error.issues)).map(([name, messages]) => [
    name ? `paymentConfig.${name}` : 'paymentConfig',
    messages,
  ]);
  return { kind: 'invalid', fields: Object.fromEntries(fields) };
}

function isMasked(input: unknown, mask: string): boolean {
  return typeof input === 'object' && input !== null && 'cardNumber' in input && input.cardNumber === mask;
}

async function storeCard(context: AppContext, tx: Queries, actor: Actor, card: PaymentCard): Promise<void> {
  await updateCard(tx, actor.organizationId, reduceCard(card), context.now());
  await addAuditEntry(context, tx, actor, {
    kind: 'payment-method-updated',
    subjectId: actor.organizationId,
  });
}

async function respond(db: Queries, organizationId: string): Promise<BillingOutcome> {
  const details = await findBillingDetails(db, organizationId);
  if (!details) return { kind: 'not-found' };
  const { card, createdAt, updatedAt, ...company } = details;
  return {
    kind: 'billing',
    billing: {
      organizationId,
      ...company,
      ...(card && {
        paymentConfig: {
          cardNumber: maskCardNumber(card),
          brand: card.brand,
          expiryDate: card.expiryDate,
          cardholderName: card.cardholderName,
        },
      }),
      createdAt: new Date(createdAt).toISOString(),
      updatedAt: new Date(updatedAt).toISOString(),
    },
  };
}
