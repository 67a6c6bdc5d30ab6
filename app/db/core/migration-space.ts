import { listMissingMigrations } from './migrate';
import type { Database } from './open';

/**
 * The migrations that copy tables which may be large, and those tables. A migration that copies another one is to stand here;
 * `tests/db/core/migration-space.test.ts` finds those that do not.
 */
export const copiedTables: Record<string, string[]> = {
  '0006_executions_apart': ['executions', 'steps', 'attempts'],
  '0099_steps_with_rowid': ['steps'],
  '0100_memory_and_answers_with_rowid': ['execution_memory', 'delivery_answers', 'wait_answers'],
};

/**
 * The migrations that write the rows of tables anew which may be large, as for a column behind the others, and those tables. The
 * same test finds the missing ones.
 */
export const rewrittenTables: Record<string, string[]> = {
  '0028_bodies_of_get': ['integration_versions'],
  '0073_version_facts': ['integration_versions'],
  '0110_updaters_and_hosts': ['integration_versions'],
};

/**
 * How much space a copy needs beside its table: SQLite writes it to the write-ahead log, with zeros for the former table
 * (`secure_delete`), and then the file grows by it. Measured: 2.84 to 2.86 times.
 */
const spaceOfCopy = 3;

/** The same for rows that are written anew, each in the place of the former one. Measured: 1.00 to 1.02 times. */
const spaceOfRewriting = 1.1;

/** Measured on two busy cores: 55 to 108 seconds for each GiB that is copied; less for one that is written anew. */
const minutesPerGibibyte = 2;

/**
 * Returns how many bytes of disk space the missing migrations need for a while, and how many minutes they take at most on a
 * machine like those that it was measured on. Reads the tables that they copy or write anew.
 */
export function measureUpgrade(db: Pick<Database, 'sqlite'>): { neededBytes: number; minutes: number } {
  const written = listMissingMigrations(db).map((migration) => {
    const copied = measureTables(db, copiedTables[migration] ?? []);
    const rewritten = measureTables(db, rewrittenTables[migration] ?? []);
    return { bytes: copied + rewritten, needed: spaceOfCopy * copied + spaceOfRewriting * rewritten };
  });
  const bytes = written.reduce((sum, each) => sum + each.bytes, 0);
  return {
    // The space that one migration leaves in the file serves the next one.
    neededBytes: Math.ceil(Math.max(0, ...written.map(({ needed }) => needed))),
    minutes: Math.max(1, Math.ceil((minutesPerGibibyte * bytes) / 2 ** 30)),
  };
}

function measureTables({ sqlite }: Pick<Database, 'sqlite'>, tables: string[]): number {
  const measure = sqlite.prepare('select sum(pgsize) from dbstat where name = ? and aggregate = 1').pluck();
  return tables.reduce((sum, table) => sum + Number(measure.get(table) ?? 0), 0);
}
