// Version 12 of better-sqlite3 must be compiled for the Node that runs; version 13 has prebuilt files for most systems.
// Compiles the version that this Node uses when it cannot open a database: after an install, or after a change of Node.
import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { root } from './prepare.js';

if (!existsSync(join(root, 'node_modules', 'better-sqlite3'))) {
  process.stderr.write(`The packages are not installed in ${root}: install them with: npm ci\n`);
  process.exit(1);
}
// It loads one of the packages, and so comes after the look for them.
const { default: Sqlite, sqlitePackage } = await import('../app/db/core/sqlite.js');

function canOpen() {
  try {
    new Sqlite(':memory:').close();
    return true;
  } catch {
    return false;
  }
}

/**
 * The settings of npm to compile with the headers that this Node was installed with, if it was. The compiler's own download of
 * them fails where only npm's registry can be reached.
 * @returns {Record<string, string>}
 */
function findHeaders() {
  const directory = dirname(dirname(process.execPath));
  const header = join(directory, 'include', 'node', 'node_version.h');
  const version =
    existsSync(header) && /^#define NODE_MODULE_VERSION (\d+)/m.exec(readFileSync(header, 'utf8'));
  return version && version[1] === process.versions.modules ? { npm_config_nodedir: directory } : {};
}

if (!canOpen()) {
  process.stdout.write(
    `Getting ${sqlitePackage}, the database library, for Node ${process.version}: it is downloaded if it can be, or else compiled, which takes a C++ compiler and some minutes …\n`,
  );
  const args =
    sqlitePackage === 'better-sqlite3'
      ? ['explore', sqlitePackage, '--', 'npm', 'run', 'build-release']
      : ['rebuild', sqlitePackage, '--ignore-scripts=false'];
  const env = { ...findHeaders(), ...process.env };
  const { status, error } = spawnSync('npm', args, { cwd: root, stdio: 'inherit', env });
  if (status !== 0) {
    process.stderr.write(
      `${sqlitePackage}, the database library, could not be made for Node ${process.version}${error ? `: ${error.message}` : ''}. ` +
        'Install Python, make and a C++ compiler, and run this again. On most systems Node 22.14 and newer need none of them.\n',
    );
    process.exit(status ?? 1);
  }
}
