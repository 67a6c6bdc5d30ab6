import { openSealed, seal } from '~/auth/secret-box';
import type { AppContext } from '~/context';
import {
  findQueuedEmail,
  insertEmail,
  type NewEmail,
  refusedRecipient,
  updateEmailFailure,
  updateEmailSent,
} from '~/db/accounts/emails';
import { newId } from '~/db/core/id';
import { insertJob } from '~/db/executions/queue/jobs';
import type { Queries } from '~/db/core/queries';
import type { Message } from '~/email/mailer';

/** The maximum number of attempts to send a mail. With the waits between them (`mailDelayMs`) they take a day. */
const maxAttempts = 32;
/** The same for a mail that the server refuses for good (RFC 5321 §4.2.1). These attempts take over an hour. */
const maxRefusals = 8;

/** Returns the associated data of a mail's sealed texts. */
export function associatedDataOfEmail(id: string): string {
  return `email:${id}`;
}

/**
 * Writes a mail and the job that sends it in the transaction of what caused it, so that both happen or neither. The caller
 * wakes the runner after the commit. The texts are sealed: a link in them may open an account, and a copy of the database must
 * not. A mail about an organization is deleted with it.
 */
export async function queueEmail(
  context: Pick<AppContext, 'config'>,
  tx: Queries,
  email: EmailToQueue,
): Promise<void> {
  const sealed = sealEmail(context, email);
  const { id, now } = sealed;
  await insertEmail(tx, sealed);
  await insertJob(tx, { kind: 'email', subjectId: id, organizationId: null, runAt: now, now });
}

interface EmailToQueue {
  recipient: string;
  message: Message;
  organizationId?: string;
  now: number;
}

/** Returns the row of a mail, with its texts sealed. */
export function sealEmail({ config }: Pick<AppContext, 'config'>, email: EmailToQueue): NewEmail {
  const id = newId();
  const { recipient, organizationId = null, now } = email;
  const { subject, text, html } = email.message;
  const sealed = (value: string) => seal(config.appKey, value, associatedDataOfEmail(id));
  return { id, recipient, content: { subject, text: sealed(text), html: sealed(html) }, organizationId, now };
}

/**
 * Sends a queued mail. Returns `done` also when it was sent before, `retry` when the sending failed and another attempt may
 * help, and `failed` when the attempts are used up or the mail cannot be decrypted. A process that dies between sending and
 * noting it sends the mail again: twice is better than never.
 */
export async function deliverEmail(
  context: AppContext,
  emailId: string,
): Promise<'done' | 'retry' | 'failed'> {
  const email = await findQueuedEmail(context.db, emailId);
  if (!email) return 'done';
  const { recipient, attempts, subject } = email;
  const text = openSealed(context.config, email.text, associatedDataOfEmail(emailId));
  const html = openSealed(context.config, email.html, associatedDataOfEmail(emailId));
  if (text === undefined || html === undefined) {
    const errorMessage = 'It was written under another APP_KEY and cannot be read.';
    await updateEmailFailure(context.db, emailId, { status: 'failed', errorMessage });
    context.metrics.countMail('failed');
    context.log.error({ emailId }, `A mail could not be sent. ${errorMessage}`);
    return 'failed';
  }
  try {
    const { mailFrom: from } = context.config;
    await context.mailer.send({ subject, text, html, to: recipient, from, key: emailId });
  } catch (error) {
    const outcome = attempts + 1 < (isRefused(error) ? maxRefusals : maxAttempts) ? 'retry' : 'failed';
    await updateEmailFailure(context.db, emailId, {
      status: outcome === 'retry' ? 'queued' : 'failed',
      errorMessage: describe(error),
    });
    context.metrics.countMail(outcome === 'retry' ? 'deferred' : 'failed');
    context.log.warn({ err: error, emailId, attempt: attempts + 1 }, 'A mail could not be sent');
    return outcome;
  }
  await updateEmailSent(context.db, emailId, context.now());
  context.metrics.countMail('sent');
  return 'done';
}

/** Checks whether a mail server refused sender, recipient or text; not for a wrong password, which the operator corrects. */
function isRefused(error: unknown): boolean {
  if (!(error instanceof Error) || !('responseCode' in error)) return false;
  return Number(error.responseCode) >= 500 && !('code' in error && error.code === 'EAUTH');
}

/** Checks whether a mail server refused the recipient. `command`: the SMTP command, set by nodemailer, that it answered. */
export function isRecipientRefused(error: unknown): boolean {
  return isRefused(error) && error instanceof Error && 'command' in error && error.command === 'RCPT TO';
}

/** Describes an error of the transport. */
function describe(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  return isRecipientRefused(error) ? refusedRecipient + error.message : error.message;
}
