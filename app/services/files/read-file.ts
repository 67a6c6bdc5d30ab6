// Finds the large files that an execution has.
import type { AppContext } from '~/context';
import { findStoredFile } from '~/db/executions/files/saved-files';
import { openFileKey } from './sealed-parts';

/** A large file that an execution has; `sha256` is in hex. */
export interface KeptFile {
  id: string;
  sealedKey: string;
  /** The key of its parts. */
  key: Buffer;
  /** In bytes. */
  size: number;
  sha256: string;
}

/** Finds a file by the execution that has it; undefined also when its bytes were given up, or cannot be decrypted. */
export async function findKeptFile(
  { db, config }: Pick<AppContext, 'db' | 'config'>,
  place: { id: string; organizationId: string; executionId: string },
): Promise<KeptFile | undefined> {
  const found = await findStoredFile(db, place);
  if (!found || found.removedAt !== null) return undefined;
  const { id, size, sha256, sealedKey } = found;
  const key = openFileKey(config, id, sealedKey);
  return key && { id, sealedKey, key, size, sha256 };
}
