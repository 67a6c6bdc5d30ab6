// Keeps a response as a large file while it arrives: sealed in parts, within what the organization may keep.
import { createHash } from 'node:crypto';
import type { AppContext } from '~/context';
import { newUnguessableId } from '~/db/core/id';
import type { Queries } from '~/db/core/queries';
import { deleteSomeOfFile, findAbandonedFile, giveUpOldestFile } from '~/db/executions/files/file-deletion';
import { completeFile, growFile, insertPart, reserveFile } from '~/db/executions/files/saved-files';
import { limits } from '~/engine/schema/limits';
import type { MaskSecrets } from '~/engine/secrets/mask-secrets';
import type { LongBodyStore } from '~/outbound/long-body';
import { createFileKey, partBytes, sealPart } from './sealed-parts';
import { searchForSecrets } from './secret-search';

/** The most bytes of large files that an organization keeps. */
const keptFileBytes = 2 * 1024 ** 3;

/** How many bytes are reserved at a time for a response whose length is not known. */
const reservedAtOnce = 4 * 1024 ** 2;

/**
 * The call whose response is kept. `callKey`: see the table. `maskSecrets`: hides what the log hides. `beganAt`: when the attempt
 * began, in milliseconds since 1970. `bytes`: the length of the response, if it is known.
 */
interface KeepingCall {
  organizationId: string;
  executionId: string;
  callKey: string;
  maskSecrets: MaskSecrets;
  beganAt: number;
  bytes?: number | undefined;
}

type Context = Pick<AppContext, 'db' | 'config' | 'disk' | 'now' | 'log'>;

/** Where a response goes that is too long for the memory. */
export interface FileKeeper extends LongBodyStore {
  /** Deletes what was stored, if it can be: what is left is removed by the next attempt, or when the execution has ended. */
  discard(): Promise<void>;
}

/** Creates the place for one response; nothing is stored as long as it is short. */
export function createFileKeeper(context: Context, call: KeepingCall): FileKeeper {
  const id = newUnguessableId();
  const { key, sealedKey } = createFileKey(context.config, id);
  const hash = createHash('sha256');
  const search = searchForSecrets(call);
  let [parts, size, reserved] = [0, 0, 0];
  let isSecret = false;
  let last: Promise<unknown> = Promise.resolve();

  async function begin(): Promise<string | undefined> {
    if (context.disk.isLow()) return diskLow;
    await deleteAbandoned(context, call);
    const file = { id, ...call, sealedKey, now: context.now() };
    return reserve(call.bytes ?? reservedAtOnce, (tx, more) =>
      reserveFile(tx, { ...file, size: more }, keptFileBytes),
    );
  }

  /** Reserves more bytes, within those that a file may have. */
  async function reserve(
    wanted: number,
    take: (tx: Queries, more: number) => Promise<boolean>,
  ): Promise<string | undefined> {
    const more = Math.min(wanted, limits.largeFileBytes - reserved);
    while (!(await context.db.groupCommit((tx) => take(tx, more), committed))) {
      if (!(await makeRoom(context, call))) return noRoom;
    }
    reserved += more;
    return undefined;
  }

  const grow = () =>
    reserve(reservedAtOnce, (tx, more) =>
      growFile(tx, { id, organizationId: call.organizationId, more }, keptFileBytes),
    );

  async function addPart(bytes: Buffer): Promise<string | undefined> {
    const isRoomLeft = size + bytes.length <= reserved;
    const problem = parts === 0 ? await begin() : isRoomLeft ? undefined : await grow();
    if (problem !== undefined) return problem;
    hash.update(bytes);
    isSecret = await search(bytes);
    const part = { fileId: id, part: parts, bytes: sealPart(key, parts, bytes) };
    parts += 1;
    size += bytes.length;
    return (await context.db.groupCommit((tx) => insertPart(tx, part), committed)) ? undefined : gone;
  }

  return {
    maxBytes: limits.largeFileBytes,
    add(bytes) {
      const adding = orProblem(context, () => addPart(bytes));
      last = adding;
      return adding;
    },
    async complete() {
      const body = { id, size, sha256: hash.digest('hex'), isSecret };
      const problem = await orProblem(context, async () =>
        (await context.db.groupCommit((tx) => completeFile(tx, body))) ? undefined : gone,
      );
      return problem ?? body;
    },
    async discard() {
      // A call that was cancelled does not wait for the part that is being stored.
      await last;
      if (parts > 0) await orProblem(context, () => deleteFile(context, id));
    },
  };
}

/**
 * The step that refers to a file reaches the disk behind the parts of the file, in the same log. Each part counts as so many
 * bytes that others have a turn after every second one.
 */
const committed = { until: 'with-next', bytes: 2 * partBytes } as const;

const noRoom = `The organization keeps ${keptFileBytes / 1024 ** 3} GiB of files that its executions still need, so the response is not kept as a file`;
const diskLow = 'The disk of this server is nearly full, so the response is not kept as a file';
const gone = 'The execution ended while the response came, so it is not kept as a file';
const notStored = 'The database of this server could not store the response, so it is not kept as a file';

async function orProblem(
  { log }: Context,
  work: () => Promise<string | undefined>,
): Promise<string | undefined> {
  try {
    return await work();
  } catch (error) {
    log.error({ err: error }, 'a file could not be stored or deleted');
    return notStored;
  }
}

/** Deletes what earlier attempts of the call stored and no step recorded: their server was killed. */
async function deleteAbandoned(context: Context, call: KeepingCall): Promise<void> {
  for (
    let id = await findAbandonedFile(context.db, call);
    id;
    id = await findAbandonedFile(context.db, call)
  ) {
    await deleteFile(context, id);
  }
}

/** Gives up the oldest file of the organization that no running execution uses. Returns false when there is none. */
async function makeRoom(context: Context, { organizationId }: KeepingCall): Promise<boolean> {
  const now = context.now();
  const id = await context.db.groupCommit((tx) => giveUpOldestFile(tx, { organizationId, now }));
  if (id === undefined) return false;
  await deleteFile(context, id);
  return true;
}

/** Deletes the parts of a file one after the other, and the file unless a log tells of it. */
async function deleteFile({ db }: Context, id: string): Promise<undefined> {
  while ((await db.groupCommit((tx) => deleteSomeOfFile(tx, id), committed)) > 0);
  return undefined;
}
