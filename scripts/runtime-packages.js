// What the built server needs beside itself: the packages that stay out of its bundle, with what they depend on.
// `node scripts/runtime-packages.js DIRECTORY` copies them there as its node_modules, for the container.
import { cpSync, existsSync, readFileSync } from 'node:fs';
import { join, relative, sep } from 'node:path';
import { pathToFileURL } from 'node:url';
import { sqlitePackage } from '../app/db/core/sqlite.js';
import { root } from './prepare.js';

/**
 * Native ones cannot be bundled; undici looks for built-in modules of newer Node versions when it needs them; the mail
 * libraries are loaded by those alone who chose them; pdfkit reads its fonts from beside its own file.
 */
export const externalPackages = [
  '@node-rs/argon2',
  sqlitePackage,
  'node-mailjet',
  'nodemailer',
  'pdfkit',
  'undici',
];

/** Of what was compiled all but the result, and what was made for other systems. */
const leftOut = new RegExp(
  '^(?:node-addon-api|better-sqlite3(?:-12)?/(?:' +
    'deps|src|build/(?:deps|Release/(?!better_sqlite3\\.node$))' +
    `|prebuilds/(?!${process.platform}(?:musl)?-${process.arch}\\.)))`,
);

/**
 * The directory of a package as Node finds it from another one; undefined when it is not installed, as an optional
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
 * Adds a package and what it depends on.
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
