// Lists every column that holds sealed text, so that another key can replace the present one. For definitions, which hold it
// among other text, see `../integrations/sealed-definitions.ts`.
import { sql } from 'kysely';
import type { Queries } from './queries';
import type { Tables } from './tables';

/** The columns of a table that hold sealed text or null, and the columns of its key. */
export interface SealedColumns {
  table: keyof Tables;
  key: string[];
  columns: string[];
  /** The SQL for the text's binding, when that is not the key. */
  boundTo?: string;
}

export const sealedColumns = {
  answers: {
    table: 'delivery_answers',
    key: ['execution_id'],
    columns: ['answer'],
    boundTo: '(select integration_id from executions where id = execution_id)',
  },
  channels: { table: 'alert_channels', key: ['id'], columns: ['target'] },
  connections: { table: 'connections', key: ['id'], columns: ['secrets'] },
  emails: { table: 'emails', key: ['id'], columns: ['body_text', 'body_html'] },
  executionMemory: { table: 'execution_memory', key: ['execution_id', 'loop_id'], columns: ['content'] },
  // The parts are sealed by this key.
  files: { table: 'saved_files', key: ['id'], columns: ['sealed_key'] },
  formerSecrets: { table: 'integrations', key: ['id'], columns: ['former_secret'] },
  recordings: { table: 'test_recordings', key: ['test_id'], columns: ['recording'] },
  records: { table: 'records', key: ['organization_id', 'store', 'key'], columns: ['value'] },
  recordResponses: { table: 'record_responses', key: ['execution_id', 'call_key'], columns: ['response'] },
  remembered: { table: 'remembered_values', key: ['integration_id', 'name'], columns: ['value'] },
  steps: { table: 'steps', key: ['execution_id', 'step'], columns: ['saved'] },
  tokens: { table: 'connection_tokens', key: ['connection_id'], columns: ['access', 'refresh'] },
  twoFactors: { table: 'two_factor', key: ['user_id'], columns: ['secret'] },
  // Values that are not secret are not sealed.
  values: { table: 'organization_values', key: ['id'], columns: ['value'] },
  verifiers: { table: 'oauth_states', key: ['hash'], columns: ['verifier'] },
  waitAnswers: { table: 'wait_answers', key: ['execution_id', 'call_id'], columns: ['answer'] },
} satisfies Record<string, SealedColumns>;

/** A row as it was read: the values of its key and of its sealed columns, in the order of {@link SealedColumns}. */
export interface SealedRow {
  key: (string | number)[];
  texts: (string | null)[];
  /** The binding of the texts: the key, unless the columns say otherwise. */
  bound: string[];
}

/** A row by column names, with texts and numbers; TypeScript cannot tell which. */
type ReadRow = Record<string, never>;

/** How many rows are read at a time, an installation may have millions, and how many bytes of them: a text may have megabytes. */
const rowsAtOnce = 500;
const bytesAtOnce = 8 * 1024 * 1024;

/** Yields all rows of a table that have sealed text, in the order of their keys. */
export async function* eachSealedRow(
  db: Queries,
  { table, key, columns, boundTo }: SealedColumns,
): AsyncGenerator<SealedRow> {
  const keys = listNames(key);
  const texts = columns.map((name) => sql`${sql.ref(name)} is not null`);
  let rows: SealedRow[] = [];
  do {
    const last = rows.at(-1);
    const next = sql`from ${sql.table(table)}
      where (${sql.join(texts, sql` or `)}) ${last ? sql`and (${keys}) > (${sql.join(last.key)})` : sql``}
      order by ${keys}`;
    // SQLite stores a text's length before the text, so that this reads no texts.
    const sizes = columns.map((name) => sql`ifnull(octet_length(${sql.ref(name)}), 0)`);
    const lengths = sql<{
      bytes: number;
    }>`select ${sql.join(sizes, sql` + `)} as bytes ${next} limit ${rowsAtOnce}`;
    const atOnce = countFitting(await db.all({ compile: () => lengths.compile(db.build) }));
    const query = sql<ReadRow>`select ${keys}, ${listNames(columns)}, ${sql.raw(boundTo ?? 'null')} as bound
      ${next} limit ${atOnce}`;
    rows = (await db.all({ compile: () => query.compile(db.build) })).map(({ bound, ...row }) => {
      const values = key.map((name): string | number => row[name] ?? '');
      return {
        key: values,
        texts: columns.map((name) => row[name] ?? null),
        bound: boundTo === undefined ? values.map(String) : [String(bound)],
      };
    });
    yield* rows;
  } while (rows.length > 0);
}

/** Returns how many of the first texts may be held in memory together, one at least. */
function countFitting(lengths: { bytes: number }[]): number {
  let sum = 0;
  const tooMany = lengths.findIndex(({ bytes }) => (sum += bytes) > bytesAtOnce);
  return Math.max(1, tooMany === -1 ? lengths.length : tooMany);
}

function listNames(names: string[]) {
  return sql.join(names.map((name) => sql.ref(name)));
}

/** Replaces the texts of a row. Leaves a row unchanged that has changed since it was read. */
export async function updateSealedRow(
  db: Queries,
  { table, key, columns }: SealedColumns,
  row: SealedRow,
  texts: (string | null)[],
): Promise<void> {
  const set = columns.map((name, at) => sql`${sql.ref(name)} = ${texts[at]}`);
  const asRead = [
    ...key.map((name, at) => sql`${sql.ref(name)} = ${row.key[at]}`),
    ...columns.map((name, at) => sql`${sql.ref(name)} is ${row.texts[at]}`),
  ];
  const update = sql`update ${sql.table(table)} set ${sql.join(set)} where ${sql.join(asRead, sql` and `)}`;
  await db.run({ compile: () => update.compile(db.build) });
}
