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
import { isRecipientRefused } from '../mail';
import { openTarget } from './stored-channel';

/** How long a claim lasts: while one process sends a message, no other process takes it. */
const claimMs = 120_000;
const timeoutMs = 15_000;
/** How long a message is tried: over a day, at intervals of 30 s, 60 s, 120 s … up to a quarter of an hour. */
const maxTryMs = 24 * 3_600_000;

function delayMs(attempts: number): number {
  return Math.min(900_000, 30_000 * 2 ** attempts);
}

/**
 * Begins to send due messages, `limit` at most. Each promise resolves when its message was sent, or is to be tried again, and that
 * is noted. A message is sent again if its process dies before noting it.
 */
export async function beginQueuedAlerts(context: AppContext, limit: number): Promise<Promise<void>[]> {
  const now = context.now();
  if (limit <= 0 || !(await hasDueMessages(context.db, now))) return [];
  const claim = { now, claimedUntil: now + claimMs, limit };
  const messages = await context.db.groupCommit((tx) => claimMessages(tx, claim));
  return messages.map((message) => sendMessage(context, message));
}

async function sendMessage(context: AppContext, message: QueuedAlertMessage): Promise<void> {
  const { id, attempts, createdAt } = message;
  const unsent = await trySending(context, message);
  const now = context.now();
  const isLast = now - createdAt >= maxTryMs;
  const status = !unsent ? 'sent' : isLast ? 'failed' : 'queued';
  if (unsent) {
    const { reason } = unsent;
    const details = { message: id, channelId: message.channelId, attempt: attempts + 1, reason };
    context.log.warn(details, 'an alert could not be sent');
  }
  const ending = { status, error: unsent?.shown ?? null, nextAt: now + delayMs(attempts), now } as const;
  await context.db.groupCommit((tx) => updateMessageEnded(tx, id, ending));
}

/** Why a message was not sent. */
export interface Unsent {
  /** For the log. */
  reason: string;
  /** For those who keep the channel. */
  shown: string;
}

export function unsentFor(reason: string, shown = reason): Unsent {
  return { reason, shown };
}

export const undecryptable = unsentFor('Where it sends cannot be decrypted with the current APP_KEY.');

/** Sends a message. Returns undefined when it was sent, else the reason why not. */
async function trySending(context: AppContext, message: QueuedAlertMessage): Promise<Unsent | undefined> {
  const { id, channelId, recipient } = message;
  const content = JSON.parse(message.content) as AlertContent;
  const channel = channelId === null ? undefined : await findChannelById(context.db, channelId);
  if (recipient !== '') return sendMail(context, recipient, { id, content, channel });
  if (!channel) return unsentFor('The channel was deleted.');
  return sendToWeb(context, channel, { id, content });
}

/**
 * Sends a mail. Returns undefined when it was accepted, else the reason why not. An organization is not shown how this server
 * sends mails, but that one of its own addresses was refused.
 */
export async function sendMail(
  { mailer, config }: AppContext,
  to: string,
  { id, content, channel }: { id: string; content: AlertContent; channel: StoredChannel | undefined },
): Promise<Unsent | undefined> {
  try {
    await mailer.send({ ...alertMessage(content, channel ?? null), to, from: config.mailFrom, key: id });
    return undefined;
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    const isShown = channel?.organizationId === null || isRecipientRefused(error);
    return unsentFor(reason, isShown ? reason : 'The server could not send the email. Its log says why.');
  }
}

/** Sends to a chat or a program, by the same client and under the same rules as the calls of integrations. */
export async function sendToWeb(
  { outbound, config, now }: AppContext,
  channel: StoredChannel,
  { id, content }: { id: string; content: AlertContent },
): Promise<Unsent | undefined> {
  const { url, secret } = openTarget(config, channel) ?? {};
  if (url === undefined) return undecryptable;
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
  if (outcome.kind === 'failure') return unsentFor(outcome.message);
  return outcome.status >= 200 && outcome.status < 300
    ? undefined
    : unsentFor(`HTTP ${outcome.status} ${truncate(outcome.statusText, maxStatusText)}`.trim());
}
