// Which filters may be applied to secrets: those whose result can be masked as a whole, like the secret. With other filters, a
// person who may edit an integration could read the secret part by part, because the log shows short results.
import type { FilterName } from '../filters/filter-names';
import { createWork } from '../filters/filtering';
import type { InParts } from '../json/json-parts';
import { evaluate, evaluateInParts } from '../placeholders/evaluate';
import { type Argument, type Expression, listReferences } from '../placeholders/expression-pattern';
import { readReference, type Variables } from '../placeholders/reference';
import { findValueReference, nameValue, type Reference } from '../placeholders/reference-pattern';
import { listExpressions } from '../placeholders/template-references';
import { holdsSecretText, listValueTexts, maskParts } from './secret-texts';
import type { OrganizationValue } from './value';

const forSecrets: ReadonlySet<FilterName> = new Set<FilterName>([
  'append',
  'prepend',
  'strip',
  'upcase',
  'downcase',
  'url_encode',
  'base64_encode',
  'base64url_encode',
  'md5',
  'sha1',
  'sha256',
  'sha512',
  'hmac_sha256',
  'hmac_sha1',
  'default',
]);

/** The filters whose first argument may be a secret: a text that is joined, or a key that signs. */
const withSecret: ReadonlySet<FilterName> = new Set<FilterName>([
  'append',
  'prepend',
  'hmac_sha256',
  'hmac_sha1',
]);

const signs: ReadonlySet<FilterName> = new Set<FilterName>(['hmac_sha256', 'hmac_sha1']);

type Secrets = ReadonlySet<string>;

/** Explains why placeholders must not be filled in: they would pass a secret through a filter that is not for secrets. */
export function findFilteredSecretProblem(
  texts: readonly string[],
  values: readonly OrganizationValue[],
): string | undefined {
  const secrets = nameSecrets(values);
  if (secrets.size === 0) return undefined;
  for (const expression of listFiltered(texts)) {
    const problem = findProblem(expression, secrets);
    if (problem !== undefined) return problem;
  }
  return undefined;
}

/**
 * Lists what the filters of texts make of secrets, which has to be masked like the secrets. Undefined when that takes too many
 * steps: a result that is not known cannot be masked, so nothing may be sent.
 */
export function listFilteredSecrets(
  texts: readonly string[],
  values: readonly OrganizationValue[],
  variables: Variables,
): string[] | undefined {
  const secrets = nameSecrets(values);
  if (secrets.size === 0) return [];
  const work = createWork();
  const made: string[] = [];
  for (const expression of listFiltered(texts)) {
    if (!listReferences(expression).some((each) => nameSecret(each, secrets) !== undefined)) continue;
    const result = evaluate(expression, variables, work);
    if (work.left < 0) return undefined;
    if (result.kind !== 'value') continue;
    for (const text of listValueTexts(result.value)) made.push(text);
  }
  return made;
}

/** The least length of a result that is masked: shorter ones are choices, counts or times, which occur elsewhere too. */
const minMadeLength = 8;

/**
 * Lists what the filters of texts make of values in which `maskSecrets` finds a secret: such a result is as secret as the
 * value, unless it would be the same without the secret, as the names in a list that also holds a token. A result in which
 * `maskSecrets` finds the secret is left out, as it is masked there already. In parts, since an input may be long.
 */
export function* listFilteredMasked(
  texts: readonly string[],
  variables: Variables,
  maskSecrets: (text: string) => string,
): InParts<string[]> {
  const work = createWork();
  const isSecret = (text: string) => maskSecrets(text) !== text;
  const listed: string[] = [];
  for (const expression of listFiltered(texts)) {
    if (!(yield* holdSecret(listSecretInputs(expression), variables, isSecret))) continue;
    const result = yield* evaluateInParts(expression, variables, work);
    if (result.kind !== 'value') continue;
    yield;
    const made = listValueTexts(result.value).filter(
      (text) => text.length >= minMadeLength && !isSecret(text),
    );
    if (made.length === 0) continue;
    yield;
    const masked = yield* evaluateInParts(...maskInputs(expression, variables, maskSecrets), work);
    const harmless = new Set(masked.kind === 'value' ? listValueTexts(masked.value) : []);
    for (const text of made) if (!harmless.has(text)) listed.push(text);
  }
  return listed;
}

