// Reads the bytes of a large file, a part at a time.
import type { AppContext } from '~/context';
import { findPart } from '~/db/executions/files/saved-files';
import { yieldTurn } from '../event-loop';
import { openFileKey, openPart, partBytes } from './sealed-parts';

interface StoredFile {
  id: string;
  sealedKey: string;
  /** In bytes. */
  size: number;
}

/**
 * Yields the parts of a file, each of which is read when it is asked for. Throws when a part is not there, because the file was
 * deleted meanwhile, or cannot be decrypted: nobody takes what came before for the whole file.
 */
export async function* readParts(
  { db, config, log }: Pick<AppContext, 'db' | 'config' | 'log'>,
  { id, sealedKey, size }: StoredFile,
): AsyncGenerator<Buffer, void> {
  const key = openFileKey(config, id, sealedKey);
  for (let part = 0; part * partBytes < size; part += 1) {
    const sealed = await findPart(db, id, part);
    const bytes = sealed && key && openPart(key, part, sealed);
    if (!bytes) {
      log.error({ fileId: id, part }, 'a part of a file cannot be read');
      throw new Error(`Part ${part} of the file ${id} cannot be read.`);
    }
    yield bytes;
    // A reader that only hashes the parts takes the next one at once.
    await yieldTurn();
  }
}
