// The reasons why a server cannot start, each as one line that also says what to do.
import { formatCount } from '~/engine/texts/format-count';
import { join } from 'node:path';
import type { Config } from '~/config';
import { findOpenTrouble, isFull, type OpenTrouble } from '~/db/core/database-errors';
import { describeHost } from './server-address';

type Place = Pick<Config, 'dataDir' | 'host' | 'port'>;

export const startupErrors = {
  wrongKey: (dataDir: string) =>
    `The setting APP_KEY is not the key that the secrets in ${join(dataDir, 'wicked.db')} are encrypted with: write the former key in its place, or as OTHER_APP_KEY beside it, or finish a rotation that was interrupted with: npm run rotate-key`,
  betweenKeys:
    'OTHER_APP_KEY is set, so keys are being changed already: finish that with: npm run reseal. Then remove OTHER_APP_KEY, and run this again.',
  newerSchema: (dataDir: string, migration: string) =>
    `The database ${join(dataDir, 'wicked.db')} was used by a newer version of Wicked Integrations (it has ${migration}): start that version, or restore a backup made before with: npm run restore FILE`,
  foreignFile: (dataDir: string) =>
    `The file ${join(dataDir, 'wicked.db')} is the database of another program: set DATA_DIR to a directory of its own.`,
  changedSchema: (dataDir: string, change: string) =>
    `The schema of ${join(dataDir, 'wicked.db')} was changed by something other than this product (${change}): undo that, or restore a backup with: npm run restore FILE`,
  taken: (dataDir: string) =>
    `A restore, a change of keys or an upgrade of the database is under way in ${dataDir}: wait until it is done, then try again.`,
  /** `file`: the database, or a copy of a backup that is to become the database. */
  noRoomToUpgrade: (
    dataDir: string,
    { file, neededBytes, freeBytes }: { file: string; neededBytes: number; freeBytes: number },
  ) =>
    `The database ${file} has to be brought to this version, which needs ${inMebibytes(neededBytes)} of disk space for a while, and ${inMebibytes(freeBytes)} are free. Nothing was changed: enlarge the disk, or move old files of ${join(dataDir, 'backups')} elsewhere, then try again.`,
  inUse: (dataDir: string) =>
    `The database ${join(dataDir, 'wicked.db')} has to be brought to this version, and another process uses it, such as a server of the former one: stop that, then try again.`,
};

const messages: Record<string, (place: Place) => string> = {
  EADDRINUSE: ({ host, port }) =>
    `Another program, perhaps a server that is already running, listens on ${describeHost(host)}:${port}: stop it, or set PORT to another port and APP_URL to the address with that port.`,
  EADDRNOTAVAIL: ({ host }) => `This machine has no address ${host}: set HOST to one that it has.`,
  ENOTFOUND: ({ host }) => unknownHost(host),
  EAI_AGAIN: ({ host }) => unknownHost(host),
  EACCES: ({ dataDir }) => notWritable(dataDir),
  EPERM: ({ dataDir }) => notWritable(dataDir),
  EROFS: ({ dataDir }) => notWritable(dataDir),
  EEXIST: ({ dataDir }) => notDirectory(dataDir),
  ENOTDIR: ({ dataDir }) => notDirectory(dataDir),
};

const databaseMessages: Record<OpenTrouble, (place: Place) => string> = {
  'not-writable': ({ dataDir }) => notWritable(dataDir),
  damaged: ({ dataDir }) =>
    `The database ${join(dataDir, 'wicked.db')} is damaged or not a database: restore a backup with: npm run restore FILE`,
  full: ({ dataDir }) => full(dataDir),
  failing: ({ dataDir }) =>
    `The disk of DATA_DIR=${dataDir} is full or fails: make room on it or, where there is some, look at the disk, then try again.`,
  locked: ({ dataDir }) =>
    `The database ${join(dataDir, 'wicked.db')} is locked by another program: end it, then try again.`,
  // After a change of Node, or when the packages were installed without a build.
  'library-unmade': () =>
    `The database library is not made for Node ${process.version} on this machine: make it with: npm run build`,
};

