// Large files as runs store them, for tests that only read, count or delete them.
import { createHash } from 'node:crypto';
import type { AppContext } from '~/context';
import { newId } from '~/db/core/id';
import { insertFileUseQuery } from '~/db/executions/files/file-uses';
import { completeFile, insertPart, reserveFile } from '~/db/executions/files/saved-files';
import { createFileKey, partBytes, sealPart } from '~/services/files/sealed-parts';

interface TestFile {
  organizationId: string;
  executionId: string;
  step?: number;
  isSecret?: boolean;
}

/** Stores a file that a step of an execution saved. Returns its id and its digest. */
export async function addLargeFile(
  { db, config, now }: AppContext,
  { organizationId, executionId, step = 0, isSecret = false }: TestFile,
  bytes: Buffer,
): Promise<{ id: string; sha256: string }> {
  const id = newId();
  const { key, sealedKey } = createFileKey(config, id);
  const file = { id, organizationId, executionId, callKey: `${executionId}.call`, sealedKey };
  await reserveFile(db, { ...file, size: bytes.length, now: now() }, Infinity);
  for (let part = 0; part * partBytes < bytes.length; part += 1) {
    const content = bytes.subarray(part * partBytes, (part + 1) * partBytes);
    await insertPart(db, { fileId: id, part, bytes: sealPart(key, part, content) });
  }
  const sha256 = createHash('sha256').update(bytes).digest('hex');
  await completeFile(db, { id, size: bytes.length, sha256, isSecret });
  await db.run(insertFileUseQuery({ executionId, step, fileId: id }));
  return { id, sha256 };
}

/** Returns how many files and parts of files the database has. */
export function countFiles({ db }: AppContext): { files: number; parts: number } {
  const count = (table: string) => Number(db.sqlite.prepare(`select count(*) from ${table}`).pluck().get());
  return { files: count('saved_files'), parts: count('saved_file_parts') };
}
