// Variables that hold a credential of a response's header, or a value computed from one. These variables are the same in each
// run of a definition; their values have to be masked once they are known.
import { findResponsePart } from '../paths/response-part';
import { isCredentialName } from '../secrets/credential-names';
import type { MaskSecrets } from '../secrets/mask-secrets';
import { listHeaderSecrets } from '../secrets/response-headers';
import type { Definition } from '../integration';
import { listFieldReferences, listTemplateVariables } from '../placeholders/template-references';
import { sortByOrder } from '../definition/order';

/** The origin of each variable, by name: its header, or `made` if it is computed. A list has the origin of its items. */
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
  // Lists come after the calls that make them, and calls after lists. So this repeats until nothing more is found.
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

/** The least length of a masked computed value: shorter ones are choices, counts or times, which occur elsewhere too. */
const shortestMade = 8;

/**
 * Lists the texts of variables that were just saved, and of lists of them, that must be masked from now on. A computed value in
 * which `maskSecrets` finds the credential is left out: a cookie stays readable except for its value.
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
