// Variables that hold a credential of a response's header, or something made of one. Which they are is the same in each run of a
// definition; what they hold is to be masked once it is known.
import { findResponsePart } from '../paths/response-part';
import { isCredentialName } from '../secrets/credential-names';
import type { MaskSecrets } from '../secrets/mask-secrets';
import { listHeaderSecrets } from '../secrets/response-headers';
import type { Definition } from '../integration';
import { listFieldReferences, listTemplateVariables } from '../placeholders/template-references';
import { sortByOrder } from '../definition/order';

/** By the names of variables: the header whose value one is, or `made` of what is computed of it. A list has that of its items. */
export type CredentialVariables = ReadonlyMap<string, { header: string } | 'made'>;

export function findCredentialVariables({ apiCalls, loopSteps = [] }: Definition): CredentialVariables {
  const found = new Map<string, { header: string } | 'made'>();
  const mappings = sortByOrder(apiCalls).map(({ responseMapping }) => responseMapping);
  for (const { jsonPath, saveAs } of mappings.flatMap(({ extractFields }) => extractFields)) {
    const part = findResponsePart(jsonPath);
    if (part?.kind === 'header' && isCredentialName(part.name)) found.set(saveAs, { header: part.name });
  }
  if (found.size === 0) return found;
  const computed = mappings.flatMap((mapping) => mapping.computed ?? []);
  // Lists stand behind the calls that they are made by, and calls behind lists: until nothing more is found.
  for (let before = 0; before < found.size;) {
    before = found.size;
    for (const { saveAs, template } of computed) {
      if (!found.has(saveAs) && listTemplateVariables(template).some((name) => found.has(name))) {
        found.set(saveAs, 'made');
      }
    }
    for (const { items, itemName, collect } of loopSteps) {
      if (listFieldReferences(items).some(({ name }) => found.has(name))) found.set(itemName, 'made');
      for (const { from, saveAs } of collect) {
        const origin = found.get(from);
        if (origin && !found.has(saveAs)) found.set(saveAs, origin);
      }
    }
  }
  return found;
}

/** What is made of a credential and shorter is a choice, a count or a time, which occurs elsewhere too. */
const shortestMade = 8;

/**
 * The texts that must be masked from now on, of variables that were just saved, and of lists of them. Not what is made of a credential so
 * that `maskSecrets` finds it: a cookie stays readable but for its value.
 */
export function listSavedSecrets(
  credentials: CredentialVariables,
  saved: readonly (readonly [name: string, value: unknown])[],
  maskSecrets: MaskSecrets,
): string[] {
  return saved.flatMap(([name, value]) => {
    const origin = credentials.get(name);
    if (origin === undefined) return [];
    const texts = listStrings(value);
    return origin === 'made'
      ? texts.filter((text) => text.length >= shortestMade && maskSecrets(text) === text)
      : texts.flatMap((text) => listHeaderSecrets(origin.header, text));
  });
}

function listStrings(value: unknown): string[] {
  if (typeof value === 'string') return [value];
  const isObject =
    typeof value === 'object' && value !== null && Object.getPrototypeOf(value) === Object.prototype;
  if (!Array.isArray(value) && !isObject) return [];
  return Object.values(value as object).flatMap(listStrings);
}
