import { type Kysely, sql } from 'kysely';

/**
 * Adds alerts: channels, the incidents that they report, and the messages about these. Rows without an organization belong to
 * the installation.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table alert_channels (
      id text primary key,
      organization_id text references organizations on delete cascade,
      integration_id text references integrations on delete cascade,
      name text not null collate nocase,
      kind text not null check (kind in ('email', 'slack', 'teams', 'discord', 'webhook')),
      target text not null,
      events text not null,
      remind_hours integer,
      version integer not null,
      created_at integer not null,
      updated_at integer not null
    ) strict`.execute(db);
  await sql`create index alert_channels_by_organization on alert_channels (organization_id)`.execute(db);
  await sql`create index alert_channels_by_integration on alert_channels (integration_id) where integration_id is not null`.execute(
    db,
  );
  await sql`
    create table incidents (
      id text primary key,
      organization_id text references organizations on delete cascade,
      integration_id text references integrations on delete cascade,
      event text not null,
      recipient text not null default '',
      count integer not null,
      counted_from integer not null default 0,
      reason text,
      execution_id text,
      opened_at integer not null,
      last_at integer not null,
      muted_until integer,
      resolved_at integer
    ) strict, without rowid`.execute(db);
  await sql`
    create unique index incidents_open on incidents (coalesce(integration_id, ''), event, recipient)
    where resolved_at is null`.execute(db);
  await sql`create index incidents_by_organization on incidents (organization_id, id)`.execute(db);
  await sql`create index incidents_by_integration on incidents (integration_id)`.execute(db);
  await sql`create index incidents_by_recipient on incidents (recipient) where recipient <> ''`.execute(db);
  await sql`
    create table alert_messages (
      id text primary key,
      incident_id text not null references incidents on delete cascade,
      channel_id text references alert_channels on delete cascade,
      recipient text not null default '',
      transition text not null check (transition in ('opened', 'reminder', 'resolved', 'summary')),
      content text not null,
      status text not null default 'queued' check (status in ('queued', 'sent', 'failed', 'withheld', 'counted')),
      attempts integer not null default 0,
      next_at integer not null,
      error_message text,
      created_at integer not null,
      sent_at integer
    ) strict, without rowid`.execute(db);
  await sql`create index alert_messages_due on alert_messages (next_at) where status = 'queued'`.execute(db);
  await sql`create index alert_messages_by_incident on alert_messages (incident_id, id)`.execute(db);
  await sql`create index alert_messages_by_channel on alert_messages (channel_id, created_at)`.execute(db);
  await sql`create index alert_messages_by_recipient on alert_messages (recipient) where recipient <> ''`.execute(
    db,
  );
}
