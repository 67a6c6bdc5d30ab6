// What was read of a document waits in a file until the person picked of it: an hour, for that person in that organization
// alone. The file's name says until when, and whose it is.
import { existsSync } from 'node:fs';
import { readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { AppContext } from '~/context';
import { newUnguessableId } from '~/db/core/id';
import type { UploadLocation } from './worker-jobs';
import type { Actor } from '../actor';

type Owner = Pick<Actor, 'userId' | 'organizationId'>;
type Place = Pick<AppContext, 'config' | 'now'>;

interface Kept extends Owner {
  name: string;
  id: string;
  endsAt: number;
}

const keptMs = 3_600_000;
const mostOfOne = 3;
const mostOfAll = 24;

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

/** A place for something new. The oldest make room, of the same person first. */
export async function createUpload(
  context: Place,
  owner: Owner,
): Promise<{ id: string; place: UploadLocation }> {
  const all = await listKept(context);
  const own = all.filter(isOf(owner));
  const tooMany = own.slice(0, Math.max(0, own.length - mostOfOne + 1));
  const left = all.filter((kept) => !tooMany.includes(kept));
  await removeKept(context, [...tooMany, ...left.slice(0, Math.max(0, left.length - mostOfAll + 1))]);
  const id = newUnguessableId();
  const name = [context.now() + keptMs, owner.organizationId, owner.userId, id].join('.');
  return { id, place: { path: join(directoryOf(context), name), key: context.config.appKey } };
}

/** Where it is kept; undefined when it is over, or another user's. */
export async function findUpload(
  context: Place,
  owner: Owner,
  id: string,
): Promise<UploadLocation | undefined> {
  const all = await listKept(context);
  const kept = all.find((each) => each.id === id && each.endsAt > context.now() && isOf(owner)(each));
  return kept && { path: join(directoryOf(context), kept.name), key: context.config.appKey };
}

/** It is not wanted any more. */
export async function deleteUpload({ path }: UploadLocation): Promise<void> {
  await rm(path, { force: true });
}

/** Removes what is over, and returns how much that was. */
export async function deleteExpiredUploads(context: Place): Promise<number> {
  const ended = (await listKept(context)).filter(({ endsAt }) => !(endsAt > context.now()));
  await removeKept(context, ended);
  return ended.length;
}

/** Removes what members of an organization keep that goes. */
export async function deleteUploadsOf(context: Place, organizationId: string): Promise<void> {
  const kept = await listKept(context);
  await removeKept(
    context,
    kept.filter((each) => each.organizationId === organizationId),
  );
}
