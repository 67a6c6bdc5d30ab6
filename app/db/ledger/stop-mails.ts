// Mails about executions that were stopped: ten an hour for each address and integration, and one that counts the rest.
import { newId } from '../core/id';
import type { Queries } from '../core/queries';
import { type NewEmail, insertEmail } from '../accounts/emails';
import { insertJob } from '../executions/queue/jobs';
import { beginStopNotice, countStop, findStopNotice, type StopNotice } from '../executions/stop-notices';

/** A mail to one of the recipients; without `mail` it is only counted, for the summary. */
export interface StopMail {
  recipient: string;
  mail: NewEmail | undefined;
}

const mailsPerHour = 10;
const hourMs = 3_600_000;

/** Whether an address may get another mail now. One that has counted stops waits for its summary, however late that comes. */
export function mayMailStop(notice: StopNotice | undefined, now: number): boolean {
  return !notice || (notice.withheld === 0 && (notice.mailed < mailsPerHour || isOver(notice, now)));
}

function isOver({ since }: StopNotice, now: number): boolean {
  return since + hourMs <= now;
}

/** Queues the mail, or counts the stop when the hour's mails are used up: then the summary tells of it. */
export async function queueStopMail(
  tx: Queries,
  { recipient, mail }: StopMail,
  about: { integrationId: string; organizationId: string; now: number },
): Promise<void> {
  const { now, ...owner } = about;
  const key = { ...owner, recipient };
  const notice = await findStopNotice(tx, key);
  if (mail && mayMailStop(notice, now)) {
    if (!notice || isOver(notice, now)) {
      await beginStopNotice(tx, { id: notice?.id ?? newId(), ...key, since: now });
    } else {
      await countStop(tx, notice.id, 'mailed');
    }
    await insertEmail(tx, mail);
    await insertJob(tx, { kind: 'email', subjectId: mail.id, organizationId: null, runAt: now, now });
    return;
  }
  // Gone with its integration meanwhile.
  if (!notice) return;
  await countStop(tx, notice.id, 'withheld');
  if (notice.withheld > 0) return;
  const runAt = notice.since + hourMs;
  await insertJob(tx, { kind: 'stop-summary', subjectId: notice.id, organizationId: null, runAt, now });
}
