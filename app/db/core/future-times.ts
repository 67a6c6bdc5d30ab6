// Corrects times that were written while the machine's clock was ahead. After the clock is set back, everything that waits for
// such a time would wait too long, what lasts for a while would last until then, and every reader that goes on from an id of that
// time would skip all rows written until then.
import { sql } from 'kysely';
import { formerSecretMs, listeningMs } from '~/engine/triggers/passing-states';
import { maxReplayDelayMs } from '~/engine/replays/automatic-replays';
import { waitBounds } from '~/engine/definition/call-wait';
import { maxRunMinutes } from '~/engine/definition/run-settings';
import { firstIdOf } from './id';
import { readInstallation } from './installation';
import type { Queries } from './queries';

const minuteMs = 60_000;
const hourMs = 60 * minuteMs;
/** More than the clocks of servers on one directory differ. */
const toleranceMs = minuteMs;
/** Nothing waits for longer, except before a call: a mail waits up to an hour, and an execution may not take longer. */
const maxWaitMs = maxRunMinutes * minuteMs + toleranceMs;
/** The longest wait before a call. */
const maxCallWaitMs = waitBounds.max * 1000 + toleranceMs;
/** How far back readers of ids go again, to cover what was written before the change of the clock was noticed. */
const againMs = hourMs;

/**
 * Makes everything due that waits longer than anything may wait, lets begin now what began later than now, and lets readers of
 * ids go on from the present time. Returns how many rows no longer wait.
 */
export async function bringBackTimes(db: Queries, now: number): Promise<number> {
  const ahead = now + toleranceMs;
  const callWaits = db.build.selectFrom('execution_waits').select('execution_id');
  const jobs = await db.run(
    db.build
      .updateTable('jobs')
      .set({ run_at: now })
      .where('lease_owner', 'is', null)
      .where('run_at', '>', now)
      .where(({ eb, or, and }) =>
        or([
          and([eb('run_at', '>', now + maxWaitMs), eb('subject_id', 'not in', callWaits)]),
          eb('run_at', '>', now + maxCallWaitMs),
          eb('created_at', '>', ahead),
        ]),
      ),
  );
  const messages = await db.run(
    db.build
      .updateTable('alert_messages')
      .set({ next_at: now })
      .where('status', '=', 'queued')
      .where('next_at', '>', now)
      .where(({ eb, or }) => or([eb('next_at', '>', now + maxWaitMs), eb('created_at', '>', ahead)])),
  );
  const failedAhead = sql<boolean>`exists (
    select 1 from executions where executions.id = execution_id and completed_at > ${ahead})`;
  const replays = await db.run(
    db.build
      .updateTable('automatic_replays')
      .set({ due_at: now })
      .where('due_at', '>', now)
      .where(({ eb, or }) => or([eb('due_at', '>', now + maxReplayDelayMs + toleranceMs), failedAhead])),
  );
  const [firstAhead, from] = [firstIdOf(ahead), firstIdOf(now - againMs)];
  await db.run(
    db.build.updateTable('alert_messages').set({ created_at: now }).where('created_at', '>', ahead),
  );
  // Before the installation was made, it is the present clock that is wrong, as after a start without a battery.
  const { createdAt } = await readInstallation(db);
  if (now >= createdAt) await bringBackBeginnings(db, { now, ahead, firstAhead });
  await db.runAll([
    db.build
      .updateTable('execution_index_progress')
      .set({ last_id: from })
      .where('last_id', '>=', firstAhead),
    db.build.updateTable('audit_stream').set({ last_id: from }).where('last_id', '>=', firstAhead),
    db.build
      .updateTable('audit_stream')
      .set({ claimed_until: 0 })
      .where('claimed_until', '>', now + hourMs),
    db.build
      .updateTable('connection_tokens')
      .set({ refreshing_until: sql<null>`null` })
      .where('refreshing_until', '>', now + hourMs),
  ]);
  return jobs + messages + replays;
}

/**
 * Lets what lasts for a while from its beginning on begin now: sessions, links in mails, keys of deliveries, replaced webhook
 * secrets and listening for a sample. Deleted integrations stay restorable for as long as was said: if the present clock is the
 * wrong one, its correction would remove them for good.
 */
async function bringBackBeginnings(
  db: Queries,
  { now, ahead, firstAhead }: { now: number; ahead: number; firstAhead: string },
): Promise<void> {
  const fromNow = sql<number>`expires_at - created_at + ${now}`;
  const acceptedAt = sql`(select started_at from executions where id = execution_id)`;
  await db.runAll([
    db.build
      .updateTable('integrations')
      .set({ former_secret_until: now + formerSecretMs })
      .where('former_secret_until', '>', ahead + formerSecretMs),
    db.build
      .updateTable('integrations')
      .set({ listening_until: now + listeningMs })
      .where('listening_until', '>', ahead + listeningMs),
    db.build.updateTable('sessions').set({ last_seen_at: now }).where('last_seen_at', '>', ahead),
    ...(['sessions', 'tokens'] as const).map((table) =>
      db.build
        .updateTable(table)
        .set({ expires_at: fromNow, created_at: now })
        .where('created_at', '>', ahead),
    ),
    db.build
      .updateTable('webhook_keys')
      .set({ expires_at: sql<number>`expires_at - coalesce(${acceptedAt}, expires_at) + ${now}` })
      // Few keys count for longer than a day, so that this reads few of them.
      .where('expires_at', '>', ahead + 24 * hourMs)
      .where('execution_id', '>=', firstAhead),
  ]);
}

/** Returns when the newest execution or audit entry from before that time was written; 0 when there is none. */
export async function findNewestTime(db: Queries, before: number): Promise<number> {
  const { build } = db;
  const execution = await db.first(
    build
      .selectFrom('executions')
      .select('started_at as at')
      .where('id', '<', firstIdOf(before))
      .orderBy('id', 'desc')
      .limit(1),
  );
  const entry = await db.first(
    build
      .selectFrom('audit')
      .select('created_at as at')
      .where('id', '<', firstIdOf(before))
      .orderBy('id', 'desc')
      .limit(1),
  );
  return Math.max(execution?.at ?? 0, entry?.at ?? 0);
}
