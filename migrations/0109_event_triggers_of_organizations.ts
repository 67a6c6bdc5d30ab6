import { type Kysely, sql } from 'kysely';

/** Which integrations run when any other one of their organization ends. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table organization_event_triggers (
      organization_id text not null references organizations on delete cascade,
      integration_id text not null references integrations on delete cascade,
      ending text not null check (ending in ('completed', 'error', 'any')),
      primary key (organization_id, integration_id)
    ) strict, without rowid`.execute(db);
  await sql`
    create index organization_event_triggers_by_integration
    on organization_event_triggers (integration_id)`.execute(db);
}
