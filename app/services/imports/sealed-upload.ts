// Reads and writes what is kept between two steps of an import. It is sealed, and so is the name of its file with it.
import { mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { basename, dirname } from 'node:path';
import { open, seal } from '~/auth/secret-box';
import { isFull } from '~/db/core/database-errors';
import type { Problem } from '~/problem';

/** The place of a kept upload, which is sealed under a 32-byte key. */
export interface UploadLocation {
  path: string;
  key: Uint8Array;
}

/** Writes an upload where none is. Problem: unavailable when the disk is full. */
export async function writeUpload(
  { path, key }: UploadLocation,
  text: string,
): Promise<{ kind: 'kept' } | Problem> {
  try {
    await mkdir(dirname(path), { recursive: true, mode: 0o700 });
    await writeFile(path, seal(Buffer.from(key), text, basename(path)), { mode: 0o600, flag: 'wx' });
    return { kind: 'kept' };
  } catch (error) {
    await rm(path, { force: true });
    if (!isFull(error)) throw error;
    return { kind: 'unavailable', message: 'The disk of this server is full.', retryAfterSeconds: 30 };
  }
}

/** Reads a kept upload; undefined when it was removed, or was sealed with another key. */
export async function readUpload<Kept>({ path, key }: UploadLocation): Promise<Kept | undefined> {
  let sealed: string;
  try {
    sealed = await readFile(path, 'utf8');
  } catch {
    return undefined;
  }
  const text = open(Buffer.from(key), sealed, basename(path));
  return text === undefined ? undefined : (JSON.parse(text) as Kept);
}
