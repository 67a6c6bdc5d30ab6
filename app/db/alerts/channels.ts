import type { Queries } from '../core/queries';
import type { ChannelKind } from '~/engine/alerts/names';

/** The owner of alerts: an organization, or the installation itself when null. */
export interface AlertOwner {
  organizationId: string | null;
}

export interface ChannelKey extends AlertOwner {
  id: string;
}

export interface StoredChannel extends ChannelKey {
  integrationId: string | null;
  /** The tag of the integrations that it watches; null: it watches all of them, or one. */
  tag: string | null;
  name: string;
  kind: ChannelKind;
  /** JSON of the engine's `ChannelTarget`, sealed. */
  target: string;
  /** JSON of the engine's `AlertThresholds`. */
  events: string;
  remindHours: number | null;
  version: number;
  createdAt: number;
  updatedAt: number;
}

/** The content that a save writes. */
export type ChannelContent = Pick<
  StoredChannel,
  'integrationId' | 'tag' | 'name' | 'kind' | 'target' | 'events' | 'remindHours' | 'version'
> & { now: number };

function toColumns(content: ChannelContent) {
  const { integrationId, tag, name, kind, target, events, remindHours, version, now } = content;
  return {
    integration_id: integrationId,
    tag,
    name,
    kind,
    target,
    events,
    remind_hours: remindHours,
    version,
    updated_at: now,
  };
}

/** Returns the names of an organization's integrations that have channels of their own, by id. */
export async function listWatchedNames(db: Queries, organizationId: string): Promise<Map<string, string>> {
  const watched = await db.all(
    db.build
      .selectFrom('integrations')
      .innerJoin('alert_channels', 'alert_channels.integration_id', 'integrations.id')
      .select(['integrations.id', 'integrations.name'])
      .where('integrations.organization_id', '=', organizationId)
      .where('alert_channels.organization_id', '=', organizationId),
  );
  return new Map(watched.map(({ id, name }) => [id, name]));
}

export async function insertChannel(db: Queries, key: ChannelKey, content: ChannelContent): Promise<void> {
  await db.run(
    db.build.insertInto('alert_channels').values({
      id: key.id,
      organization_id: key.organizationId,
      ...toColumns(content),
      created_at: content.now,
    }),
  );
}

function select(db: Queries) {
  return db.build
    .selectFrom('alert_channels')
    .select([
      'id',
      'organization_id as organizationId',
      'integration_id as integrationId',
      'tag',
      'name',
      'kind',
      'target',
      'events',
      'remind_hours as remindHours',
      'version',
      'created_at as createdAt',
      'updated_at as updatedAt',
    ]);
}

/** Returns the channels of an owner by name; there are at most twenty. */
export function listChannels(db: Queries, { organizationId }: AlertOwner): Promise<StoredChannel[]> {
  return db.all(select(db).where('organization_id', 'is', organizationId).orderBy('name'));
}

/** The channels of the installation, and of organizations that are not being removed. */
function selectUsed(db: Queries) {
  return select(db).where(({ not, exists, selectFrom }) =>
    not(
      exists(
        selectFrom('organizations')
          .select('organizations.id')
          .whereRef('organizations.id', '=', 'alert_channels.organization_id')
          .where('organizations.deleted_at', 'is not', null),
      ),
    ),
  );
}

/** Returns the channels of all organizations that are not being removed, and of the installation. */
export function listAllChannels(db: Queries): Promise<StoredChannel[]> {
  return db.all(selectUsed(db));
}

export function findChannel(
  db: Queries,
  { id, organizationId }: ChannelKey,
): Promise<StoredChannel | undefined> {
  return db.first(select(db).where('id', '=', id).where('organization_id', 'is', organizationId));
}

/** Returns a channel of any owner that is not being removed, to send its queued messages. */
export function findChannelById(db: Queries, id: string): Promise<StoredChannel | undefined> {
  return db.first(selectUsed(db).where('id', '=', id));
}

export async function updateChannel(db: Queries, key: ChannelKey, content: ChannelContent): Promise<void> {
  await db.run(
    db.build
      .updateTable('alert_channels')
      .set(toColumns(content))
      .where('id', '=', key.id)
      .where('organization_id', 'is', key.organizationId),
  );
}

/** Deletes a channel with the messages that are still to be sent by it. */
export async function deleteChannel(db: Queries, key: ChannelKey): Promise<void> {
  await db.run(
    db.build
      .deleteFrom('alert_channels')
      .where('id', '=', key.id)
      .where('organization_id', 'is', key.organizationId),
  );
}
