// Validates the input that creates or changes a value, and words the errors.
import type { AppKeys } from '~/auth/secret-box';
import type { StoredValue } from '~/db/values/values';
import { listFields } from '~/engine/schema/issue-fields';
import { ValueInput } from '~/engine/values/value';
import type { Problem } from '~/problem';
import { openValue } from './stored-value';

/** The input as a form or a program sends it, not validated yet. */
export interface ValueChange {
  name?: unknown;
  format?: unknown;
  value?: unknown;
  isSecret?: unknown;
  allowedHosts?: unknown;
}

type Read = { kind: 'read'; value: ValueInput } | Problem;

/** Reads a new value. Problem: invalid. A value that is not secret has no hosts. */
export function readValue(input: ValueChange): Read {
  const parsed = ValueInput.safeParse(input);
  if (!parsed.success) return { kind: 'invalid', fields: listFields(parsed.error.issues) };
  const { data } = parsed;
  if (isMask(data.isSecret, data.value)) return wrong('Please enter this value again.');
  return { kind: 'read', value: data.isSecret ? data : { ...data, allowedHosts: [] } };
}

function isMask(isSecret: unknown, value: unknown): boolean {
  return isSecret === true && typeof value === 'string' && value.startsWith('••••');
}

function wrong(message: string): Problem {
  return { kind: 'invalid', fields: { value: [message] } };
}

/** Merges `input` into a stored value. The stored text is kept when `input` has no value, or the mask of a secret. */
export function mergeValue(config: AppKeys, stored: StoredValue, input: ValueChange): Read {
  const former = openValue(config, stored);
  const hosts = JSON.parse(stored.allowedHosts) as string[];
  const isKept = input.value === undefined || (stored.isSecret && isMask(true, input.value));
  if (isKept && former === undefined) {
    return wrong('This value can no longer be decrypted. Please enter it again.');
  }
  const read = readValue({
    name: input.name ?? stored.name,
    format: input.format ?? stored.format,
    isSecret: input.isSecret ?? stored.isSecret,
    allowedHosts: input.allowedHosts ?? hosts,
    value: isKept ? former : input.value,
  });
  if (read.kind !== 'read' || !stored.isSecret || !isKept) return read;
  if (!read.value.isSecret) return wrong('Please enter this value again to show it.');
  // A person who may change the allowed hosts must not be able to send the secret of others to a server of their own.
  const isWider = read.value.allowedHosts.some((host) => !hosts.includes(host));
  return isWider ? wrong('Enter this again: it could now go to another server.') : read;
}
