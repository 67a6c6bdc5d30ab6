import { sql } from 'kysely';
import { firstIdOf } from '../core/id';
import type { Queries } from '../core/queries';

interface EmailContent {
  subject: string;
  /** The text, sealed like the HTML. */
  text: string;
  html: string;
}

/** A mail that waits to be sent. */
interface QueuedEmail extends EmailContent {
  recipient: string;
  /** The number of attempts so far. */
  attempts: number;
}

export interface NewEmail {
  id: string;
  recipient: string;
  content: EmailContent;
  organizationId: string | null;
  now: number;
}

export async function insertEmail(db: Queries, email: NewEmail): Promise<void> {
  await db.run(
    db.build.insertInto('emails').values({
      id: email.id,
      recipient: email.recipient,
      subject: email.content.subject,
      body_text: email.content.text,
      body_html: email.content.html,
      status: 'queued',
      created_at: email.now,
      organization_id: email.organizationId,
    }),
  );
}

/** Returns a mail that waits to be sent; undefined when it was already sent or given up. */
export function findQueuedEmail(db: Queries, emailId: string): Promise<QueuedEmail | undefined> {
  return db.first(
    db.build
      .selectFrom('emails')
      .select(['recipient', 'subject', 'body_text as text', 'body_html as html', 'attempts'])
      .where('id', '=', emailId)
      .where('status', '=', 'queued'),
  );
}

export async function updateEmailSent(db: Queries, emailId: string, now: number): Promise<void> {
  await db.run(
    db.build
      .updateTable('emails')
      .set((eb) => ({ status: 'sent', attempts: eb('attempts', '+', 1), error_message: null, sent_at: now }))
      .where('id', '=', emailId),
  );
}

/** Stores a failed attempt; `status` says whether another one follows. */
export async function updateEmailFailure(
  db: Queries,
  emailId: string,
  failure: { status: 'queued' | 'failed'; errorMessage: string },
): Promise<void> {
  await db.run(
    db.build
      .updateTable('emails')
      .set((eb) => ({
        status: failure.status,
        attempts: eb('attempts', '+', 1),
        error_message: failure.errorMessage,
      }))
      .where('id', '=', emailId),
  );
}

/** The most mails that are read: many waiting ones, as during a pause, must not hold up the dashboard that asks. */
const maxLookedAt = 200;

/** The beginning of the error for a mail of which the server refused only the recipient. */
export const refusedRecipient = 'The mail server refused the recipient: ';

/**
 * Returns why mails do not leave: the error of the newest mail that was either sent or has failed twice. Undefined when that
 * mail was sent. One failure does not count, because a server that greylists (RFC 6647) accepts the second try. A refused
 * recipient does not count by itself, because the address may be mistyped. It counts when the newest mail to another address
 * failed, too: then the server may refuse to relay at all. When very many mails wait, only the newest are read.
 */
export async function findMailError(db: Queries): Promise<string | undefined> {
  const newestOnes = db.build
    .selectFrom('emails')
    .select(['id', 'recipient', 'status', 'attempts', 'error_message'])
    .orderBy('id', 'desc')
    .limit(maxLookedAt);
  const tried = db.build
    .selectFrom(newestOnes.as('newest_emails'))
    .select(['recipient', 'error_message as error'])
    .where((eb) => eb.or([eb('status', '!=', 'queued'), eb('attempts', '>=', 2)]))
    .orderBy('id', 'desc')
    .limit(1);
  const newest = await db.first(tried);
  if (!newest?.error?.startsWith(refusedRecipient)) return newest?.error ?? undefined;
  const before = await db.first(tried.where('recipient', '!=', newest.recipient));
  return before?.error ? newest.error : undefined;
}

/** Checks whether a mail was sent at or after `since`. Reads all mails when none was. */
export async function hasSentEmail(db: Queries, since: number): Promise<boolean> {
  const sent = db.build.selectFrom('emails').select('id').where('status', '=', 'sent');
  return (await db.first(sent.where('sent_at', '>=', since).orderBy('id', 'desc').limit(1))) !== undefined;
}

/** Returns the ids of mails that were given up, the newest first. */
export async function listGivenUpEmailIds(db: Queries, limit: number): Promise<string[]> {
  const rows = await db.all(
    db.build
      .selectFrom('emails')
      .select('id')
      .where('status', '=', sql.lit('failed'))
      .orderBy('id', 'desc')
      .limit(limit),
  );
  return rows.map(({ id }) => id);
}

export async function countGivenUpEmails(db: Queries): Promise<number> {
  const row = await db.first(
    db.build
      .selectFrom('emails')
      .select((eb) => eb.fn.countAll<number>().as('count'))
      .where('status', '=', sql.lit('failed')),
  );
  return row?.count ?? 0;
}

/** Queues mails that were given up as if nobody had tried them; the caller inserts their jobs. */
export async function updateEmailsQueued(db: Queries, ids: string[]): Promise<void> {
  await db.run(
    db.build
      .updateTable('emails')
      .set({ status: 'queued', attempts: 0, error_message: null })
      .where('id', 'in', ids)
      .where('status', '=', 'failed'),
  );
}

/** Deletes the mails that were or are to be sent to an address. */
export async function deleteEmailsTo(db: Queries, recipient: string): Promise<void> {
  await db.run(db.build.deleteFrom('emails').where('recipient', '=', recipient));
}

/** Deletes up to `limit` mails that were written before that time and do not wait to be sent. Returns how many. */
export function deleteOldEmails(db: Queries, before: number, limit: number): Promise<number> {
  const old = db.build
    .selectFrom('emails')
    .select('id')
    .where('id', '<', firstIdOf(before))
    .where('status', '!=', 'queued')
    .orderBy('id')
    .limit(limit);
  return db.run(db.build.deleteFrom('emails').where('id', 'in', old));
}

/** Deletes up to `limit` mails about an organization. Returns how many. */
export function deleteSomeEmails(db: Queries, organizationId: string, limit: number): Promise<number> {
  const some = db.build
    .selectFrom('emails')
    .select('id')
    .where('organization_id', '=', organizationId)
    .limit(limit);
  return db.run(db.build.deleteFrom('emails').where('id', 'in', some));
}
