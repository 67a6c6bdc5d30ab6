// `npm run lock`: an install on one platform may leave the other platforms' optional packages out of the lock file, and `npm
// ci` on those platforms then refuses it. This adds the packages: their version, and the system that their name tells.
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from './prepare.js';

/** @typedef {{ version?: string, dev?: boolean, optionalDependencies?: Record<string, string> }} LockedPackage */

const systems = /\b(aix|android|darwin|freebsd|linux|netbsd|openbsd|openharmony|sunos|win32)\b/;
const processors = /\b(arm64|arm|ia32|loong64|mips64el|ppc64|riscv64|s390x|wasm32|x64)\b/;

const file = join(root, 'package-lock.json');
const lock = JSON.parse(readFileSync(file, 'utf8'));
/** @type {Record<string, LockedPackage & Record<string, unknown>>} */
const packages = lock.packages;

/**
 * Checks whether Node would find `name` from the package at `path`.
 * @param {string} path
 * @param {string} name
 */
function isLocked(path, name) {
  for (let folder = path; ; folder = folder.slice(0, Math.max(0, folder.lastIndexOf('/node_modules/')))) {
    if (packages[`${folder ? `${folder}/` : ''}node_modules/${name}`]) return true;
    if (!folder) return false;
  }
}

/**
 * @param {string} name
 * @param {string} version
 * @param {boolean | undefined} dev
 */
function describe(name, version, dev) {
  const cpu = processors.exec(name)?.[1];
  const os = systems.exec(name)?.[1];
  const libc =
    os !== 'linux' ? undefined : /musl/.test(name) ? 'musl' : /gnu/.test(name) ? 'glibc' : undefined;
  return {
    version,
    ...(cpu && { cpu: [cpu] }),
    ...(dev && { dev }),
    ...(libc && { libc: [libc] }),
    optional: true,
    ...(os && { os: [os] }),
  };
}

for (const [path, { optionalDependencies = {}, dev }] of Object.entries(packages)) {
  for (const [name, version] of Object.entries(optionalDependencies)) {
    const isPlatformPackage = /^\d/.test(version) && processors.test(name);
    if (!isPlatformPackage || isLocked(path, name)) continue;
    const nested =
      path && packages[`node_modules/${name}`] ? `${path}/node_modules/${name}` : `node_modules/${name}`;
    packages[nested] = describe(name, version, dev);
    process.stdout.write(`${name} ${version}\n`);
  }
}

lock.packages = Object.fromEntries(Object.entries(packages).toSorted(([a], [b]) => (a < b ? -1 : 1)));
writeFileSync(file, `${JSON.stringify(lock, null, 2)}\n`);
