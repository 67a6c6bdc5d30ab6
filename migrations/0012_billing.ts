import { type Kysely, sql } from 'kysely';

/** Adds an organization's company details and the parts of its card that may be shown. The card's number has no column. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table billing_details (
      organization_id text primary key references organizations on delete cascade,
      company_name text not null,
      tax_id text not null,
      address text not null,
      city text not null,
      postal_code text not null,
      country text not null,
      card_brand text,
      card_last_four text,
      card_expiry text,
      card_holder text,
      created_at integer not null,
      updated_at integer not null
    ) strict, without rowid`.execute(db);
}