function* holdSecret(
  references: readonly Reference[],
  variables: Variables,
  isSecret: (text: string) => boolean,
): InParts<boolean> {
  for (const reference of references) {
    const read = readReference(reference, variables);
    if (read.found && (yield* holdsSecretText(read.value, isSecret))) return true;
  }
  return false;
}

/** Returns the expression over inputs in which the secrets are masked. */
function maskInputs(
  { filters, head, ...rest }: Expression,
  variables: Variables,
  maskSecrets: (text: string) => string,
): [Expression, Variables] {
  const inputs: Variables = new Map();
  const maskInput = (input: Argument): Argument => {
    if (!('reference' in input)) return input;
    const read = readReference(input.reference, variables);
    if (!read.found) return input;
    const name = `input ${inputs.size}`;
    inputs.set(name, maskParts(read.value, maskSecrets));
    return { reference: { ...input.reference, name, path: '' } };
  };
  const masked = filters.map((filter) => ({ ...filter, args: filter.args.map(maskInput) }));
  return [{ ...rest, head: maskInput(head), filters: masked }, inputs];
}

/**
 * Lists the values and arguments that the filters of a secret text receive: they are as secret as the result. A written value is
 * only where no variable is filled in: beside one, it is a scheme or a user name, which other texts may have, too.
 */
export function listFilteredInputs(text: string, variables: Variables): string[] {
  return listFiltered([text]).flatMap((expression) => {
    if (listReferences(expression).length === 0) return readWritten(expression);
    return listSecretInputs(expression).flatMap((reference) => {
      const read = readReference(reference, variables);
      return read.found ? listValueTexts(read.value) : [];
    });
  });
}

function readWritten({ head, filters }: Expression): string[] {
  if (filters.some(({ name }) => signs.has(name))) return [];
  if ('digits' in head) return [head.digits];
  return 'literal' in head ? listValueTexts(head.literal) : [];
}

/** Lists an expression's secret inputs. A signature's is its key: masking the signed text would hide most of the log. */
function listSecretInputs(expression: Expression): Reference[] {
  const at = expression.filters.findIndex(({ name }) => signs.has(name));
  if (at === -1) return listReferences(expression);
  return listReferences({ ...expression, head: { literal: null }, filters: expression.filters.slice(at) });
}

function listFiltered(texts: readonly string[]): Expression[] {
  // Few texts have filters, and bodies may be long.
  const likely = texts.filter((text) => text.includes('|'));
  return likely.flatMap(listExpressions).filter(({ filters }) => filters.length > 0);
}

function nameSecrets(values: readonly OrganizationValue[]): Secrets {
  return new Set(values.filter(({ isSecret }) => isSecret).map(({ name }) => name));
}

function nameSecret(reference: Reference, secrets: Secrets): string | undefined {
  const name = findValueReference(reference)?.name;
  return name !== undefined && secrets.has(name) ? name : undefined;
}

function nameArgument(arg: Argument, secrets: Secrets): string | undefined {
  return 'reference' in arg ? nameSecret(arg.reference, secrets) : undefined;
}

function findProblem({ head, filters }: Expression, secrets: Secrets): string | undefined {
  let secret = nameArgument(head, secrets);
  for (const { name, args } of filters) {
    for (const [index, arg] of args.entries()) {
      const named = nameArgument(arg, secrets);
      if (named === undefined) continue;
      if (index > 0 || !withSecret.has(name)) return describe(named, name);
      secret ??= named;
    }
    if (secret !== undefined && !forSecrets.has(name)) return describe(secret, name);
  }
  return undefined;
}

function describe(secret: string, filter: string): string {
  return `Nothing was sent: {{${nameValue(secret)}}} is a secret, which may not pass through the filter ${filter}.`;
}
