// Keeps the last space of the disk for work that has begun. Below a watermark nothing new is accepted. A ballast file reserves
// more space; it is deleted when a write still finds the disk full. That leaves room for the results of running executions, for
// the database's log, and for removing old data (on a full disk SQLite cannot even delete).
import { randomFillSync } from 'node:crypto';
import { rmSync, statfsSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { AppContext, Disk } from '~/context';
import { isFailedWrite, isFull } from '~/db/core/database-errors';
import type { Problem } from '~/problem';

const mebibyte = 1024 * 1024;
const maxWatermarkBytes = 256 * mebibyte;
const maxBallastBytes = 8 * mebibyte;

/** The maximum age of the measured space, in milliseconds. Thousands of deliveries a second ask for it. */
const maxAgeMs = 100;
/** How long the disk counts as full after a write found no space, in milliseconds: the measured space may ignore a quota. */
const fullHoldMs = 5_000;
/** More than may fit into what is left of a quota. */
const probeBytes = 64 * 1024;
/** How far above the watermark space counts as available again, so that the state does not change with each delivery. */
const recovery = 1.2;
/** The multiple of the watermark below which old data is removed, until there is as much again. */
const tightness = 1.5;

interface DiskGuard extends Disk {
  /** Makes the ballast unless it exists or there is no room for it. */
  holdBallast(): void;
}

interface Space {
  freeBytes: number;
  totalBytes: number;
}

/** Creates the guard. `measure` returns the space of a directory's disk; it may throw. */
export function createDiskGuard(
  { config, log }: Pick<AppContext, 'config' | 'log'>,
  measure: (directory: string) => Space = measureDisk,
): DiskGuard {
  const ballast = join(config.dataDir, 'ballast');
  let space: Space | undefined;
  let lookedAt = -Infinity;
  let fullUntil = -Infinity;
  let low = false;
  let holds = false;

  function look(): void {
    const now = performance.now();
    if (now - lookedAt < maxAgeMs) return;
    lookedAt = now;
    space = tryMeasure();
    const isLow = now < fullUntil || isBelow(space, low ? recovery : 1);
    if (isLow && !low) {
      log.warn(
        { ...space, ...(space && { neededBytes: Math.ceil(recovery * watermarkOf(space)) }) },
        `the disk is nearly full: nothing new is taken in until neededBytes are free; enlarge it, move old files of ${join(config.dataDir, 'backups')} elsewhere, or shorten RETENTION_DAYS`,
      );
    }
    if (!isLow && low) log.warn(space, 'there is room on the disk again');
    low = isLow;
    if (!low && holds) makeBallast();
  }

  function tryMeasure(): Space | undefined {
    try {
      return measure(config.dataDir);
    } catch {
      // Some file systems report nothing; then only a failed write shows that the disk is full.
      return undefined;
    }
  }

  function makeBallast(): void {
    if (!space) return;
    const bytes = Math.min(maxBallastBytes, Math.floor(space.totalBytes / 16));
    if (sizeOf(ballast) === bytes) return;
    if (space.freeBytes - bytes < recovery * watermarkOf(space)) return;
    try {
      // The file system cannot compress random bytes.
      writeFileSync(ballast, randomFillSync(Buffer.alloc(bytes)), { mode: 0o600 });
    } catch (error) {
      rmSync(ballast, { force: true });
      if (isFull(error)) fullUntil = performance.now() + fullHoldMs;
      log.warn({ err: error }, 'no ballast could be made');
    }
    lookedAt = -Infinity;
  }

  return {
    isLow() {
      look();
      return low;
    },
    isTight() {
      look();
      return low || isBelow(space, tightness);
    },
    freeBytes() {
      look();
      return space?.freeBytes;
    },
    noteFailure(error) {
      if (!isFull(error) && !(isFailedWrite(error) && isOverQuota(config.dataDir))) return false;
      fullUntil = performance.now() + fullHoldMs;
      lookedAt = -Infinity;
      rmSync(ballast, { force: true });
      look();
      return true;
    },
    holdBallast() {
      holds = true;
      lookedAt = -Infinity;
      look();
    },
  };
}

/** Checks whether a file still takes bytes: SQLite does not tell a full quota from a disk that fails. */
function isOverQuota(directory: string): boolean {
  const probe = join(directory, 'quota.probe');
  try {
    writeFileSync(probe, Buffer.alloc(probeBytes), { mode: 0o600, flush: true });
    return false;
  } catch (error) {
    return isFull(error);
  } finally {
    rmSync(probe, { force: true });
  }
}

/** Returns the problem of a nearly full disk, on which nothing new can start. */
export function rejectWhenDiskLow(disk: Disk): (Problem & { kind: 'unavailable' }) | undefined {
  if (!disk.isLow()) return undefined;
  const message = 'The disk of this server is nearly full. Nothing new starts until there is room.';
  return { kind: 'unavailable', message, retryAfterSeconds: 30 };
}

/** Returns the watermark: 256 MiB, or a tenth of a disk that is smaller than 2.5 GiB. */
function watermarkOf({ totalBytes }: Space): number {
  return Math.min(maxWatermarkBytes, totalBytes / 10);
}

function isBelow(space: Space | undefined, factor: number): boolean {
  return space !== undefined && space.freeBytes < factor * watermarkOf(space);
}

/** Checks whether this many more bytes can be written there and stay above the watermark. */
export function hasRoomFor(directory: string, bytes: number): boolean {
  const { freeBytes, totalBytes } = measureDisk(directory);
  return freeBytes - bytes > watermarkOf({ freeBytes, totalBytes });
}

/** Measures the disk of a directory. Throws where the system does not report its space. */
export function measureDisk(directory: string): Space {
  const { bavail, blocks, bsize } = statfsSync(directory);
  return { freeBytes: bavail * bsize, totalBytes: blocks * bsize };
}

function sizeOf(file: string): number | undefined {
  return statSync(file, { throwIfNoEntry: false })?.size;
}
