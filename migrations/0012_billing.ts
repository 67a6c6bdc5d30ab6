import { type Kysely, sql } from 'kysely';

/** An organization's company details and, of its card, what may be shown of it. The number has no column. */
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
