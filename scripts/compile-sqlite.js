// Version 12 of better-sqlite3 must be compiled for the Node that runs; version 13 has prebuilt files for most systems.
// Compiles the version that this Node uses when it cannot open a database: after an install, or after a change of Node.
import Sqlite, { sqlitePackage } from '../app/db/core/sqlite.js';
import { run } from './prepare.js';

function canOpen() {
  try {
    new Sqlite(':memory:').close();
    return true;
  } catch {
    return false;
  }
}

if (!canOpen()) {
  process.stdout.write(
    `Making ${sqlitePackage} for Node ${process.version}, which may take a C++ compiler …\n`,
  );
  run(
    'npm',
    sqlitePackage === 'better-sqlite3'
      ? ['explore', sqlitePackage, '--', 'npm', 'run', 'build-release']
      : ['rebuild', sqlitePackage, '--ignore-scripts=false'],
  );
}
