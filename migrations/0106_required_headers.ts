import { type Kysely, sql } from 'kysely';

/**
 * Marks the versions whose webhook requires headers: the server encrypts their values when it starts, as those of credential
 * headers since `0021_sealed_credentials`. They stood in the clear unless their names were those of credentials.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    update integration_versions set credentials_sealed = 0
    where case when json_valid(definition) then definition ->> '$.triggerConfig.webhook.headers' end <> '{}'`.execute(
    db,
  );
}
