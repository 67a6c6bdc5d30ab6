// Sends the audit log to a log collector: entries in their order, each at least once, from where the last sending ended.
import type { AuditStream } from '~/setting-groups';
import type { AppContext } from '~/context';
import {
  claimAuditStream,
  findStreamStart,
  listUnstreamedEntries,
  type StreamedEntry,
  releaseAuditStream,
} from '~/db/organizations/audit-stream';
import { signMessage } from '../alerts/message-forms';

const atOnce = 200;
/** How long a claim lasts: while one process sends, no other process does. */
const claimMs = 60_000;
/** How old an entry must be to be sent: another process may still be writing an entry with an earlier id. */
const settleMs = 5_000;
/** How much is sent again after the clock was set back: longer than a receiver or this server is usually away meanwhile. */
const againMs = 3_600_000;
const timeoutMs = 15_000;

/** Sends new entries. Returns whether there may be more; throws when they could not be sent, so that the caller tries again. */
export async function streamAuditLog(context: AppContext, stream: AuditStream): Promise<boolean> {
  const { db, now } = context;
  const claimedAt = now();
  const claimedUntil = claimedAt + claimMs;
  const claimed = await db.groupCommit((tx) => claimAuditStream(tx, { now: claimedAt, claimedUntil }));
  if (claimed === undefined) return false;
  let lastId = claimed;
  try {
    const after = await findStreamStart(db, claimed, { now: now(), againFrom: now() - againMs });
    const entries = await listUnstreamedEntries(db, { after, until: now() - settleMs, limit: atOnce });
    if (entries.length > 0) await send(context, stream, entries.map(describe));
    lastId = entries.at(-1)?.id ?? after;
    return entries.length === atOnce;
  } finally {
    await db.groupCommit((tx) => releaseAuditStream(tx, { lastId, claimedUntil }));
  }
}

function describe({ createdAt, ...entry }: StreamedEntry) {
  return { ...entry, at: new Date(createdAt).toISOString() };
}

type Entry = ReturnType<typeof describe>;

async function send(
  { log, outbound, now }: AppContext,
  stream: AuditStream,
  entries: Entry[],
): Promise<void> {
  if (stream.kind === 'stdout') {
    // An operator who sets this stream wants the entries, whatever the log's level is.
    const lines = log.child({}, { level: 'info' });
    for (const audit of entries) lines.info({ audit }, 'audit');
    return;
  }
  const at = now();
  const body = JSON.stringify({ type: 'audit', timestamp: new Date(at).toISOString(), data: { entries } });
  const id = `audit-${entries.at(-1)?.id ?? ''}`;
  const outcome = await outbound.send({
    method: 'POST',
    url: stream.url,
    headers: [['Content-Type', 'application/json'], ...signMessage(stream.secret, { id, body, at })],
    body,
    timeoutMs,
    maxBodyBytes: 1024,
  });
  if (outcome.kind === 'failure') throw new Error(outcome.message);
  if (outcome.status < 200 || outcome.status >= 300) throw new Error(`HTTP ${outcome.status}`);
}