function notWritable(dataDir: string): string {
  const id = process.getuid?.();
  const user = id === undefined ? '' : `, whose id is ${id}`;
  return `The directory DATA_DIR=${dataDir} cannot be written: give it, and what is in it, to the user that the server runs as${user}.`;
}

function unknownHost(host: string): string {
  const bare = /^\[(?<address>[\da-f:.]+)\]$/i.exec(host)?.groups?.address;
  if (bare !== undefined)
    return `HOST=${host} has brackets, which only addresses of pages have: write HOST=${bare}`;
  return `HOST=${host} is no address, and no name that this machine can look up: set it to an address of this machine, for example 127.0.0.1 or ::1, or 0.0.0.0 or :: for all of them.`;
}

function portForbidden({ host, port }: Place): string {
  return `The user that the server runs as may not listen on ${describeHost(host)}:${port}, as on most ports below 1024: set PORT to a higher one, for example 3000, and let a reverse proxy serve this one.`;
}

function notDirectory(dataDir: string): string {
  return `DATA_DIR=${dataDir} is not a directory: set it to one.`;
}

function inMebibytes(bytes: number): string {
  return `${formatCount(Math.ceil(bytes / 2 ** 20))} MiB`;
}

function full(dataDir: string): string {
  return `The disk of DATA_DIR=${dataDir} is full: make room on it, then try again.`;
}

/** Returns one line for an error that kept a server, or a command, from starting. */
export function describeStartupError(error: unknown, place: Place): string {
  const cause = error instanceof Error ? error : new Error(String(error));
  const code = 'code' in cause ? String(cause.code) : '';
  if (code === 'EACCES' && 'syscall' in cause && cause.syscall === 'listen') return portForbidden(place);
  const inTheWay = code === 'EEXIST' ? findBelow(cause, place.dataDir) : undefined;
  if (inTheWay !== undefined) return `${inTheWay} is not a directory: move it away.`;
  if ((code === 'ENOENT' || code === 'ELOOP') && isOf(cause, place.dataDir)) return leadsNowhere(place);
  if (isFull(cause)) return full(place.dataDir);
  const known = messages[code];
  if (known) return known(place);
  const trouble = findOpenTrouble(cause);
  if (trouble) return databaseMessages[trouble](place);
  if (cause.cause !== undefined && !code) {
    const inner = describeStartupError(cause.cause, place);
    return isUnknown(inner) ? `${inner} (${oneLine(cause.message)})` : inner;
  }
  return `${unknownStartupError}${oneLine(cause.message)}`;
}

/** Describes a link to a missing place, or a place where nothing can be made: the server makes other directories itself. */
function leadsNowhere({ dataDir }: Place): string {
  return `DATA_DIR=${dataDir} cannot be made: it is or lies behind a link to a place that is not there, as when a disk is not mounted, or where nothing can be made, as in /proc. Mount the disk, or set DATA_DIR to another directory.`;
}

function isOf(cause: Error, dataDir: string): boolean {
  const path = 'path' in cause && typeof cause.path === 'string' ? cause.path : '';
  return path === dataDir || (path !== '' && dataDir.startsWith(`${path}/`));
}

/** Finds what is in the data directory where one of its directories is expected. */
function findBelow(cause: Error, dataDir: string): string | undefined {
  const path = 'path' in cause && typeof cause.path === 'string' ? cause.path : '';
  return path.startsWith(`${dataDir}/`) ? path : undefined;
}

const unknownStartupError = 'Wicked Integrations cannot start: ';

function isUnknown(line: string): boolean {
  return line.startsWith(unknownStartupError);
}

function oneLine(text: string): string {
  return text.replace(/\s+/g, ' ').trim();
}
