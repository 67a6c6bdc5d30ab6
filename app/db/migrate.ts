import { Kysely, type Migration, Migrator, SqliteAdapter, SqliteDialect } from 'kysely';
import type { Database } from './open';

/** Kysely wraps a migration in a transaction only where the adapter says the database can do so; SQLite can. */
class TransactionalAdapter extends SqliteAdapter {
  override get supportsTransactionalDdl() {
    return true;
  }
}

class TransactionalDialect extends SqliteDialect {
  override createAdapter() {
    return new TransactionalAdapter();
  }
}

const files = import.meta.glob<Migration>('/migrations/*.ts', { eager: true });
const migrations = Object.fromEntries(
  Object.entries(files).map(([path, migration]) => [path.replace(/^.*\/|\.ts$/g, ''), migration]),
);

/**
 * Brings the file to the newest schema, each migration in a transaction of its own, and returns the names of
 * those that ran. Throws with the migration's name when one fails; the file then stands as before that one.
 */
export async function migrate(database: Pick<Database, 'sqlite'>): Promise<string[]> {
  const kysely = new Kysely({ dialect: new TransactionalDialect({ database: database.sqlite }) });
  const migrator = new Migrator({ db: kysely, provider: { getMigrations: async () => migrations } });
  const done: string[] = [];
  // Some change the text of the schema itself, which better-sqlite3 lets nobody do otherwise.
  database.sqlite.unsafeMode(true);
  try {
    for (;;) {
      const { error, results = [] } = await migrator.migrateUp();
      if (error) {
        const failed = results.find((result) => result.status === 'Error');
        throw new Error(`Migration ${failed?.migrationName ?? '(before the first)'} failed`, {
          cause: error,
        });
      }
      const [result] = results;
      if (!result) return done;
      done.push(result.migrationName);
    }
  } finally {
    database.sqlite.unsafeMode(false);
  }
}

/** The migrations of the file that this build does not know: a newer build has used it. */
export function listUnknownMigrations(db: Pick<Database, 'sqlite'>): string[] {
  return listAppliedMigrations(db).filter((name) => !(name in migrations));
}

/** Whether the file has the schema of this build, no more and no less. */
export function isMigrated(db: Pick<Database, 'sqlite'>): boolean {
  const applied = listAppliedMigrations(db);
  return applied.length === Object.keys(migrations).length && applied.every((name) => name in migrations);
}

/** In a file that was never migrated: none. */
function listAppliedMigrations({ sqlite }: Pick<Database, 'sqlite'>): string[] {
  const isThere = sqlite.prepare(`select 1 from sqlite_schema where name = 'kysely_migration'`).get();
  if (!isThere) return [];
  return sqlite.prepare('select name from kysely_migration order by name').pluck().all() as string[];
}
