import Database from 'better-sqlite3';
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
