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

/** Adds another organization of a person. Returns its id. */
export function addOrganization(product: Product, email: string, name: string, role: string): string {
  const id = crypto.randomUUID();
  const now = Date.now();
  run(
    product,
    'insert into organizations (id, name, created_at, updated_at) values (?, ?, ?, ?)',
    id,
    name,
    now,
    now,
  );
  run(
    product,
    `insert into memberships (organization_id, user_id, role, created_at)
     select ?, id, ?, ? from users where email = ?`,
    id,
    role,
    now,
    email,
  );
  return id;
}
