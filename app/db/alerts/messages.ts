import { sql } from 'kysely';
import type { Queries } from '../core/queries';
import type { AlertMessageStatus, Transition } from '../core/tables';
import { isOpenOrHasMessage } from './incidents';

interface NewAlertMessage {
  id: string;
  incidentId: string;
  /** Null for a mail to an address that a response rule names. */
  channelId: string | null;
  /** The address of a mail; '' for other messages. */
  recipient: string;
  transition: Transition;
  /** JSON of the services' `AlertContent`. */
  content: string;
  status: AlertMessageStatus;
  now: number;
}

export interface QueuedAlertMessage extends Omit<NewAlertMessage, 'status' | 'now'> {
  attempts: number;
  createdAt: number;
}

export async function insertAlertMessage(db: Queries, message: NewAlertMessage): Promise<void> {
  const { now } = message;
  await db.run(
    db.build.insertInto('alert_messages').values({
      id: message.id,
      incident_id: message.incidentId,
      channel_id: message.channelId,
      recipient: message.recipient,
      transition: message.transition,
      content: message.content,
      status: message.status,
      next_at: now,
      created_at: now,
    }),
  );
}

/** Returns the messages about incidents that have not ended, with their channel and time, oldest first. */
export function listNotified(
  db: Queries,
): Promise<{ incidentId: string; channelId: string | null; transition: Transition; at: number }[]> {
  return db.all(
    db.build
      .selectFrom('alert_messages')
      .select(['incident_id as incidentId', 'channel_id as channelId', 'transition', 'created_at as at'])
      // By a join SQLite would read all messages: it does not know that few incidents are open.
      .where('incident_id', 'in', ({ selectFrom }) =>
        selectFrom('incidents').select('id').where('resolved_at', 'is', null),
      )
      .orderBy('id'),
  );
}

/** Returns how many messages a channel was given to send since then. One to several addresses, which has a row each, is one. */
export async function countMessagesSince(db: Queries, channelId: string, since: number): Promise<number> {
  const given = db.build
    .selectFrom('alert_messages')
    .select(['incident_id', 'transition', 'created_at'])
    .distinct()
    .where('channel_id', '=', channelId)
    .where('created_at', '>', since)
    .where('status', 'in', ['queued', 'sent', 'failed']);
  const counted = db.build
    .selectFrom(given.as('given'))
    .select(({ fn }) => fn.countAll<number>().as('count'));
  return (await db.first(counted))?.count ?? 0;
}

/** Returns channels with withheld messages that no message has mentioned yet: how many, and one of the incidents. */
export function listWithheld(
  db: Queries,
): Promise<{ channelId: string; incidentId: string; count: number }[]> {
  return db.all(
    db.build
      .selectFrom('alert_messages')
      .select(['channel_id as channelId', ({ fn }) => fn.countAll<number>().as('count')])
      .select(({ fn }) => fn.max('incident_id').as('incidentId'))
      .where('status', '=', 'withheld')
      .where('channel_id', 'is not', null)
      .groupBy('channel_id')
      .$narrowType<{ channelId: string }>(),
  );
}

/** Marks the withheld messages of a channel as counted, because a message has mentioned their number. */
export async function updateCounted(db: Queries, channelId: string): Promise<void> {
  await db.run(
    db.build
      .updateTable('alert_messages')
      .set({ status: 'counted' })
      .where('channel_id', '=', channelId)
      .where('status', '=', 'withheld'),
  );
}

export async function hasDueMessages(db: Queries, now: number): Promise<boolean> {
  const due = db.build.selectFrom('alert_messages').select('id').where('status', '=', 'queued');
  return (await db.first(due.where('next_at', '<=', now).limit(1))) !== undefined;
}

/**
 * Checks whether an incident of an integration has not ended, or a message about one waits to be sent. Counts none of an
 * integration that was deleted at or before `deletedAfter`, or with its organization.
 */
export async function hasUnsentMessages(
  db: Queries,
  { integrationId, deletedAfter }: { integrationId: string; deletedAfter: number },
): Promise<boolean> {
  const unsent = db.build
    .selectFrom('incidents')
    .innerJoin('integrations', 'integrations.id', 'incidents.integration_id')
    .innerJoin('organizations', 'organizations.id', 'integrations.organization_id')
    .select('incidents.id')
    .where('integration_id', '=', integrationId)
    .where('integrations.deleted_at', '>', deletedAfter)
    .where('organizations.deleted_at', 'is', null)
    .where((eb) => isOpenOrHasMessage(eb, { status: 'queued' }));
  return (await db.first(unsent.limit(1))) !== undefined;
}

