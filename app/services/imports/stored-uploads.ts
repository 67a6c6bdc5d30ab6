// Keeps what was read of a document in a file until the user picks from it: for an hour, and only for that user in that
// organization. The file's name holds the time of expiry and the owner.
import { existsSync } from 'node:fs';
import { readdir, rm, stat, unlink } from 'node:fs/promises';
import { join } from 'node:path';
import type { AppContext } from '~/context';
import { newUnguessableId } from '~/db/core/id';
import type { UploadLocation } from './sealed-upload';
import type { Problem } from '~/problem';
import type { Actor } from '../actor';
import { findSurplus } from '../fair-room';

type Owner = Pick<Actor, 'userId' | 'organizationId'>;
type Place = Pick<AppContext, 'config' | 'now'>;

interface Kept extends Owner {
  name: string;
  id: string;
  endsAt: number;
}

/** The problem of an upload that is no longer there. */
export const uploadExpired: Problem = {
  kind: 'not-found',
  message: 'What was read is no longer kept. Please paste the text or choose the file again.',
};

const keptMs = 3_600_000;
const maxOfOne = 3;
const mebibyte = 1024 * 1024;
const maxBytesOfAll = 512 * mebibyte;
/** What a small upload counts as, so that there are at most 512 files. */
const minBytes = mebibyte;

function directoryOf({ config }: Place): string {
  return join(config.dataDir, 'imports');
}

async function listKept(context: Place): Promise<Kept[]> {
  const directory = directoryOf(context);
  if (!existsSync(directory)) return [];
  return (await readdir(directory)).toSorted().map((name) => {
    const [endsAt, organizationId = '', userId = '', id = ''] = name.split('.');
    return { name, endsAt: Number(endsAt), organizationId, userId, id };
  });
}

function removeKept(context: Place, kept: Kept[]): Promise<unknown> {
  return Promise.all(kept.map(({ name }) => rm(join(directoryOf(context), name), { force: true })));
}

function isOf({ userId, organizationId }: Owner): (kept: Kept) => boolean {
  return (kept) => kept.userId === userId && kept.organizationId === organizationId;
}

/** Adds the sizes on the disk. A file that was removed meanwhile counts as a small one. */
function measure(context: Place, kept: Kept[]): Promise<(Kept & { bytes: number })[]> {
  return Promise.all(
    kept.map(async (each) => {
      const found = await stat(join(directoryOf(context), each.name)).catch(() => undefined);
      return Object.assign(each, { bytes: Math.max(found?.size ?? 0, minBytes) });
    }),
  );
}

/** Returns a place for an upload that is kept from now on, under a new id or that of one that was claimed. */
export function placeUpload(
  context: Place,
  owner: Owner,
  id = newUnguessableId(),
): { id: string; place: UploadLocation } {
  const name = [context.now() + keptMs, owner.organizationId, owner.userId, id].join('.');
  return { id, place: { path: join(directoryOf(context), name), key: context.config.appKey } };
}

/** Removes others to make room for an upload that is kept: the oldest of the same user, then of who keeps most. */
export async function makeRoom(context: Place, owner: Owner, id: string): Promise<void> {
  const all = await measure(context, await listKept(context));
  const others = all.filter((kept) => kept.id !== id);
  const own = others.filter(isOf(owner));
  const tooMany = own.slice(0, Math.max(0, own.length - maxOfOne + 1));
  const left = others.filter((kept) => !tooMany.includes(kept));
  const bytes = all.find((kept) => kept.id === id)?.bytes ?? minBytes;
  const surplus = findSurplus(left, { userId: owner.userId, bytes }, maxBytesOfAll);
  await removeKept(context, [...tooMany, ...surplus]);
}

/** Returns the place of an upload; undefined when it has expired or is another user's. */
export async function findUpload(
  context: Place,
  owner: Owner,
  id: string,
): Promise<UploadLocation | undefined> {
  const all = await listKept(context);
  const kept = all.find((each) => each.id === id && each.endsAt > context.now() && isOf(owner)(each));
  return kept && { path: join(directoryOf(context), kept.name), key: context.config.appKey };
}

/** Deletes an upload that is no longer needed. */
export async function deleteUpload({ path }: UploadLocation): Promise<void> {
  await rm(path, { force: true });
}

/** Deletes an upload before it is used. Returns false when another request did, which uses it. */
export async function claimUpload({ path }: UploadLocation): Promise<boolean> {
  try {
    await unlink(path);
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return false;
    throw error;
  }
}

/** Removes expired uploads, and returns how many they were. */
export async function deleteExpiredUploads(context: Place): Promise<number> {
  const ended = (await listKept(context)).filter(({ endsAt }) => !(endsAt > context.now()));
  await removeKept(context, ended);
  return ended.length;
}

/** Removes the uploads of the members of an organization that is deleted. */
export async function deleteUploadsOf(context: Place, organizationId: string): Promise<void> {
  const kept = await listKept(context);
  await removeKept(
    context,
    kept.filter((each) => each.organizationId === organizationId),
  );
}
