// Keeps opened definitions, against which deliveries are checked and which runs execute. Versions never change, so an opened
// one can be kept: ten thousand deliveries a second then neither read the row nor decrypt it again.
import type { BlockList } from 'node:net';
import type { Config } from '~/config';
import { findStoredDefinition } from '~/db/integrations/versions';
import type { Queries } from '~/db/core/queries';
import { usesRequest } from '~/engine/checks/request-use';
import type { Definition } from '~/engine/integration';
import { createAddressList } from '../limits/network-address';
import { keepEntry, type SizedCache } from '../sized-cache';
import { openDefinition } from './definition-secrets';

/** `sealed`: a secret in it cannot be decrypted with the server's key. */
export type LoadedDefinition =
  | {
      kind: 'found';
      definition: Definition;
      /** Whether runs read the request of a delivery, so that it is kept. */
      usesRequest: boolean;
      /** The addresses that deliveries may come from; undefined allows all. */
      allowed: BlockList | undefined;
    }
  | { kind: 'sealed' }
  | { kind: 'not-found' };

/** How many characters of stored JSON are kept opened, for all definitions together. */
const cacheCapacity = 16 * 1024 * 1024;

/** Opened definitions; they depend on the key in `config`. */
export interface DefinitionCache extends SizedCache<{ found: LoadedDefinition; size: number }> {
  config: Config;
}

export function createDefinitionCache(config: Config): DefinitionCache {
  return { config, entries: new Map(), size: 0 };
}

/** Returns a definition that was opened before and is still kept. The caller must not change it. */
export function findCachedDefinition(
  { definitions }: { definitions: DefinitionCache },
  key: string,
): LoadedDefinition | undefined {
  return definitions.entries.get(key)?.found;
}

/**
 * Returns the key for {@link findCachedDefinition}. A frequent caller keeps it, since building it costs more than a look-up.
 */
export function definitionKey(integrationId: string, version: number): string {
  return `${integrationId}:${version}`;
}

/** Returns a version of an integration's definition with its secrets decrypted. The caller must not change it. */
export async function findDefinition(
  { definitions, db }: { definitions: DefinitionCache; db: Queries },
  integrationId: string,
  version: number,
): Promise<LoadedDefinition> {
  const key = definitionKey(integrationId, version);
  const kept = findCachedDefinition({ definitions }, key);
  if (kept) return kept;
  const stored = await findStoredDefinition(db, integrationId, version);
  if (stored === undefined) return { kind: 'not-found' };
  const { definition, unreadable } = openDefinition(definitions.config, integrationId, stored);
  const found: LoadedDefinition =
    unreadable.size > 0
      ? { kind: 'sealed' }
      : { kind: 'found', definition, usesRequest: usesRequest(definition), allowed: listAllowed(definition) };
  keepEntry(definitions, cacheCapacity, key, { found, size: stored.length });
  return found;
}

function listAllowed({ triggerConfig }: Definition): BlockList | undefined {
  const ranges = triggerConfig.type === 'webhook' ? (triggerConfig.webhook.allowFrom ?? []) : [];
  return ranges.length > 0 ? createAddressList(ranges) : undefined;
}
