// The value of a record may be a token as well as a number, so it is stored sealed, with its place as associated data. So is the
// response of a call that changed a record.
import { type AppKeys, openSealed, seal } from '~/auth/secret-box';
import type { RecordKey } from '~/db/stores/listing';
import type { CallKey } from '~/db/stores/responses';
import { parseJson } from '~/engine/json/json';

/** Returns the associated data of a record's value. */
export function associatedDataOfRecord(organizationId: string, store: string, key: string): string {
  return `record:${organizationId}:${store}:${key}`;
}

/** Returns the associated data of the response of a call that changed a store. */
export function associatedDataOfCallResponse(executionId: string, callKey: string): string {
  return `record-response:${executionId}:${callKey}`;
}

/** Seals the JSON text of a record's value. */
export function sealRecord(
  { appKey }: AppKeys,
  { organizationId, store, key }: RecordKey,
  json: string,
): string {
  return seal(appKey, json, associatedDataOfRecord(organizationId, store, key));
}

/** Returns undefined when the value cannot be decrypted with the server's key. */
export function openRecord(keys: AppKeys, key: RecordKey, sealed: string): { value: unknown } | undefined {
  const text = openRecordText(keys, key, sealed);
  return text === undefined ? undefined : { value: parseJson(text) };
}

/** Returns the JSON text; undefined when it cannot be decrypted with the server's key. */
export function openRecordText(
  keys: AppKeys,
  { organizationId, store, key }: RecordKey,
  sealed: string,
): string | undefined {
  return openSealed(keys, sealed, associatedDataOfRecord(organizationId, store, key));
}

export function sealCallResponse(
  { appKey }: AppKeys,
  { executionId, callKey }: CallKey,
  text: string,
): string {
  return seal(appKey, text, associatedDataOfCallResponse(executionId, callKey));
}

export function openCallResponse(
  keys: AppKeys,
  { executionId, callKey }: CallKey,
  sealed: string,
): string | undefined {
  return openSealed(keys, sealed, associatedDataOfCallResponse(executionId, callKey));
}
