// Collects the words that find an execution: the trigger data, the URLs of calls, requests and responses, and errors. All of it
// is as the log shows it, secrets masked: calls are stored so, and trigger data is masked here.
import { sql } from 'kysely';
import type { Queries } from '../../core/queries';
import { compileQuery } from '../../core/compiled-query';
import { requestHead } from './request-head';

/** How much of an execution is searched, in characters. */
const searchedLength = 16 * 1024;

/** The most attempts that are read: by then the searched text is full. */
const maxAttempts = 200;

/** So much is read of a payload that a secret at the end of what is searched is read whole. */
const readLength = 2 * searchedLength;

const payloadQuery = compileQuery<{ seq: number }, { text: string | null; bytes: number }>((build, value) =>
  build
    .selectFrom('payloads')
    .select(sql<string | null>`substr(trigger_data, 1, ${sql.lit(readLength)})`.as('text'))
    .select(sql<number>`coalesce(octet_length(trigger_data), 0)`.as('bytes'))
    .where('seq', '=', value('seq')),
);

interface AttemptHead {
  step: number;
  attempt: number;
  url: string | null;
  error: string | null;
  requestBytes: number;
  responseBytes: number;
}

const headsQuery = compileQuery<{ id: string }, AttemptHead>((build, value) =>
  build
    .selectFrom('attempts')
    .select(['step', 'attempt', 'error_message as error'])
    .select(sql<string | null>`${requestHead} ->> '$.url'`.as('url'))
    .select(sql<number>`octet_length(request)`.as('requestBytes'))
    .select(sql<number>`coalesce(octet_length(response), 0)`.as('responseBytes'))
    .where('execution_id', '=', value('id'))
    .orderBy('step')
    .orderBy('attempt')
    .limit(maxAttempts),
);

interface Bodies {
  sent: string | null;
  answered: string | null;
}

const bodiesQuery = compileQuery<{ id: string; step: number; attempt: number }, Bodies>((build, value) =>
  build
    .selectFrom('attempts')
    .select([
      sql<string | null>`substr(request ->> '$.body', 1, ${sql.lit(searchedLength)})`.as('sent'),
      // Binary bodies are stored as base64, in which there is nothing to find.
      sql<
        string | null
      >`iif(response ->> '$.binary', null, substr(response ->> '$.body', 1, ${sql.lit(searchedLength)}))`.as(
        'answered',
      ),
    ])
    .where('execution_id', '=', value('id'))
    .where('step', '=', value('step'))
    .where('attempt', '=', value('attempt')),
);

/** Masks the secrets of a version in the beginning of a text, `most` characters long; the rest is not returned. */
export type MaskBeginning = (
  version: { integrationId: string; version: number },
  text: string,
  most: number,
) => Promise<string>;

interface Subject {
  id: string;
  integration_id: string;
  integration_version: number;
  payload_seq: number;
  error_message: string | null;
}

/**
 * Returns the text to index for an execution, the most telling parts first, and about how many bytes were read for it: SQLite
 * reads a body whole to cut its beginning, so bodies are read one after the other until the text is full.
 */
export async function collectWords(
  db: Queries,
  { id, payload_seq: seq, error_message: error, ...of }: Subject,
  mask: MaskBeginning,
): Promise<{ words: string; bytes: number }> {
  const attempts = await db.all(headsQuery({ id }));
  const stored = await db.first(payloadQuery({ seq }));
  const version = { integrationId: of.integration_id, version: of.integration_version };
  const payload = stored?.text && (await mask(version, stored.text, searchedLength));
  let words = '';
  // SQLite has read the requests whole to find their heads.
  let bytes = attempts.reduce((sum, { requestBytes }) => sum + requestBytes, stored?.bytes ?? 0);
  function add(text: string | null | undefined): void {
    if (text) words += `${words && '\n'}${text}`;
  }
  add(error);
  for (const attempt of attempts) [attempt.error, attempt.url].forEach(add);
  add(payload && unescapeJson(payload));
  for (const { step, attempt, responseBytes } of attempts) {
    if (words.length >= searchedLength) break;
    const bodies = await db.first(bodiesQuery({ id, step, attempt }));
    add(bodies?.sent && unescapeJson(bodies.sent));
    add(bodies?.answered && unescapeJson(bodies.answered));
    bytes += responseBytes;
  }
  return { words: words.slice(0, searchedLength), bytes };
}

/** Unescapes JSON, where `\n` before a word would become part of it and `\u00e9` is a letter. Other texts stay as they are. */
function unescapeJson(text: string): string {
  if (!/^\s*[[{"]/.test(text) || !text.includes('\\')) return text;
  return text
    .replaceAll(/\\u([0-9a-f]{4})/gi, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)))
    .replaceAll(/\\[nrtbf]/g, ' ');
}
