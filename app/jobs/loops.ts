// All loops of a process as one: begun together and stopped together.
import type { AppContext } from '~/context';
import { isSettledWithin } from '~/services/settled-within';
import { createAlertLoop } from './alert-loop';
import { createAuditStreamLoop } from './audit-stream-loop';
import { handlers } from './handlers';
import { backupByCommand, createBackupLoop } from './nightly-backup';
import { createReplayLoop } from './replay-loop';
import { createRunner } from './runner';
import { createScheduleLoop } from './schedule-loop';
import { createUpkeepLoop } from './upkeep-loop';

export interface Loops {
  /** Begins them, and connects the runner with the context: what queues work can wake it. */
  start(): void;
  /** Begins nothing more from now on; resolves when the work in hand of all loops has ended, after `drainMs` at most. */
  stop(drainMs: number): Promise<void>;
}

/** `maintenance`: the built command that makes backups; undefined for no nightly backups. */
export function createLoops(
  context: AppContext,
  { maintenance }: { maintenance?: string | undefined },
): Loops {
  const runner = createRunner(context, handlers);
  const others = [
    createScheduleLoop(context),
    createReplayLoop(context),
    createUpkeepLoop(context),
    createAlertLoop(context),
    createAuditStreamLoop(context),
    maintenance === undefined ? undefined : createBackupLoop(context, backupByCommand(maintenance)),
  ].filter((loop) => loop !== undefined);
  return {
    start() {
      context.wake = runner.wake;
      context.runnerSeenAt = runner.seenAt;
      context.runnerCapacity = runner.capacityInUse;
      runner.start();
      for (const loop of others) loop.start();
    },
    async stop(drainMs) {
      const othersStopped = Promise.all(others.map((loop) => loop.stop()));
      await Promise.all([runner.stop(drainMs), isSettledWithin(othersStopped, drainMs)]);
    },
  };
}
