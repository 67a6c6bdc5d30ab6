// Mails about executions that were stopped: one for each address when the incident begins. Later stops are counted on the
// incident, and reported when the integration works again.
import { newId } from '../core/id';
import type { Queries } from '../core/queries';
import { type NewEmail, insertEmail } from '../accounts/emails';
import { findOpenIncident, insertIncident, updateIncident } from '../alerts/incidents';
import { insertJob } from '../executions/queue/jobs';

/** A mail to one of the recipients; without `mail` the stop is only counted. */
export interface StopMail {
  recipient: string;
  mail: NewEmail | undefined;
}

/**
 * Queues the mail and opens the incident, or counts the stop on the open one. A test is mailed about when no incident is open,
 * and opens none: an open incident would keep the mail about the next real stop back.
 */
export async function queueStopMail(
  tx: Queries,
  { recipient, mail }: StopMail,
  about: {
    integrationId: string;
    organizationId: string;
    executionId: string;
    isTest: boolean;
    errorMessage: string | null;
    now: number;
  },
): Promise<void> {
  const { integrationId, organizationId, executionId, isTest, errorMessage: reason, now } = about;
  const open = await findOpenIncident(tx, { integrationId, event: 'stopped', recipient });
  if (open) {
    if (!isTest)
      await updateIncident(tx, open.id, { count: open.count + 1, lastAt: now, reason, executionId });
    return;
  }
  if (!mail) return;
  await insertEmail(tx, mail);
  await insertJob(tx, { kind: 'email', subjectId: mail.id, organizationId: null, runAt: now, now });
  if (isTest) return;
  await insertIncident(tx, {
    id: newId(),
    organizationId,
    integrationId,
    event: 'stopped',
    recipient,
    count: 1,
    countedFrom: 0,
    reason,
    executionId,
    openedAt: now,
    lastAt: now,
    callId: '',
    callName: '',
    failure: '',
  });
}
