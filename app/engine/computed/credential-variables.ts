// Variables that hold a credential: of a response's header, or one that a call is sent with, such as the token of a log-in, or
// a value computed from either. These variables are the same in each run of a definition; their values are masked once they are
// known.
import { findResponsePart } from '../paths/response-part';
import type { MaskSecrets } from '../secrets/mask-secrets';
import { listHeaderSecrets } from '../secrets/response-headers';
import { isCredentialName, isSecretHeader } from '../secrets/credential-names';
import type { ApiCall } from '../definition/api-call';
import type { Definition } from '../integration';
import { listFieldReferences, listTemplateVariables } from '../placeholders/template-references';
import { sortByOrder } from '../definition/order';

/**
 * The origin of each variable, by name: its header; `whole` if all of its value is a credential, since it is computed of one or
 * sent as one. A list has the origin of its items.
 */
export type CredentialVariables = ReadonlyMap<string, { header: string } | 'whole'>;

export function findCredentialVariables({ apiCalls, loopSteps = [] }: Definition): CredentialVariables {
  const found = new Map<string, { header: string } | 'whole'>();
  const sent = new Set(apiCalls.flatMap(listSentAlone));
  const mappings = sortByOrder(apiCalls).map(({ responseMapping }) => responseMapping);
  for (const { jsonPath, saveAs } of mappings.flatMap(({ extractFields }) => extractFields)) {
    const part = findResponsePart(jsonPath);
    if (part?.kind === 'header' && isCredentialName(part.name)) found.set(saveAs, { header: part.name });
    else if (sent.has(saveAs)) found.set(saveAs, 'whole');
  }
  if (found.size === 0) return found;
  const computed = mappings.flatMap((mapping) => mapping.computed ?? []);
  // Lists come after the calls that make them, and calls after lists. So this repeats until nothing more is found.
  for (let before = 0; before < found.size;) {
    before = found.size;
    for (const { saveAs, template } of computed) {
      if (!found.has(saveAs) && listTemplateVariables(template).some((name) => found.has(name))) {
        found.set(saveAs, 'whole');
      }
    }
    for (const { items, itemName, collect } of loopSteps) {
      if (listFieldReferences(items).some(({ name }) => found.has(name))) found.set(itemName, 'whole');
      for (const { from, saveAs } of collect) {
        const origin = found.get(from);
        if (origin && !found.has(saveAs)) found.set(saveAs, origin);
      }
    }
  }
  return found;
}

/** Lists the variables that are all of a token, of a password, or of a secret header behind its scheme. */
function listSentAlone(call: ApiCall): string[] {
  const { authConfig, headers } = call;
  const texts = Object.entries(headers).flatMap(([name, text]) => (isSecretHeader(call, name) ? [text] : []));
  if (authConfig.type === 'bearer') texts.push(authConfig.token);
  if (authConfig.type === 'basic') texts.push(authConfig.password);
  return texts.flatMap((text) => /^\s*(?:[\w-]+\s+)?\{\{\s*([^\s{}|]+)\s*\}\}\s*$/.exec(text)?.[1] ?? []);
}

/** The least length of a masked whole value: shorter ones are choices, counts or times, which occur elsewhere too. */
const shortestWhole = 8;

/**
 * Lists the texts of variables that were just saved, and of lists of them, that must be masked from now on. A whole value in
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
    return origin === 'whole'
      ? texts.filter((text) => text.length >= shortestWhole && maskSecrets(text) === text)
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
