import {
  type DatabaseConnection,
  Kysely,
  type Migration,
  Migrator,
  SqliteAdapter,
  SqliteDialect,
  SqliteDriver,
  SqliteIntrospector,
  type TableMetadata,
} from 'kysely';
import type { Database } from './open';
import { isSchemaKept, keepSchema, listSchemaChanges, listSchemaObjects } from './schema-snapshot';

/** Kysely wraps a migration in a transaction only where the adapter says that the database can do so; SQLite can. */
class TransactionalAdapter extends SqliteAdapter {
  override get supportsTransactionalDdl() {
    return true;
  }
}

/** After some errors, above all a full disk, SQLite has rolled back by itself; a second rollback would hide that error. */
class ForgivingDriver extends SqliteDriver {
  constructor(readonly sqlite: Database['sqlite']) {
    super({ database: sqlite });
  }

  override async rollbackTransaction(connection: DatabaseConnection): Promise<void> {
    if (this.sqlite.inTransaction) await super.rollbackTransaction(connection);
  }
}

/**
 * Before each migration, Kysely's migrator asks twice for all tables, to find its own two by their names. To read the columns
 * of all the others each time takes longer than the migrations themselves.
 */
class NameIntrospector extends SqliteIntrospector {
  constructor(
    readonly sqlite: Database['sqlite'],
    ...args: ConstructorParameters<typeof SqliteIntrospector>
  ) {
    super(...args);
  }

  override async getTables(): Promise<TableMetadata[]> {
    const names = this.sqlite.prepare(`select name from sqlite_schema where type = 'table'`).pluck().all();
    return (names as string[]).map((name) => ({ name, isView: false, columns: [] }));
  }
}

class TransactionalDialect extends SqliteDialect {
  constructor(readonly sqlite: Database['sqlite']) {
    super({ database: sqlite });
  }

  override createAdapter() {
    return new TransactionalAdapter();
  }

  override createDriver() {
    return new ForgivingDriver(this.sqlite);
  }

  override createIntrospector(...args: ConstructorParameters<typeof SqliteIntrospector>) {
    return new NameIntrospector(this.sqlite, ...args);
  }
}

/** Migrations run in the order of their names. Missing numbers were never used: `docs/decisions/README.md`. */
const files = import.meta.glob<Migration>('/migrations/*.ts', { eager: true });
const migrations = Object.fromEntries(
  Object.entries(files).map(([path, migration]) => [path.replace(/^.*\/|\.ts$/g, ''), migration]),
);

/** One of the migrations that a file lacks; `step` counts from 1. */
interface MigrationStep {
  migration: string;
  step: number;
  of: number;
}

/**
 * Brings the file to the newest schema, each migration in its own transaction, and returns the names of those that ran. Calls
 * `begins` before each. Throws with the migration's name when one fails; the file then stays as it was before that one.
 */
export async function migrate(
  database: Pick<Database, 'sqlite'>,
  begins?: (step: MigrationStep) => void,
): Promise<string[]> {
  const kysely = new Kysely({ dialect: new TransactionalDialect(database.sqlite) });
  const migrator = new Migrator({ db: kysely, provider: { getMigrations: async () => migrations } });
  const before = listSchemaObjects(database);
  const missing = listMissingMigrations(database);
  const done: string[] = [];
  // Some migrations change the stored text of the schema, which better-sqlite3 forbids unless this mode is on.
  database.sqlite.unsafeMode(true);
  try {
    for (;;) {
      const migration = missing[done.length];
      if (migration !== undefined) begins?.({ migration, step: done.length + 1, of: missing.length });
      const { error, results = [] } = await migrator.migrateUp();
      if (error) {
        const failed = results.find((result) => result.status === 'Error');
        throw new Error(`Migration ${failed?.migrationName ?? '(before the first)'} failed`, {
          cause: error,
        });
      }
      const [result] = results;
      if (!result) break;
      done.push(result.migrationName);
    }
  } finally {
    database.sqlite.unsafeMode(false);
  }
  const newest = findNewest(database);
  if (newest !== undefined && !isSchemaKept(database, newest))
    keepSchema(database, { after: newest, before });
  return done;
}

/** Returns the migrations of the file that this build does not know: a newer build has used it. */
export function listUnknownMigrations(db: Pick<Database, 'sqlite'>): string[] {
  return listAppliedMigrations(db).filter((name) => !(name in migrations));
}

/** Checks whether an earlier version has used the file, and it lacks migrations of this build. */
export function needsMigration(db: Pick<Database, 'sqlite'>): boolean {
  return listAppliedMigrations(db).length > 0 && listMissingMigrations(db).length > 0;
}

/** Checks whether another program made the file: it has tables, but not the one of our migrations. */
export function isForeign({ sqlite }: Pick<Database, 'sqlite'>): boolean {
  const names = sqlite
    .prepare(`select name from sqlite_schema where type = 'table' and name not like 'sqlite\\_%' escape '\\'`)
    .pluck()
    .all() as string[];
  const theirs = names.filter((name) => !name.startsWith('_litestream_'));
  return theirs.length > 0 && !theirs.includes('kysely_migration');
}

/** Checks whether the file has exactly the schema of this build, as the migrations left it. */
export function isMigrated(db: Pick<Database, 'sqlite'>): boolean {
  const applied = listAppliedMigrations(db);
  const isOfThisBuild =
    applied.length === Object.keys(migrations).length && applied.every((name) => name in migrations);
  return isOfThisBuild && listSchemaChanges(db, applied.at(-1)).length === 0;
}

/** Describes the changes that were made by hand to the schema since the last migration. */
export function listForeignChanges(db: Pick<Database, 'sqlite'>): string[] {
  return listSchemaChanges(db, findNewest(db));
}

/** Returns the missing migrations in the order in which they run. */
export function listMissingMigrations(db: Pick<Database, 'sqlite'>): string[] {
  const applied = new Set(listAppliedMigrations(db));
  return Object.keys(migrations)
    .filter((name) => !applied.has(name))
    .toSorted();
}

function findNewest(db: Pick<Database, 'sqlite'>): string | undefined {
  return listAppliedMigrations(db).at(-1);
}

/** Returns the migrations that ran on the file; none when it was never migrated. */
function listAppliedMigrations({ sqlite }: Pick<Database, 'sqlite'>): string[] {
  const isThere = sqlite.prepare(`select 1 from sqlite_schema where name = 'kysely_migration'`).get();
  if (!isThere) return [];
  return sqlite.prepare('select name from kysely_migration order by name').pluck().all() as string[];
}
