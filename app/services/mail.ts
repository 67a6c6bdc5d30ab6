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

/** This many tries, with the waits between them (`mailDelayMs`), take a day. */
const maxAttempts = 32;
/** Of a mail that the server refuses for good (RFC 5321 §4.2.1); they reach over an hour. */
const maxRefusals = 8;

/** What a mail's sealed texts are bound to. */
export function placeOfEmail(id: string): string {
  return `email:${id}`;
}

/**
 * Writes a mail and the job that sends it into the transaction of what caused it: both happen or neither. The
 * caller wakes the runner after the commit. What the mail says is sealed, for its link may open an account, and a copy
 * of the database must not. One that tells of an organization goes with it.
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

/** The row of a mail, its texts sealed. */
export function sealEmail({ config }: Pick<AppContext, 'config'>, email: EmailToQueue): NewEmail {
  const id = newId();
  const { recipient, organizationId = null, now } = email;
  const { subject, text, html } = email.message;
  const sealed = (value: string) => seal(config.appKey, value, placeOfEmail(id));
  return { id, recipient, content: { subject, text: sealed(text), html: sealed(html) }, organizationId, now };
}

/**
 * Sends a queued mail. `done` also when it was sent before; `retry` when the transport failed and another try may
 * help; `failed` when the tries are used up. A process that dies between sending and noting it sends it again:
 * twice is better than never.
 */
export async function deliverEmail(
  context: AppContext,
  emailId: string,
): Promise<'done' | 'retry' | 'failed'> {
  const email = await findQueuedEmail(context.db, emailId);
  if (!email) return 'done';
  const { recipient, attempts, subject } = email;
  const text = openSealed(context.config, email.text, placeOfEmail(emailId));
  const html = openSealed(context.config, email.html, placeOfEmail(emailId));
  if (text === undefined || html === undefined) {
    const errorMessage = 'It was written under another APP_KEY and cannot be read.';
    await updateEmailFailure(context.db, emailId, { status: 'failed', errorMessage });
    context.metrics.countMail('failed');
    context.log.error({ emailId }, `A mail could not be sent. ${errorMessage}`);
    return 'failed';
  }
  try {
    await context.mailer.send({ subject, text, html, to: recipient, from: context.config.mailFrom });
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

/** Whether a mail server refused sender, recipient or text; a wrong password is mended by the operator, not by giving up. */
function isRefused(error: unknown): boolean {
  if (!(error instanceof Error) || !('responseCode' in error)) return false;
  return Number(error.responseCode) >= 500 && !('code' in error && error.code === 'EAUTH');
}

/** `command`: by nodemailer, what the server answered. */
function describe(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  const isOfRecipient = isRefused(error) && 'command' in error && error.command === 'RCPT TO';
  return isOfRecipient ? refusedRecipient + error.message : error.message;
}
