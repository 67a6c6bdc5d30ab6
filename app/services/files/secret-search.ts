// Searches the bytes of a file for secrets, in portions, so that other work goes on in between.
import { isAscii } from 'node:buffer';
import type { RunSecrets } from '~/engine/run/run-secrets';
import { yieldTurn } from '../event-loop';

/** How many bytes are searched in one turn of the event loop, which takes some milliseconds. */
const chunkBytes = 160 * 1024;

/**
 * How many bytes of what came before are searched again with each chunk, so that every secret is whole in one of them: the
 * longest spelling of a secret has 8,192 characters of twelve bytes.
 */
const maxSpellingLength = 96 * 1024;

/** Searches the next part of a file, of any length. Returns whether a secret occurs in the parts so far. */
type SearchPart = (part: Uint8Array) => Promise<boolean>;

/** Begins to search a file, whose parts come one after the other, for the secrets that the log hides. */
export function searchForSecrets({ maskSecrets }: Pick<RunSecrets, 'maskSecrets'>): SearchPart {
  let before = Buffer.alloc(0);
  let isFound = false;
  return async (part) => {
    for (let at = 0; at < part.length && !isFound; at += chunkBytes) {
      const chunk = Buffer.concat([before, part.subarray(at, at + chunkBytes)]);
      isFound = await holdsSecret(chunk);
      before = chunk.subarray(-maxSpellingLength);
    }
    return isFound;
  };

  async function holdsSecret(chunk: Buffer): Promise<boolean> {
    // Most files are UTF-8 or hold such texts among other bytes; a secret beyond ASCII looks different in each encoding.
    const encodings = isAscii(chunk) ? (['latin1'] as const) : (['latin1', 'utf8'] as const);
    for (const encoding of encodings) {
      await yieldTurn();
      const text = chunk.toString(encoding);
      if (maskSecrets(text) !== text) return true;
    }
    return false;
  }
}
