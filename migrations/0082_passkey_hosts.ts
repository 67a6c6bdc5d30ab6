import { type Kysely, sql } from 'kysely';

/** Passkeys belong to the host of `APP_URL` under which they were made (WebAuthn's relying party ID); null until one is used again. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table passkeys add column relying_party_id text`.execute(db);
}
