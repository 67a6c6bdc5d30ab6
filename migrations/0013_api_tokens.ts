import { type Kysely, sql } from 'kysely';

/** A token goes with the membership of whoever made it. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table api_tokens (
      id text primary key,
      token_hash text not null unique,
      organization_id text not null,
      user_id text not null,
      name text not null,
      role text not null check (role in ('OWNER', 'ADMIN', 'MEMBER')),
      last_four text not null,
      created_at integer not null,
      last_used_at integer,
      foreign key (user_id, organization_id) references memberships (user_id, organization_id) on delete cascade
    ) strict`.execute(db);
  await sql`create index api_tokens_by_organization on api_tokens (organization_id, id)`.execute(db);
  await sql`create index api_tokens_by_membership on api_tokens (user_id, organization_id)`.execute(db);
}
