// The value of a record may be a token as well as a number, so it is stored sealed, with its place as associated data.
import { type AppKeys, openSealed, seal } from '~/auth/secret-box';
import type { RecordKey } from '~/db/stores/listing';
import { parseJson } from '~/engine/json/json';

function associatedDataOf({ organizationId, store, key }: RecordKey): string {
  return `record:${organizationId}:${store}:${key}`;
}

/** Seals the JSON text of a record's value. */
export function sealRecord({ appKey }: AppKeys, key: RecordKey, json: string): string {
  return seal(appKey, json, associatedDataOf(key));
}

/** Returns undefined when the value cannot be decrypted with the server's key. */
export function openRecord(keys: AppKeys, key: RecordKey, sealed: string): { value: unknown } | undefined {
  const text = openSealed(keys, sealed, associatedDataOf(key));
  return text === undefined ? undefined : { value: parseJson(text) };
}
