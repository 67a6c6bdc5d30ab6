// What an event waits for as the value of one field: an integration, any other, or any other with a tag.
import { anyIntegration } from '../../engine/schema/any-integration';
import { readTagValue, toTagValue } from './tag-value';

/** Returns the field's value. */
export function toSourceValue({ integrationId, tag }: { integrationId: string; tag?: string | undefined }) {
  return tag === undefined ? integrationId : toTagValue(tag);
}

/** Reads the field's value. */
export function readSourceValue(value: string): { integrationId: string; tag?: string } {
  const tag = readTagValue(value);
  return tag === undefined ? { integrationId: value } : { integrationId: anyIntegration, tag };
}
