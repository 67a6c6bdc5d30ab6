// Sends queued alert messages. It does not use the job queue, because that stops while the installation is paused or its disk
// is nearly full, and that is when operators need the message.
import type { AppContext } from '~/context';
import { findChannelById, type StoredChannel } from '~/db/alerts/channels';
import {
  claimMessages,
  hasDueMessages,
  type QueuedAlertMessage,
  updateMessageEnded,
} from '~/db/alerts/messages';
import { alertMessage } from '~/email/alert-message';
import { maxStatusText } from '~/engine/run/outcome';
import { truncate } from '~/engine/texts/truncate';
import type { AlertContent } from './content';
import { type WebKind, signMessage, writeMessage } from './message-forms';
import { openTarget } from './stored-channel';

/** How long a claim lasts: while one process sends a message, no other process takes it. */
const claimMs = 120_000;
const atOnce = 20;
const timeoutMs = 15_000;
/** How long a message is tried: over a day, at intervals of 30 s, 60 s, 120 s … up to a quarter of an hour. */
const maxTryMs = 24 * 3_600_000;

function delayMs(attempts: number): number {
  return Math.min(900_000, 30_000 * 2 ** attempts);
}

/** Sends due messages. Returns whether there may be more. A message is sent again if its process dies before noting it. */
export async function sendQueuedAlerts(context: AppContext): Promise<boolean> {
  const now = context.now();
  const claim = { now, claimedUntil: now + claimMs, limit: atOnce };
  if (!(await hasDueMessages(context.db, now))) return false;
  const messages = await context.db.groupCommit((tx) => claimMessages(tx, claim));
  await Promise.all(messages.map((message) => sendMessage(context, message)));
  return messages.length > 0;
}

async function sendMessage(context: AppContext, message: QueuedAlertMessage): Promise<void> {
  const { id, attempts, createdAt } = message;
  const error = await trySending(context, message);
  const now = context.now();
  const isLast = now - createdAt >= maxTryMs;
  const status = error === undefined ? 'sent' : isLast ? 'failed' : 'queued';
  if (error !== undefined) {
    const details = { message: id, channelId: message.channelId, attempt: attempts + 1, reason: error };
    context.log.warn(details, 'an alert could not be sent');
  }
  const ending = { status, error: error ?? null, nextAt: now + delayMs(attempts), now } as const;
  await context.db.groupCommit((tx) => updateMessageEnded(tx, id, ending));
}

/** Sends a message. Returns undefined when it was sent, else the reason why not. */
async function trySending(context: AppContext, message: QueuedAlertMessage): Promise<string | undefined> {
  const { id, channelId, recipient } = message;
  const content = JSON.parse(message.content) as AlertContent;
  const channel = channelId === null ? undefined : await findChannelById(context.db, channelId);
  if (recipient !== '') return sendMail(context, recipient, { content, channel });
  if (!channel) return 'The channel was deleted.';
  return sendToWeb(context, channel, { id, content });
}

export async function sendMail(
  { mailer, config }: AppContext,
  to: string,
  { content, channel }: { content: AlertContent; channel: StoredChannel | undefined },
): Promise<string | undefined> {
  try {
    await mailer.send({ ...alertMessage(content, channel ?? null), to, from: config.mailFrom });
    return undefined;
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
}

/** Sends to a chat or a program, by the same client and under the same rules as the calls of integrations. */
export async function sendToWeb(
  { outbound, config, now }: AppContext,
  channel: StoredChannel,
  { id, content }: { id: string; content: AlertContent },
): Promise<string | undefined> {
  const { url, secret } = openTarget(config, channel) ?? {};
  if (url === undefined) return 'Its webhook URL cannot be decrypted with the current APP_KEY.';
  const at = now();
  const body = writeMessage(channel.kind as WebKind, content, at);
  const signature = channel.kind === 'webhook' && secret ? signMessage(secret, { id, body, at }) : [];
  const outcome = await outbound.send({
    method: 'POST',
    url,
    headers: [['Content-Type', 'application/json'], ['User-Agent', 'wicked-integrations'], ...signature],
    body,
    timeoutMs,
    maxBodyBytes: 1024,
    organizationId: channel.organizationId ?? '',
    // Behind slow calls the claims of this and the other messages would end, and another process would send them, too.
    skipsLine: true,
  });
  if (outcome.kind === 'failure') return outcome.message;
  return outcome.status >= 200 && outcome.status < 300
    ? undefined
    : `HTTP ${outcome.status} ${truncate(outcome.statusText, maxStatusText)}`.trim();
}