/**
 * Claims due messages, so that nobody else takes them until `claimedUntil`: of each organization the oldest first, and
 * organizations take turns, as the messages of one may all wait for a receiver. A message waits until the earlier ones of the
 * same incident and channel are no longer queued.
 */
export async function claimMessages(
  db: Queries,
  { now, claimedUntil, limit }: { now: number; claimedUntil: number; limit: number },
): Promise<QueuedAlertMessage[]> {
  const waiting = db.build
    .selectFrom('alert_messages as message')
    .leftJoin('alert_channels as channel', 'channel.id', 'message.channel_id')
    .select([
      'message.id',
      'incident_id as incidentId',
      'channel_id as channelId',
      'recipient',
      'transition',
      'content',
      'attempts',
      'message.created_at as createdAt',
      'next_at as nextAt',
    ])
    .select(({ fn }) =>
      fn
        .agg<number>('row_number')
        .over((over) => over.partitionBy('channel.organization_id').orderBy('next_at').orderBy('message.id'))
        .as('turn'),
    )
    .where('status', '=', 'queued')
    .where('next_at', '<=', now)
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('alert_messages as earlier')
            .select('earlier.id')
            .whereRef('earlier.incident_id', '=', 'message.incident_id')
            .whereRef('earlier.channel_id', 'is', 'message.channel_id')
            .whereRef('earlier.recipient', '=', 'message.recipient')
            .where('earlier.status', '=', 'queued')
            .whereRef('earlier.id', '<', 'message.id'),
        ),
      ),
    );
  const due = await db.all(
    db.build.selectFrom(waiting.as('waiting')).selectAll().orderBy('turn').orderBy('nextAt').limit(limit),
  );
  for (const { id } of due) {
    await db.run(
      db.build
        .updateTable('alert_messages')
        .set({ next_at: claimedUntil, attempts: sql`attempts + 1` })
        .where('id', '=', id),
    );
  }
  return due;
}

/**
 * Stores that a message was sent, is given up, or is tried again at `nextAt`; nothing when another process has stored its end,
 * after the claim of this one.
 */
export async function updateMessageEnded(
  db: Queries,
  id: string,
  ending: { status: 'sent' | 'failed' | 'queued'; error: string | null; nextAt: number; now: number },
): Promise<void> {
  const { status, error, nextAt, now } = ending;
  await db.run(
    db.build
      .updateTable('alert_messages')
      .set({
        status,
        error_message: error,
        next_at: nextAt,
        ...(status === 'sent' && { sent_at: now }),
      })
      .where('id', '=', id)
      .where('status', '=', 'queued'),
  );
}

/** Deletes the mails of an organization's channels that wait for an address. */
export async function deleteQueuedMessagesTo(
  db: Queries,
  { organizationId, recipient }: { organizationId: string; recipient: string },
): Promise<void> {
  await db.run(
    db.build
      .deleteFrom('alert_messages')
      .where('recipient', '=', recipient)
      .where('status', '=', 'queued')
      .where('channel_id', 'in', ({ selectFrom }) =>
        selectFrom('alert_channels').select('id').where('organization_id', '=', organizationId),
      ),
  );
}

/**
 * Returns the last message that each channel was given, and its outcome. Of several addresses, the outcome of one that did not
 * get it comes first: given up, then tried again, then waiting.
 */
export function listLastMessages(
  db: Queries,
  channelIds: readonly string[],
): Promise<{ channelId: string; status: AlertMessageStatus; error: string | null; at: number }[]> {
  if (channelIds.length === 0) return Promise.resolve([]);
  return db.all(
    db.build
      .selectFrom('alert_channels as channel')
      .innerJoin('alert_messages as message', (join) =>
        join.on('message.id', '=', ({ selectFrom }) =>
          selectFrom('alert_messages')
            .select('alert_messages.id')
            .whereRef('channel_id', '=', 'channel.id')
            .where('status', 'in', ['queued', 'sent', 'failed'])
            .orderBy('created_at', 'desc')
            .orderBy(sql`case when status = 'failed' then 0 when error_message is not null then 1
              when status = 'queued' then 2 else 3 end`)
            .limit(1),
        ),
      )
      .select(['channel.id as channelId', 'status', 'error_message as error', 'message.created_at as at'])
      .where('channel.id', 'in', channelIds),
  );
}
