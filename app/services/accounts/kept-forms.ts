// Keeps what a user typed into a form that they sent after their session had ended. A browser with script keeps the form
// itself. Without script, the server stores it, sealed in a file, for half an hour and for that user only. The file's name
// holds the time of expiry, the user's id, the size and the kind. The selection of many integrations and its result are kept
// the same way.
import { existsSync } from 'node:fs';
import { mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { openSealed, seal } from '~/auth/secret-box';
import type { AppContext } from '~/context';
import { newUnguessableId } from '~/db/core/id';
import { findSurplus } from '../fair-room';

type Place = Pick<AppContext, 'config' | 'now'>;
export type TypedFields = [name: string, value: string][];

/** `chosen`: what a press chose, which takes no room from what was typed. */
type FormKind = 'typed' | 'chosen';

interface Kept {
  name: string;
  endsAt: number;
  userId: string;
  id: string;
  /** What the form counts as, of `maxBytesOfAll`. */
  bytes: number;
  kind: FormKind;
}

const keptMs = 30 * 60_000;
/** The most forms of one kind that are kept for a user. */
const maxOfOne = 3;
/** The maximum size of a form as JSON, in bytes. A form with fifty calls takes a tenth of it. */
const maxBytes = 1024 * 1024;
const maxBytesOfAll = 100 * maxBytes;
/** What a small form counts as, so that there are at most 6,400 files. */
const minBytes = 16 * 1024;

function directoryOf({ config }: Place): string {
  return join(config.dataDir, 'kept-forms');
}

/** Returns the place that a sealed form is bound to. It includes the page, so that no other page can open the form. */
function placeOf({ userId, id }: Pick<Kept, 'userId' | 'id'>, page: string): string {
  return `kept-form:${userId}:${id}:${page}`;
}

async function listKept(context: Place): Promise<Kept[]> {
  const directory = directoryOf(context);
  if (!existsSync(directory)) return [];
  return (await readdir(directory)).toSorted().map((name) => {
    const [endsAt, userId = '', id = '', bytes = minBytes, kind] = name.split('.');
    return {
      name,
      endsAt: Number(endsAt),
      userId,
      id,
      bytes: Number(bytes),
      kind: kind === 'chosen' ? 'chosen' : 'typed',
    };
  });
}

async function remove(context: Place, kept: Kept[]): Promise<number> {
  for (const { name } of kept) await rm(join(directoryOf(context), name), { force: true });
  return kept.length;
}

/**
 * Keeps what a user typed on a page (its path). The caller leaves secrets out. Returns the id by which to read the form;
 * undefined when it is too large or cannot be written.
 */
export async function keepForm(
  context: Place,
  { userId, page, kind = 'typed' }: { userId: string; page: string; kind?: FormKind },
  fields: TypedFields,
): Promise<string | undefined> {
  const text = JSON.stringify(fields);
  const size = Buffer.byteLength(text);
  if (size > maxBytes) return undefined;
  const kept = { userId, id: newUnguessableId(), bytes: Math.max(size, minBytes), kind };
  const all = await listKept(context);
  const own = all.filter((each) => each.userId === userId && each.kind === kind).slice(0, 1 - maxOfOne);
  const left = all.filter((each) => !own.includes(each));
  await remove(context, [...own, ...findSurplus(left, kept, maxBytesOfAll)]);
  const name = [context.now() + keptMs, kept.userId, kept.id, kept.bytes, kind].join('.');
  const path = join(directoryOf(context), name);
  const isWritten = await write(path, seal(context.config.appKey, text, placeOf(kept, page)));
  return isWritten ? kept.id : undefined;
}

/** Writes a file. Returns false when the disk is full or the data directory is gone, so that the log-in can go on. */
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

/** Replaces the fields of a kept form, which expires at the same time as before. Does nothing when it has expired already. */
export async function replaceKeptForm(
  context: Place,
  { userId, page }: { userId: string; page: string },
  id: string,
  fields: TypedFields,
): Promise<void> {
  const kept = await findKept(context, userId, id);
  if (!kept) return;
  const sealed = seal(context.config.appKey, JSON.stringify(fields), placeOf(kept, page));
  // On a full disk the form is removed, so that nothing of what was typed stays.
  if (!(await write(join(directoryOf(context), kept.name), sealed))) await remove(context, [kept]);
}

/** Returns what was typed; undefined when it has expired, or is another user's or page's. The form can be read again. */
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

/** Removes expired forms, and returns how many they were. */
export async function deleteExpiredForms(context: Place): Promise<number> {
  return remove(
    context,
    (await listKept(context)).filter(({ endsAt }) => !(endsAt > context.now())),
  );
}
