// Keeps what a user typed into a form whose session had ended when it was sent. With script, the browser keeps it; without
// script, it is stored here, sealed in a file, for half an hour and for that user only. The file's name holds the end of that
// time and the user.
import { existsSync } from 'node:fs';
import { mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { openSealed, seal } from '~/auth/secret-box';
import type { AppContext } from '~/context';
import { newUnguessableId } from '~/db/core/id';

type Place = Pick<AppContext, 'config' | 'now'>;
export type TypedFields = [name: string, value: string][];

interface Kept {
  name: string;
  endsAt: number;
  userId: string;
  id: string;
}

const keptMs = 30 * 60_000;
const mostOfOne = 3;
const mostOfAll = 100;
/** As JSON. A form of fifty calls has a tenth of it. */
const mostBytes = 1024 * 1024;

function directoryOf({ config }: Place): string {
  return join(config.dataDir, 'kept-forms');
}

/** The form of another page cannot be opened either. */
function placeOf({ userId, id }: Pick<Kept, 'userId' | 'id'>, page: string): string {
  return `kept-form:${userId}:${id}:${page}`;
}

async function listKept(context: Place): Promise<Kept[]> {
  const directory = directoryOf(context);
  if (!existsSync(directory)) return [];
  return (await readdir(directory)).toSorted().map((name) => {
    const [endsAt, userId = '', id = ''] = name.split('.');
    return { name, endsAt: Number(endsAt), userId, id };
  });
}

async function remove(context: Place, kept: Kept[]): Promise<number> {
  for (const { name } of kept) await rm(join(directoryOf(context), name), { force: true });
  return kept.length;
}

/**
 * Keeps what a user typed on a page (its path), without what is secret, which the caller leaves out. Returns the name to ask for it by; undefined where
 * it is too large or cannot be written.
 */
export async function keepForm(
  context: Place,
  { userId, page }: { userId: string; page: string },
  fields: TypedFields,
): Promise<string | undefined> {
  const text = JSON.stringify(fields);
  if (Buffer.byteLength(text) > mostBytes) return undefined;
  const all = await listKept(context);
  const own = all.filter((each) => each.userId === userId).slice(0, 1 - mostOfOne);
  const left = all.filter((kept) => !own.includes(kept)).slice(0, 1 - mostOfAll);
  await remove(context, [...own, ...left]);
  const kept = { userId, id: newUnguessableId() };
  const path = join(directoryOf(context), [context.now() + keptMs, kept.userId, kept.id].join('.'));
  const isWritten = await write(path, seal(context.config.appKey, text, placeOf(kept, page)));
  return isWritten ? kept.id : undefined;
}

/** The log-in goes on where the disk is full or the data directory is gone. */
async function write(path: string, sealed: string): Promise<boolean> {
  const directory = dirname(path);
  try {
    if (!existsSync(directory)) await mkdir(directory, { mode: 0o700 });
    await writeFile(path, sealed, { mode: 0o600 });
    return true;
  } catch {
    return false;
  }
}

async function findKept(context: Place, userId: string, id: string): Promise<Kept | undefined> {
  const all = await listKept(context);
  return all.find((each) => each.id === id && each.userId === userId && each.endsAt > context.now());
}

/** Puts other fields in the place of what was typed, until the same end; nothing where that is over already. */
export async function replaceKeptForm(
  context: Place,
  { userId, page }: { userId: string; page: string },
  id: string,
  fields: TypedFields,
): Promise<void> {
  const kept = await findKept(context, userId, id);
  if (!kept) return;
  const sealed = seal(context.config.appKey, JSON.stringify(fields), placeOf(kept, page));
  // Where the disk is full nothing may be left of what was typed.
  if (!(await write(join(directoryOf(context), kept.name), sealed))) await remove(context, [kept]);
}

/** What was typed; undefined when it is over, another user's or another page's. It may be asked for again. */
export async function findKeptForm(
  context: Place,
  { userId, page }: { userId: string; page: string },
  id: string,
): Promise<TypedFields | undefined> {
  const kept = await findKept(context, userId, id);
  if (!kept) return undefined;
  const sealed = await readFile(join(directoryOf(context), kept.name), 'utf8').catch(() => '');
  const text = openSealed(context.config, sealed, placeOf(kept, page));
  return text === undefined ? undefined : (JSON.parse(text) as TypedFields);
}

/** Removes what is over, and returns how much that was. */
export async function deleteExpiredForms(context: Place): Promise<number> {
  return remove(
    context,
    (await listKept(context)).filter(({ endsAt }) => !(endsAt > context.now())),
  );
}
