// The reads and writes of a run in its integration's memory. Both are rows of the same transaction as their step,
// so a run that is taken up again neither forgets nor repeats anything. A test reads the memory and stores nothing.
import type { AppContext } from '~/context';
import type { ExecutionForRun } from '~/db/executions/queue/queued-executions';
import type { Change } from '~/db/ledger/changes';
import { listRemembered } from '~/db/memory/memory';
import {
  firstRunDigest,
  hasSeen,
  insertListed,
  listSeen,
  type LoopKey,
  type MemoryWrite,
  type SeenEntry,
  updateStillThere,
} from '~/db/memory/run-memory';
import type { CallFinished, ItemEnded, LoopBegun, LoopEnded } from '~/engine/events/event';
import type { MemoryRead, Recalled } from '~/engine/events/memory-event';
import { measureJson } from '~/engine/json/json';
import type { MemoryPort } from '~/engine/memory/memory';
import { memoryLimits } from '~/engine/schema/memory';
import { yieldTurn } from '../event-loop';
import {
  digestKey,
  openMemory,
  associatedDataOfRead,
  associatedDataOfRemembered,
  sealMemory,
} from './sealed-memory';

type Context = Pick<AppContext, 'config' | 'db'>;

/** How many keys are looked up before other work gets its turn. */
const keysAtOnce = 500;

/** Reads the memory. A value that cannot be decrypted is left out. */
export async function readMemory({ config, db }: Context, integrationId: string): Promise<Recalled> {
  const stored = await listRemembered(db, integrationId);
  const values = Object.fromEntries(
    stored.flatMap(({ name, value }) => {
      const opened = openMemory(config, associatedDataOfRemembered(integrationId, name), value);
      return opened ? [[name, opened.value] as const] : [];
    }),
  );
  const secretNames = stored.flatMap(({ name, isSecret }) => (isSecret === 1 ? [name] : []));
  return secretNames.length > 0 ? { values, secretNames } : { values };
}

/** Creates the memory port of a run. That of a test stores nothing. */
export function createMemoryPort(
  context: Context & Pick<AppContext, 'now'>,
  { integrationId, isTest }: { integrationId: string; isTest: boolean },
): MemoryPort {
  return {
    read: () => readMemory(context, integrationId),
    async findSeen(loopId, keys) {
      const seen = new Set<string>();
      for (let from = 0; from < keys.length; from += keysAtOnce) {
        if (from > 0) await yieldTurn();
        const loop = { integrationId, loopId };
        const byDigest = new Map(
          keys.slice(from, from + keysAtOnce).map((key) => [digestKey(loop, key), key]),
        );
        const found = await listSeen(context.db, loop, [...byDigest.keys()]);
        for (const { digest } of found) {
          const key = byDigest.get(digest);
          if (key !== undefined) seen.add(key);
        }
        if (!isTest) await keepStillThere(context, loop, found);
      }
      return seen;
    },
    isFirstRun: async (loopId) => !isTest && !(await hasSeen(context.db, { integrationId, loopId })),
    async rememberKeys(loopId, keys) {
      const loop = { integrationId, loopId };
      for (let from = 0; from < keys.length; from += keysAtOnce) {
        if (from > 0) await yieldTurn();
        const digests = keys.slice(from, from + keysAtOnce).map((key) => digestKey(loop, key));
        await context.db.groupCommit((tx) => insertListed(tx, loop, digests));
      }
    },
  };
}

/** How often an entry is noted as still there, in milliseconds; runs in between write nothing. */
const notedEveryMs = 24 * 60 * 60 * 1000;

async function keepStillThere(
  { db, now: readTime }: Pick<AppContext, 'db' | 'now'>,
  loop: LoopKey,
  found: readonly SeenEntry[],
): Promise<void> {
  const now = readTime();
  const digests = found.filter(({ seenAt }) => seenAt < now - notedEveryMs).map(({ digest }) => digest);
  if (digests.length > 0) await db.groupCommit((tx) => updateStillThere(tx, loop, { digests, now }));
}

interface Run {
  context: AppContext;
  execution: ExecutionForRun;
}

/** Returns what an event stores in the integration's memory, and what it records of what the run read there. */
export function listMemoryChanges(
  run: Run,
  event: CallFinished | ItemEnded | LoopBegun | LoopEnded | MemoryRead,
): Change[] {
  const writes = [...listReads(run, event), ...(run.execution.is_test === 1 ? [] : listWrites(run, event))];
  return writes.map((write): Change => ({ kind: 'memory', write }));
}

type MemoryEvent = Parameters<typeof listMemoryChanges>[1];

function listReads({ context: { config }, execution }: Run, event: MemoryEvent): MemoryWrite[] {
  const { id: executionId } = execution;
  const toRead = (loopId: string, value: unknown): MemoryWrite => {
    const content = sealMemory(config, associatedDataOfRead(executionId, loopId), value);
    return { kind: 'read', read: { executionId, loopId, content } };
  };
  if (event.kind === 'memory-read') return [toRead('', event.memory)];
  if (event.kind === 'loop-begun' && event.fresh) return [toRead(event.loopId, event.fresh.newKeys)];
  return [];
}

function listWrites({ context, execution }: Run, event: MemoryEvent): MemoryWrite[] {
  const { integration_id: integrationId, id: executionId } = execution;
  const now = context.now();
  switch (event.kind) {
    case 'call-finished':
      return (event.remembered ?? []).map(({ name, value, isSecret }): MemoryWrite => {
        const sealed = sealMemory(context.config, associatedDataOfRemembered(integrationId, name), value);
        const length = measureJson(value, memoryLimits.value);
        const row = { integrationId, name, value: sealed, length, executionId, now };
        return { kind: 'value', value: { ...row, isSecret: isSecret ? 1 : 0 } };
      });
    case 'item-ended': {
      const loop = { integrationId, loopId: event.loop.id };
      if (event.seenKey === undefined) return [];
      return [{ kind: 'seen', entry: { ...loop, digest: digestKey(loop, event.seenKey), now } }];
    }
    case 'loop-ended': {
      if (event.known === undefined) return [];
      const loop = { integrationId, loopId: event.loopId };
      return [{ kind: 'forget-oldest', entries: { ...loop, most: memoryLimits.seen } }];
    }
    case 'loop-begun': {
      if (event.fresh?.remembered === undefined) return [];
      const loop = { integrationId, loopId: event.loopId };
      return [{ kind: 'seen', entry: { ...loop, digest: firstRunDigest, now } }];
    }
    case 'memory-read':
      return [];
  }
}
