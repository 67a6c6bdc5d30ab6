// What a webhook is checked against and a run executes. Versions never change, so an opened one can be kept: the
// door for webhooks asks ten thousand times a second, and neither reads the row nor decrypts twice.
import type { Config } from '~/config';
import { findStoredDefinition } from '~/db/integrations/versions';
import type { Queries } from '~/db/core/queries';
import type { Definition } from '~/engine/integration';
import { openDefinition } from './definition-secrets';

/** `sealed`: some secret of it cannot be decrypted with the key the server was given. */
export type LoadedDefinition =
  { kind: 'found'; definition: Definition } | { kind: 'sealed' } | { kind: 'not-found' };

/** Characters of stored JSON that are kept opened, over all definitions. */
const cacheCapacity = 16 * 1024 * 1024;

interface Cache {
  entries: Map<string, { found: LoadedDefinition; size: number }>;
  size: number;
}

/** By configuration, since what can be opened depends on its key. */
const caches = new WeakMap<Config, Cache>();

/** A version of an integration's definition with its secrets in the clear. The caller must not change it. */
export function findDefinition(
  context: { config: Config; db: Queries },
  integrationId: string,
  version: number,
): LoadedDefinition {
  const cache = cacheOf(context.config);
  const key = `${integrationId}:${version}`;
  const cached = cache.entries.get(key);
  if (cached) return cached.found;
  const stored = findStoredDefinition(context.db, integrationId, version);
  if (stored === undefined) return { kind: 'not-found' };
  const { definition, unreadable } = openDefinition(context.config, integrationId, stored);
  const found: LoadedDefinition = unreadable.size > 0 ? { kind: 'sealed' } : { kind: 'found', definition };
  keep(cache, key, found, stored.length);
  return found;
}

function cacheOf(config: Config): Cache {
  let cache = caches.get(config);
  if (!cache) {
    cache = { entries: new Map(), size: 0 };
    caches.set(config, cache);
  }
  return cache;
}

/** Adds an entry and drops the oldest ones that no longer fit. */
function keep(cache: Cache, key: string, found: LoadedDefinition, size: number): void {
  cache.entries.set(key, { found, size });
  cache.size += size;
  for (const [oldest, entry] of cache.entries) {
    if (cache.size <= cacheCapacity) return;
    cache.entries.delete(oldest);
    cache.size -= entry.size;
  }
}
