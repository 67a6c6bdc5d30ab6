// How much of a value a run and its log keep.
import { loggedValueLength } from '../events/event';
import { isFile, withoutBytes } from '../files/file-value';
import { isJsonLongerThan } from '../json/json';
import type { Extraction } from '../logged';
import { type MaskSecrets, maskSecretsIn } from '../secrets/mask-secrets';

/**
 * The greatest length of a saved value. A path with `..`, or many paths, can list the same body many times over. So no variable
 * may be much longer than a body, nor all variables of one response together; those that are too long count, too.
 */
export const savedValueLength = 2 * 1024 * 1024;

/** Returns the log's copy of an extraction: masked, without files' bytes, and without long values, which the body shows. */
export function maskExtraction(extraction: Extraction, maskSecrets: MaskSecrets): Extraction {
  if (!extraction.success) return extraction;
  const { variableName, jsonPath, type, success, message, value: whole } = extraction;
  const value = isFile(whole) ? withoutBytes(whole) : whole;
  if (isJsonLongerThan(value, loggedValueLength)) {
    const long = message ?? 'The value is long; see the response body';
    return { variableName, jsonPath, type, success, message: long };
  }
  const shown = maskSecretsIn(withoutBytes(value), maskSecrets);
  return { variableName, jsonPath, type, success, message, value: shown };
}
