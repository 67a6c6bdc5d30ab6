/** What the product uses of it is the same in both versions. Opening a database loads the native part. */
export { default } from 'better-sqlite3';

/** The name under which it is in package.json. */
export const sqlitePackage: 'better-sqlite3' | 'better-sqlite3-12';
