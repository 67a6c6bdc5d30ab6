// Headers of a response that a call saves as variables and that are credentials by their names.
import { findResponsePart, type ResponseHead, readResponsePart } from '../paths/response-part';
import { maskResponseHeader, listHeaderSecrets } from '../secrets/response-headers';
import type { ResponseMapping } from '../definition/response-mapping';

/** Lists the parts of these headers in a new response that must be masked in the run from now on. */
export function listSecretsOfHead({ extractFields }: ResponseMapping, head: ResponseHead): string[] {
  return extractFields.flatMap(({ jsonPath }) => {
    const part = findResponsePart(jsonPath);
    return part?.kind === 'header' ? listSecrets(part.name, readResponsePart(head, part)) : [];
  });
}

function listSecrets(name: string, value: unknown): string[] {
  return typeof value === 'string' ? listHeaderSecrets(name, value) : [];
}

/** Returns an extraction as the log shows it. It is hidden by its place, since a short secret is not masked by value. */
export function maskSavedHeader<Shown extends { jsonPath: string; value?: unknown }>(
  extraction: Shown,
): Shown {
  const part = findResponsePart(extraction.jsonPath);
  const { value } = extraction;
  if (part?.kind !== 'header' || typeof value !== 'string') return extraction;
  return { ...extraction, value: maskResponseHeader(part.name, value) };
}
