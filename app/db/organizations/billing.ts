import type { Queries } from '../core/queries';

export interface Company {
  companyName: string;
  taxId: string;
  address: string;
  city: string;
  postalCode: string;
  country: string;
}

/** The stored parts of a card. */
export interface StoredCard {
  /** Such as 'Visa'. */
  brand: string;
  lastFour: string;
  /** MM/YY */
  expiryDate: string;
  cardholderName: string;
}

export interface BillingDetails extends Company {
  card: StoredCard | null;
  createdAt: number;
  updatedAt: number;
}

export async function findBillingDetails(
  db: Queries,
  organizationId: string,
): Promise<BillingDetails | undefined> {
  const row = await db.first(
    db.build.selectFrom('billing_details').selectAll().where('organization_id', '=', organizationId),
  );
  if (!row) return undefined;
  const { card_brand, card_last_four, card_expiry, card_holder } = row;
  const hasCard =
    card_brand !== null && card_last_four !== null && card_expiry !== null && card_holder !== null;
  return {
    companyName: row.company_name,
    taxId: row.tax_id,
    address: row.address,
    city: row.city,
    postalCode: row.postal_code,
    country: row.country,
    card: hasCard
      ? {
          brand: card_brand,
          lastFour: card_last_four,
          expiryDate: card_expiry,
          cardholderName: card_holder,
        }
      : null,
    createdAt: row.created_at,
    updatedAt: row.updated_at,
  };
}

/** Stores an organization's company details, or replaces them; the card stays. */
export async function saveCompany(
  db: Queries,
  organizationId: string,
  company: Company,
  now: number,
): Promise<void> {
  const values = {
    company_name: company.companyName,
    tax_id: company.taxId,
    address: company.address,
    city: company.city,
    postal_code: company.postalCode,
    country: company.country,
    updated_at: now,
  };
  await db.run(
    db.build
      .insertInto('billing_details')
      .values({ ...values, organization_id: organizationId, created_at: now })
      .onConflict((conflict) => conflict.column('organization_id').doUpdateSet(values)),
  );
}

/** Replaces the card of existing billing details. */
export async function updateCard(
  db: Queries,
  organizationId: string,
  card: StoredCard,
  now: number,
): Promise<void> {
  await db.run(
    db.build
      .updateTable('billing_details')
      .set({
        card_brand: card.brand,
        card_last_four: card.lastFour,
        card_expiry: card.expiryDate,
        card_holder: card.cardholderName,
        updated_at: now,
      })
      .where('organization_id', '=', organizationId),
  );
}

export async function deleteBillingDetails(db: Queries, organizationId: string): Promise<void> {
  await db.run(db.build.deleteFrom('billing_details').where('organization_id', '=', organizationId));
}
