// Collects the words that find an execution: the trigger data, the URLs of calls, requests and responses, and errors. All of it
// is as the log shows it, secrets masked: calls are stored so, and trigger data is masked here.
import { sql } from 'kysely';
import type { Queries } from '../../core/queries';
import { compileQuery } from '../../core/compiled-query';

/** How much of an execution is searched, in characters. */
const searchedLength = 16 * 1024;

/** The most attempts that are read: by then the searched text is full. */
const maxExchanges = 200;

/** So much is read of a payload that a secret at the end of what is searched is read whole. */
const readLength = 2 * searchedLength;

const payloadQuery = compileQuery<{ seq: number }, { text: string | null }>((build, value) =>
  build
    .selectFrom('payloads')
    .select(sql<string | null>`substr(trigger_data, 1, ${sql.lit(readLength)})`.as('text'))
    .where('seq', '=', value('seq')),
);

interface Exchange {
  url: string | null;
  body: string | null;
  answer: string | null;
  error: string | null;
}

const exchangesQuery = compileQuery<{ id: string }, Exchange>((build, value) =>
  build
    .selectFrom('attempts')
    .select([
      sql<string | null>`request ->> '$.url'`.as('url'),
      sql<string | null>`substr(request ->> '$.body', 1, ${sql.lit(searchedLength)})`.as('body'),
      // Binary bodies are stored as base64, in which there is nothing to find.
      sql<
        string | null
      >`iif(response ->> '$.binary', null, substr(response ->> '$.body', 1, ${sql.lit(searchedLength)}))`.as(
        'answer',
      ),
      'error_message as error',
    ])
    .where('execution_id', '=', value('id'))
    .limit(maxExchanges),
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

/** Returns the text to index for an execution, the most telling parts first. */
export async function collectWords(
  db: Queries,
  { id, payload_seq: seq, error_message: error, ...of }: Subject,
  mask: MaskBeginning,
): Promise<string> {
  const exchanges = await db.all(exchangesQuery({ id }));
  const stored = (await db.first(payloadQuery({ seq })))?.text;
  const version = { integrationId: of.integration_id, version: of.integration_version };
  const payload = stored && (await mask(version, stored, searchedLength));
  const parts = [
    error,
    ...exchanges.flatMap((exchange) => [exchange.error, exchange.url]),
    payload && unescapeJson(payload),
    ...exchanges.flatMap(({ body, answer }) => [body && unescapeJson(body), answer && unescapeJson(answer)]),
  ];
  return parts.filter(Boolean).join('\n').slice(0, searchedLength);
}

/** Unescapes JSON, where `\n` before a word would become part of it and `\u00e9` is a letter. Other texts stay as they are. */
function unescapeJson(text: string): string {
  if (!/^\s*[[{"]/.test(text) || !text.includes('\\')) return text;
  return text
    .replaceAll(/\\u([0-9a-f]{4})/gi, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)))
    .replaceAll(/\\[nrtbf]/g, ' ');
}
