// Background work: indexing ended executions, removing old data, counting open files. Each loop works in small batches and
// rests in between, longer while the process is busy with deliveries and runs.
import { performance } from 'node:perf_hooks';
import { setTimeout as sleep } from 'node:timers/promises';
import type { AppContext } from '~/context';
import { createRepeatedErrors } from '~/repeated-errors';
import { createExecutionIndexer } from '~/services/executions/search-indexer';
import { removeAbandonedSignUps } from '~/services/accounts/abandoned-sign-ups';
import { pruneAlerts } from '~/services/alerts/retention';
import { deleteExpiredForms } from '~/services/accounts/kept-forms';
import { deleteExpiredUploads } from '~/services/imports/stored-uploads';
import { measureSilence } from '~/services/installation/clock';
import { createLogSizeWatch } from '~/services/installation/log-size';
import { createOpenFilesWatch } from '~/services/installation/open-files';
import { isPaused } from '~/services/installation/pause';
import { findPressure, pruneEarly } from '~/services/executions/early-pruning';
import { pruneExecutions } from '~/services/executions/retention';
import { createClockWatch } from './clock-watch';

interface UpkeepLoop {
  start(): void;
  /** Begins no further batch; resolves when the current one is on disk. */
  stop(): Promise<void>;
}

const idleMs = 1_000;
const pruneEveryMs = 10 * 60_000;
/** How often the loop checks whether disk space has to be freed. */
const lookForRoomMs = 10_000;
const watchEveryMs = 30_000;
/** A busy process indexes 80 executions a second and catches up later. */
const busyRestMs = 500;
const busyShare = 0.7;
/** The longest rest between two batches that remove old data: a busy process removes some 1,000 executions a second. */
const longestRestMs = 50;

/** A clock put forward by this much may be wrong, and removed data does not come back. */
const forwardMs = 12 * 3_600_000;
/** How long nothing is removed for its age while the clock is doubted. */
const doubtMs = 3_600_000;
/**
 * A clock that is this far ahead at the start of what was stored until an hour ago is doubted: each night writes a backup
 * record. The hour makes a server doubt as long that starts again within it.
 */
const silentMs = 36 * 3_600_000;

/** `monotonicNow` returns milliseconds of a clock that cannot be set. */
export function createUpkeepLoop(
  context: AppContext,
  monotonicNow: () => number = () => performance.now(),
): UpkeepLoop {
  const { log, now } = context;
  const clock = createClockWatch(now, monotonicNow);
  const errors = createRepeatedErrors(log);
  const indexer = createExecutionIndexer(context);
  const stopping = new AbortController();
  const { signal } = stopping;
  let loops: Promise<unknown> = Promise.resolve();

  async function repeat(work: () => Promise<number>, failure: string): Promise<void> {
    while (!signal.aborted) {
      const restMs = await work().catch((error: unknown) => {
        errors.error({ err: error }, failure);
        return 10_000;
      });
      await rest(restMs);
    }
  }

  /** Waits; returns at once when the loop is stopped. */
  async function rest(ms: number): Promise<void> {
    await sleep(ms, undefined, { signal, ref: false }).catch(() => undefined);
  }

  let before = performance.eventLoopUtilization();
  async function index(): Promise<number> {
    const { utilization } = performance.eventLoopUtilization(before);
    before = performance.eventLoopUtilization();
    if (context.disk.isLow()) return idleMs;
    const beganAt = performance.now();
    const more = await indexer.indexSome();
    if (!more) return idleMs;
    return utilization > busyShare ? busyRestMs : 2 * (performance.now() - beganAt);
  }

  const watchOpenFiles = createOpenFilesWatch(log);
  const watchLogSize = createLogSizeWatch(log, () => context.db.file.measure().logBytes);
  async function watch(): Promise<number> {
    watchOpenFiles();
    watchLogSize();
    return watchEveryMs;
  }

  let batchBeganAt = 0;
  /** The rest after a batch: twice as long as the batch took, waiting for others included. */
  async function restFromBatch(): Promise<void> {
    await rest(Math.min(longestRestMs, 2 * (performance.now() - batchBeganAt)));
    batchBeganAt = performance.now();
  }
  const pace = { rest: restFromBatch, stopping: signal };
  let prunedAt = -Infinity;
  let doubtsUntil = -Infinity;
  let isStarting = true;

  async function doubtsClock(): Promise<boolean> {
    if (clock.readJump() >= forwardMs) {
      doubtsUntil = monotonicNow() + doubtMs;
      log.warn('the clock of this machine was put forward: nothing is removed for its age within an hour');
    }
    if (isStarting) await doubtAtStart();
    return monotonicNow() < doubtsUntil;
  }

  /** Compares the clock with the newest stored data, because no server watched it while none ran. */
  async function doubtAtStart(): Promise<void> {
    const silence = await measureSilence(context, doubtMs);
    isStarting = false;
    if (silence < silentMs) return;
    doubtsUntil = monotonicNow() + doubtMs;
    log.warn(
      { hours: Math.round(silence / 3_600_000) },
      'nothing was stored for so long, or the clock of this machine is ahead: nothing is removed for its age within an hour',
    );
  }

  async function prune(): Promise<number> {
    // A clock that is put forward after this look at it must not make more old.
    const lookedAt = now();
    const then: AppContext = { ...context, now: () => lookedAt };
    const isTime = !(await doubtsClock()) && monotonicNow() - prunedAt >= pruneEveryMs;
    if (isTime) {
      await deleteExpiredUploads(then);
      await deleteExpiredForms(then);
    }
    // An owner who restored an old backup wants to look at it before old executions are removed.
    if (await isPaused(context.db)) return idleMs;
    if (isTime) {
      await removeAbandonedSignUps(then, pace);
      await pruneAlerts(then, pace);
      const removed = await pruneExecutions(then, pace);
      if (removed > 0) log.info({ executions: removed }, 'removed old executions');
      prunedAt = monotonicNow();
    }
    const reason = findPressure(context);
    if (reason === undefined) return lookForRoomMs;
    const { removed, freedBytes } = await pruneEarly(context, pace);
    if (removed > 0)
      log.warn({ reason, executions: removed, freedBytes }, 'removed executions early to make room');
    return lookForRoomMs;
  }

  return {
    start() {
      loops = Promise.all([
        repeat(index, 'executions could not be indexed'),
        repeat(prune, 'old executions could not be removed'),
        repeat(watch, 'open files and the write-ahead log could not be looked at'),
      ]);
    },
    async stop() {
      stopping.abort();
      await loops;
    },
  };
}
