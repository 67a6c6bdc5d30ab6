// A remembered value may be a token as well as a number, so it is stored sealed, with its owner as associated data.
import { createHash } from 'node:crypto';
import { type AppKeys, openSealed, seal } from '~/auth/secret-box';
import { parseJson, stringifyJson } from '~/engine/json/json';

/** Returns the associated data of a sealed value. */
export function associatedDataOfRemembered(integrationId: string, name: string): string {
  return `memory:${integrationId}:${name}`;
}

/** Returns the associated data of what an execution read; `loopId` is '' for the values. */
export function associatedDataOfRead(executionId: string, loopId: string): string {
  return `memory-read:${executionId}:${loopId}`;
}

export function sealMemory({ appKey }: AppKeys, associatedData: string, value: unknown): string {
  return seal(appKey, stringifyJson(value), associatedData);
}

/** Returns undefined when the value cannot be decrypted with the server's key. */
export function openMemory(
  keys: AppKeys,
  associatedData: string,
  sealed: string,
): { value: unknown } | undefined {
  const text = openSealed(keys, sealed, associatedData);
  return text === undefined ? undefined : { value: parseJson(text) };
}

/** Returns what is stored of an entry's key. */
export function digestKey({ integrationId, loopId }: { integrationId: string; loopId: string }, key: string) {
  return createHash('sha256').update(`${integrationId}\n${loopId}\n${key}`).digest('base64url');
}
