import Database from '../../app/db/core/sqlite.js';
import type { Product } from './fixtures';

/** Runs one statement in the product's file, from outside of its process. */
export function run({ file }: Product, statement: string, ...values: (string | number)[]): void {
  const db = new Database(file);
  try {
    db.prepare(statement).run(...values);
  } finally {
    db.close();
  }
}
