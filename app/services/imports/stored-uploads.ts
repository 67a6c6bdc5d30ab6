// Keeps what was read of a document in a file until the user picks from it: for an hour, and only for that user in that
// organization. The file's name holds the time of expiry and the owner.
import { existsSync } from 'node:fs';
import { readdir, rm, unlink } from 'node:fs/promises';
import { join } from 'node:path';
import type { AppContext } from '~/context';
import { newUnguessableId } from '~/db/core/id';
import type { UploadLocation } from './sealed-upload';
import type { Problem } from '~/problem';
import type { Actor } from '../actor';

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
const maxOfAll = 24;

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

/** Returns a place for a new upload. The oldest ones are removed to make room, those of the same user first. */
export async function createUpload(
  context: Place,
  owner: Owner,
): Promise<{ id: string; place: UploadLocation }> {
  const all = await listKept(context);
  const own = all.filter(isOf(owner));
  const tooMany = own.slice(0, Math.max(0, own.length - maxOfOne + 1));
  const left = all.filter((kept) => !tooMany.includes(kept));
  await removeKept(context, [...tooMany, ...left.slice(0, Math.max(0, left.length - maxOfAll + 1))]);
  const id = newUnguessableId();
  const name = [context.now() + keptMs, owner.organizationId, owner.userId, id].join('.');
  return { id, place: { path: join(directoryOf(context), name), key: context.config.appKey } };
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
