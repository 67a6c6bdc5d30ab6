// Writes the records of a store as a file, in pieces: the whole text is never in memory.
import type { AppContext } from '~/context';
import { findStore, type StoreKey } from '~/db/stores/listing';
import { stringifyJson } from '~/engine/json/json';
import { textOf } from '~/engine/json/value-text';
import type { Problem } from '~/problem';
import type { Actor } from '../actor';
import { addAuditEntry } from '../audit-entry';
import { transactAsMember } from '../check-permission';
import { byteOrderMark, writeCsvLine } from '../csv-line';
import { yieldTurn } from '../event-loop';
import { listRecordResponses, type RecordResponse } from './record-response';

type RecordFormat = 'csv' | 'jsonl';

interface Download {
  kind: 'download';
  fileName: string;
  mediaType: string;
  /** Taking a piece reads the database. */
  pieces: AsyncGenerator<string, void>;
}

const mediaTypes = { csv: 'text/csv; charset=utf-8', jsonl: 'application/jsonl' };

/** Downloads all records of a store in order of key, secrets left out. Problem: not-found. */
export function downloadRecords(
  context: AppContext,
  actor: Actor,
  store: string,
  format: RecordFormat,
): Promise<Download | Problem> {
  const of = { organizationId: actor.organizationId, store };
  return transactAsMember(context.db, actor, 'read', async (tx): Promise<Download | Problem> => {
    if (!(await findStore(tx, of))) return { kind: 'not-found' };
    await addAuditEntry(context, tx, actor, { kind: 'store-downloaded', subjectId: store, detail: store });
    return {
      kind: 'download',
      fileName: `${store}.${format}`,
      mediaType: mediaTypes[format],
      pieces: writeRecords(context, of, format),
    };
  });
}

const pageSize = 100;

async function* writeRecords(
  context: AppContext,
  of: StoreKey,
  format: RecordFormat,
): AsyncGenerator<string, void> {
  if (format === 'csv') yield byteOrderMark + writeCsvLine([...columns]);
  const write = format === 'csv' ? writeRow : (record: RecordResponse) => `${stringifyJson(record)}\n`;
  let after: string | undefined;
  do {
    const page = await listRecordResponses(context, { ...of, after, limit: pageSize });
    yield page.records.map(write).join('');
    await yieldTurn();
    after = page.next;
  } while (after !== undefined);
}

const columns = ['key', 'value', 'isSecret', 'executionId', 'createdAt', 'updatedAt', 'expiresAt'] as const;

function writeRow(record: RecordResponse): string {
  return writeCsvLine(columns.map((name) => textOf(record[name])));
}
