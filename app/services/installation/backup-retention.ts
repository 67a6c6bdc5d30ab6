// Names backups, and lists which of the nightly ones are no longer kept. A backup that a person made is never removed.
import { existsSync } from 'node:fs';
import { join } from 'node:path';

const nightlyName = /^wicked-(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)Z-nightly\.db$/;

const keptDays = 7;
const keptWeeks = 4;
const dayMs = 24 * 3_600_000;
/** The start of the first Monday: 1970-01-05. */
const firstMondayMs = 4 * dayMs;

/** Returns `wicked-20260105T120000Z.db` for a time in UTC; the name of a nightly backup says so. */
export function nameBackup(at: number, { isNightly }: { isNightly: boolean }): string {
  const stamp = new Date(at).toISOString().replace(/[-:]|\.\d+/g, '');
  return `wicked-${stamp}${isNightly ? '-nightly' : ''}.db`;
}

/**
 * Returns the name of an unfinished copy of a moved database; `unique`: eight hex digits. It is not named as an unfinished backup,
 * which the next backup removes at once.
 */
export function nameUnfinishedRescue(backup: string, unique: string): string {
  return `${backup}.${unique}.rescue`;
}

/** Checks whether a file is such a copy by its name. */
export function isUnfinishedRescue(name: string): boolean {
  return /^wicked-.*\.db\.[0-9a-f]{8}\.rescue$/.test(name);
}

/**
 * Returns the path of a file that is not there, nor one beside it that ends in one of `endings`. When `name` is taken, as by a backup
 * of the same second or of the time before the clock was set back, it gets a number.
 */
export function findFreeFile(directory: string, name: string, endings: string[] = []): string {
  for (let count = 1; ; count += 1) {
    const file = join(directory, count === 1 ? name : name.replace('.db', `-${count}.db`));
    if (['', ...endings].every((ending) => !existsSync(file + ending))) return file;
  }
}

/**
 * Lists the nightly backups in a directory that are no longer kept. Kept is the last one of each of the seven newest days that
 * have any, and of each of the four newest weeks (from Monday, UTC). Backups of days after `now` (milliseconds since 1970) were
 * made while the clock was ahead: they stay until then, and take no other one's place.
 */
export function listOutdatedBackups(names: string[], now: number): string[] {
  const nightly = names
    .map((name) => ({ name, at: readMoment(name) }))
    .filter(({ at }) => at !== undefined && at < now + dayMs)
    .toSorted((a, b) => Number(b.at) - Number(a.at));
  const days = newest(nightly, (at) => Math.floor(at / dayMs), keptDays);
  const weeks = newest(nightly, (at) => Math.floor((at - firstMondayMs) / (7 * dayMs)), keptWeeks);
  const kept = new Set([...days, ...weeks]);
  return nightly.map(({ name }) => name).filter((name) => !kept.has(name));
}

/** Returns the first file of each of the first `count` spans. The files are ordered newest first. */
function newest(
  files: { name: string; at: number | undefined }[],
  spanOf: (at: number) => number,
  count: number,
): string[] {
  const bySpan = new Map<number, string>();
  for (const { name, at = 0 } of files) {
    const span = spanOf(at);
    if (!bySpan.has(span) && bySpan.size < count) bySpan.set(span, name);
  }
  return [...bySpan.values()];
}

/** Checks whether a file is a nightly backup by its name: only those are removed. */
export function isNightlyBackup(name: string): boolean {
  return nightlyName.test(name);
}

/** Reads the time in a name; undefined for any file that is no nightly backup. */
function readMoment(name: string): number | undefined {
  const parts = nightlyName.exec(name)?.slice(1).map(Number);
  if (!parts) return undefined;
  const [year = 0, month = 0, day = 0, hour = 0, minute = 0, second = 0] = parts;
  return Date.UTC(year, month - 1, day, hour, minute, second);
}
