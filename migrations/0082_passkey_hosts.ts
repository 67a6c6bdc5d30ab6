import { type Kysely, sql } from 'kysely';

/** Stores the host of `APP_URL` under which a passkey was made (WebAuthn's relying party ID); null until it is used again. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table passkeys add column relying_party_id text`.execute(db);
}
