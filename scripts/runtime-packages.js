// The packages that the built server needs beside its bundle, with their dependencies. `node scripts/runtime-packages.js
// DIRECTORY` copies them there as its node_modules, for the container.
import { cpSync, existsSync, readFileSync } from 'node:fs';
import { join, relative, sep } from 'node:path';
import { pathToFileURL } from 'node:url';
import { sqlitePackage } from '../app/db/core/sqlite.js';
import { root } from './prepare.js';

/**
 * The packages that stay out of the bundle. Native packages cannot be bundled. undici looks for built-in modules of newer Node
 * versions when it needs them. Only those who chose a mail library load it. pdfkit reads its fonts from beside its own file.
 */
export const externalPackages = [
  '@node-rs/argon2',
  sqlitePackage,
  'node-mailjet',
  'nodemailer',
  'pdfkit',
  'undici',
];

/** The parts of compiled packages other than the result, and the files for other systems. */
const leftOut = new RegExp(
  '^(?:node-addon-api|better-sqlite3(?:-12)?/(?:' +
    'deps|src|build/(?:deps|Release/(?!better_sqlite3\\.node$))' +
    `|prebuilds/(?!${process.platform}(?:musl)?-${process.arch}\\.)))`,
);

/**
 * Returns the directory of a package as Node finds it from another one; undefined when it is not installed, as an optional
 * package for another platform.
 * @param {string} name
 * @param {string} from
 * @returns {string | undefined}
 */
function findPackage(name, from) {
  const directory = join(from, 'node_modules', name);
  if (existsSync(join(directory, 'package.json'))) return directory;
  return from === root ? undefined : findPackage(name, join(from, '..'));
}

/**
 * Adds a package and its dependencies.
 * @param {Set<string>} found
 * @param {string | undefined} directory
 */
function addPackage(found, directory) {
  if (directory === undefined || found.has(directory)) return;
  found.add(directory);
  const { dependencies, optionalDependencies } = JSON.parse(
    readFileSync(join(directory, 'package.json'), 'utf8'),
  );
  for (const name of Object.keys({ ...dependencies, ...optionalDependencies })) {
    addPackage(found, findPackage(name, directory));
  }
}

/** @param {string} destination */
function copyPackages(destination) {
  /** @type {Set<string>} */
  const found = new Set();
  for (const name of externalPackages) addPackage(found, findPackage(name, root));
  for (const directory of found) {
    cpSync(directory, join(destination, relative(root, directory)), {
      recursive: true,
      filter: (path) => {
        const inside = relative(join(root, 'node_modules'), path).split(sep).join('/');
        return !leftOut.test(inside);
      },
    });
  }
}

const [, script, destination] = process.argv;
if (script && destination && import.meta.url === pathToFileURL(script).href) copyPackages(destination);
