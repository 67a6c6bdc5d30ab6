// Takes a long response without keeping it, for a test of a call: the test only tells what the file would be.
import { createHash } from 'node:crypto';
import type { RunSecrets } from '~/engine/run/run-secrets';
import { limits } from '~/engine/schema/limits';
import type { LongBodyStore } from '~/outbound/long-body';
import { searchForSecrets } from './secret-search';

/** Creates the place for one response, of which only size, digest and whether it holds a secret are known at the end. */
export function createMeasuredBody(secrets: Pick<RunSecrets, 'maskSecrets'>): LongBodyStore {
  const hash = createHash('sha256');
  const searchPart = searchForSecrets(secrets);
  let [size, isSecret] = [0, false];
  return {
    maxBytes: limits.largeFileBytes,
    async add(part) {
      hash.update(part);
      size += part.length;
      isSecret = await searchPart(part);
      return undefined;
    },
    complete: async () => ({ id: '', size, sha256: hash.digest('hex'), isSecret }),
  };
}
