// "Send test" of a channel: a message at once, past the queue and its limit an hour.
import type { AppContext } from '~/context';
import { findChannel, type StoredChannel } from '~/db/alerts/channels';
import { newId, newUnguessableId } from '~/db/core/id';
import type { Problem } from '~/problem';
import { type AlertActor, auditAlerts, checkAlertPermission } from './alert-actor';
import { type AlertContent, describeTest } from './content';
import { resolveRecipients } from './recipients';
import { sendMail, sendToWeb, undecryptable, type Unsent, unsentFor } from './send-alerts';
import { openTarget } from './stored-channel';

/** How many mails of a test are on their way at once. */
const atOnce = 5;

/**
 * Sends a message that says nothing is wrong, and waits for the outcome. Problems: forbidden, not-found, too-many-requests after
 * ten within a minute for an organization.
 */
export async function testChannel(
  context: AppContext,
  actor: AlertActor,
  id: string,
): Promise<{ kind: 'tested'; error: string | null } | Problem> {
  const { db, config, now, log, limits } = context;
  const { organizationId } = actor;
  const refusal = await checkAlertPermission(db, config, actor);
  if (refusal) return refusal;
  const channel = await findChannel(db, { id, organizationId });
  if (!channel) return { kind: 'not-found' };
  const waitMs = limits.channelTests.waitMs(organizationId ?? 'installation', now());
  if (waitMs > 0) return { kind: 'too-many-requests', retryAfterSeconds: Math.ceil(waitMs / 1000) };
  limits.channelTests.record(organizationId ?? 'installation', now());
  await db.transaction((tx) =>
    auditAlerts(tx, actor, { kind: 'channel-tested', subjectId: id, detail: channel.name, now: now() }),
  );
  const content = describeTest(config, channel);
  const unsent =
    channel.kind === 'email'
      ? await mailAll(context, channel, content)
      : await sendToWeb(context, channel, { id: `test-${newUnguessableId()}`, content });
  if (!unsent) return { kind: 'tested', error: null };
  const { reason, shown } = unsent;
  log.warn({ channelId: id, reason }, 'the test of a channel could not be sent');
  return { kind: 'tested', error: shown };
}

/** Mails all recipients. Returns undefined when all mails were sent, else why one was not. */
async function mailAll(
  context: AppContext,
  channel: StoredChannel,
  content: AlertContent,
): Promise<Unsent | undefined> {
  const { db, config } = context;
  const target = openTarget(config, channel);
  if (!target) return undecryptable;
  const addresses = await resolveRecipients(db, config, channel, target.recipients ?? '');
  if (addresses.length === 0) return unsentFor('Nobody is left to receive its emails.');
  let failed: Unsent | undefined;
  for (let next = 0; next < addresses.length; next += atOnce) {
    const some = addresses.slice(next, next + atOnce);
    const outcomes = await Promise.all(
      some.map((to) => sendMail(context, to, { id: newId(), content, channel })),
    );
    failed ??= outcomes.find((outcome) => outcome !== undefined);
  }
  return failed;
}
