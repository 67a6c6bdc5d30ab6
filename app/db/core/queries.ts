import type { Compilable, Kysely } from 'kysely';
import type { Schema } from './schema';

/** What every function of this room takes first: the database, or the transaction it is in. */
export interface Queries {
  /** Builds queries; nothing is executed through it. */
  readonly build: Kysely<Schema>;
  all<Row>(query: Compilable<Row>): Promise<Row[]>;
  /** The first row, or undefined. */
  first<Row>(query: Compilable<Row>): Promise<Row | undefined>;
  /** Executes a write and returns how many rows it touched. */
  run(query: Compilable<unknown>): Promise<number>;
  /** Executes writes in their order: what belongs together is waited for once. */
  runAll(queries: readonly Compilable<unknown>[]): Promise<void>;
  /** Executes the insert of one row and returns its rowid. */
  insert(query: Compilable<unknown>): Promise<number>;
}
