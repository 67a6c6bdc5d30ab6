import type { Compilable, Kysely } from 'kysely';
import type { Tables } from './tables';

/** The first argument of every function of this room: the database, or the transaction it runs in. */
export interface Queries {
  /** Builds queries; executes none. */
  readonly build: Kysely<Tables>;
  all<Row>(query: Compilable<Row>): Promise<Row[]>;
  /** Returns the first row, or undefined. */
  first<Row>(query: Compilable<Row>): Promise<Row | undefined>;
  /** Executes a write and returns how many rows it touched. */
  run(query: Compilable<unknown>): Promise<number>;
  /** Executes writes in their order, and waits for the disk once for all of them. */
  runAll(queries: readonly Compilable<unknown>[]): Promise<void>;
  /** Executes the insert of one row and returns its rowid. */
  insert(query: Compilable<unknown>): Promise<number>;
}
