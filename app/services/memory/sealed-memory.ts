// What is remembered may be a token as well as a number, so it is stored sealed, bound to where it belongs.
import { createHash } from 'node:crypto';
import { type AppKeys, openSealed, seal } from '~/auth/secret-box';
import { parseJson, stringifyJson } from '~/engine/json/json';

/** What a sealed value is bound to. */
export function placeOfRemembered(integrationId: string, name: string): string {
  return `memory:${integrationId}:${name}`;
}

/** What is bound so of what an execution read; `loopId` is '' for its values. */
export function placeOfRead(executionId: string, loopId: string): string {
  return `memory-read:${executionId}:${loopId}`;
}

export function sealMemory({ appKey }: AppKeys, place: string, value: unknown): string {
  return seal(appKey, stringifyJson(value), place);
}

/** Undefined when it cannot be decrypted with the key the server was given. */
export function openMemory(keys: AppKeys, place: string, sealed: string): { value: unknown } | undefined {
  const text = openSealed(keys, sealed, place);
  return text === undefined ? undefined : { value: parseJson(text) };
}

/** What is stored of the key of an entry. */
export function digestKey({ integrationId, loopId }: { integrationId: string; loopId: string }, key: string) {
  return createHash('sha256').update(`${integrationId}\n${loopId}\n${key}`).digest('base64url');
}
