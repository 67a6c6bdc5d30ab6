// Who is mailed that an execution was stopped. The mail is a row of the transaction that ends the execution. When a service
// that is called goes down, every execution stops: nobody reads a thousand mails, and a mail server takes a host that sends
// them for a spammer. So each address gets ten an hour about an integration, and one more that counts the rest.
import type { AppContext } from '~/context';
import type { ExecutionForRun } from '~/db/executions/queue/queued-executions';
import { newId } from '~/db/core/id';
import { findIntegration } from '~/db/integrations/integrations';
import { insertJob } from '~/db/executions/queue/jobs';
import { listOwnerEmails } from '~/db/organizations/memberships';
import type { Queries } from '~/db/core/queries';
import { beginStopNotice, countStop, findStopNotice, findStopNoticeById } from '~/db/executions/stop-notices';
import { executionsStoppedMessage, executionStoppedMessage } from '~/email/execution-messages';
import { queueEmail } from '../mail';

interface Stop {
  execution: ExecutionForRun;
  errorMessage: string | null;
  /** The call whose rule stopped the run; empty when no call did. */
  callName: string;
  /** Who is to be mailed; null means the organization's owners. */
  email: string | null;
}

const mailsPerHour = 10;
const hourMs = 3_600_000;

/** Writes the mails about a stopped execution, with the jobs that send them; or counts it for the summary of the hour. */
export async function queueStoppedMails(tx: Queries, context: AppContext, stop: Stop): Promise<void> {
  const { execution, email } = stop;
  const { id, integration_id: integrationId, organization_id: organizationId } = execution;
  const now = context.now();
  const recipients: string[] = [];
  for (const recipient of email === null ? await listOwnerEmails(tx, organizationId) : [email]) {
    if (await takeMail(tx, { integrationId, organizationId, recipient, now })) recipients.push(recipient);
  }
  if (recipients.length === 0) return;
  const message = executionStoppedMessage({
    integrationName:
      (await findIntegration(tx, { id: integrationId, organizationId }))?.name ?? integrationId,
    executionId: id,
    callName: stop.callName,
    reason: stop.errorMessage ?? 'It was stopped.',
    stoppedAt: new Date(now).toISOString(),
    link: `${context.config.appUrl}/integration/${integrationId}/logs?open=${id}`,
  });
  for (const recipient of recipients) {
    await queueEmail(context, tx, { recipient, message, organizationId, now });
  }
}

/** Counts a stop, and takes one of the hour's mails for it. False when they are used up: then the summary tells of it. */
async function takeMail(
  tx: Queries,
  about: { integrationId: string; organizationId: string; recipient: string; now: number },
): Promise<boolean> {
  const { now, ...key } = about;
  const notice = await findStopNotice(tx, key);
  // One that has counted stops waits for its summary, however late that comes.
  if (!notice || (notice.withheld === 0 && notice.since + hourMs <= now)) {
    await beginStopNotice(tx, { id: notice?.id ?? newId(), ...key, since: now });
    return true;
  }
  const isWithinLimit = notice.withheld === 0 && notice.mailed < mailsPerHour;
  await countStop(tx, notice.id, isWithinLimit ? 'mailed' : 'withheld');
  if (!isWithinLimit && notice.withheld === 0) {
    const runAt = notice.since + hourMs;
    await insertJob(tx, { kind: 'stop-summary', subjectId: notice.id, organizationId: null, runAt, now });
  }
  return isWithinLimit;
}

/** Writes the mail that tells how many more were stopped than were mailed, and begins another hour. */
export async function queueStopSummary(tx: Queries, context: AppContext, noticeId: string): Promise<void> {
  const notice = await findStopNoticeById(tx, noticeId);
  if (!notice || notice.withheld === 0) return;
  const { integrationId, organizationId, recipient, since, withheld } = notice;
  const now = context.now();
  await beginStopNotice(tx, { id: noticeId, integrationId, organizationId, recipient, since: now });
  const integration = await findIntegration(tx, { id: integrationId, organizationId });
  if (!integration) return;
  const message = executionsStoppedMessage({
    integrationName: integration.name,
    count: withheld,
    from: new Date(since).toISOString(),
    to: new Date(now).toISOString(),
    link: `${context.config.appUrl}/integration/${integrationId}/logs?status=error`,
  });
  await queueEmail(context, tx, { recipient, message, organizationId, now });
}
