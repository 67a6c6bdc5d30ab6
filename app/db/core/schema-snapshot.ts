// Stores the objects of a file's schema, and finds changes made by hand since the last migration. A table that was altered or
// lost in a restore would fail its queries and the next migration at a time when nobody expects it.
import { createHash } from 'node:crypto';
import type { Database } from './open';

type File = Pick<Database, 'sqlite'>;

interface SchemaObject {
  name: string;
  type: string;
  /** The digest of the object's SQL text. */
  digest: string;
}

interface KeptSchema {
  /** The newest migration of the file when this was written. */
  after: string;
  objects: SchemaObject[];
}

/** Lists tables, indexes, triggers and views without those of SQLite itself and of Litestream, which may come and go. */
export function listSchemaObjects({ sqlite }: File): SchemaObject[] {
  const rows = sqlite
    .prepare(
      `select type, name, coalesce(sql, '') as sql from sqlite_schema
       where name not like 'sqlite\\_%' escape '\\' and name not like '\\_litestream\\_%' escape '\\'
       order by name`,
    )
    .all() as { type: string; name: string; sql: string }[];
  return rows.map(({ type, name, sql }) => ({
    type,
    name,
    digest: createHash('sha256').update(sql).digest('base64url').slice(0, 16),
  }));
}

/** Stores the schema's present objects, without foreign ones from `before` the migrations: they may be dropped again. */
export function keepSchema(file: File, { after, before }: { after: string; before: SchemaObject[] }): void {
  const known = readKept(file)?.objects.map(({ name }) => name);
  const foreign = known ? before.map(({ name }) => name).filter((name) => !known.includes(name)) : [];
  const objects = listSchemaObjects(file).filter(({ name }) => !foreign.includes(name));
  const kept: KeptSchema = { after, objects };
  file.sqlite.prepare('update self_check set schema_objects = ?').run(JSON.stringify(kept));
}

/**
 * Describes objects that are missing, or differ from what migrations up to `newest` left, and added triggers. Tables, indexes
 * and views that an operator added do not count. Returns nothing for a file without stored objects.
 */
export function listSchemaChanges(file: File, newest: string | undefined): string[] {
  const kept = readKept(file);
  if (!kept || kept.after !== newest) return [];
  const found = new Map(listSchemaObjects(file).map((object) => [object.name, object]));
  const ours = new Set(kept.objects.map(({ name }) => name));
  const changed = kept.objects
    .filter(({ name, digest }) => found.get(name)?.digest !== digest)
    .map(({ type, name }) => `the ${type} ${name} is ${found.has(name) ? 'changed' : 'missing'}`);
  const added = [...found.values()]
    .filter(({ name, type }) => type === 'trigger' && !ours.has(name))
    .map(({ name }) => `the trigger ${name} was added`);
  return [...changed, ...added];
}

/** Checks whether the objects of the schema after that migration are stored. */
export function isSchemaKept(file: File, after: string): boolean {
  return readKept(file)?.after === after;
}

function readKept({ sqlite }: File): KeptSchema | undefined {
  const isThere = sqlite.prepare(`select 1 from sqlite_schema where name = 'self_check'`).get();
  if (!isThere) return undefined;
  const text = sqlite.prepare('select schema_objects from self_check').pluck().get();
  return typeof text === 'string' ? (JSON.parse(text) as KeptSchema) : undefined;
}
