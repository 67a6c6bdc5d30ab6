// Finds what the fields of an error say, as APIs and frameworks name them.

/** How deep objects and lists are looked into; the reason in a SOAP envelope is the deepest that is known. */
const maxDepth = 8;
/** About how many properties are looked at. Where nothing is said, each may be looked at hundreds of times otherwise. */
const maxProperties = 5_000;
/** The most properties of an object whose properties are all errors. */
const maxErrors = 20;
/** The most characters of a text in which the name of its field is searched for. */
const maxSearched = 1_000;

/** What sentences are called, the best first. All names are in lower case, without `_`, `-` and the prefix of a namespace. */
const sentenceNames = 'faultstring detail errordescription message errormessage errmsg errorsummary msg'
  .concat(' description reason text #text title')
  .split(' ');
/** What lists of errors, or objects with one for each field, are called. */
const listNames = ['errors', 'errormessages', 'validationerrors', 'errorcauses', 'details', 'modelstate'];
/** What an object that holds all of this is called. */
const objectNames = ['error', 'fault', 'exception', 'errorresponse', 'envelope', 'body', 'response'];
const codeNames = ['code', 'errorcode'];
/** What names the field that an error of a list is about. */
const fieldNames = ['field', 'param', 'parameter', 'property', 'attribute', 'loc'];
/** The names of errors that are about no field. */
const noField = new Set(['', 'base', 'nonfielderrors', 'general']);

/** The names that also have other uses: in a response with the status of a success, they are its content. */
const contentNames = new Set('detail details description reason text title code body response'.split(' '));

/** Lists the texts of an error, as JSON or XML has it, from the general to the particular. */
export function listErrorTexts(value: unknown): string[] {
  return explain(value, { depth: maxDepth, work: { left: maxProperties } });
}

/** Lists the texts of a response with the status of a success that say for certain what is wrong. */
export function listContentTexts(value: unknown): string[] {
  if (!isObject(value)) return [];
  const certain = Object.entries(value).filter(([name]) => !contentNames.has(simplify(name)));
  const texts = listErrorTexts(Object.fromEntries(certain));
  return texts.length > 0 ? texts : listResultTexts(value);
}

/** What lists of results are called, in the response to a request that did many things. */
const resultNames = ['items', 'responses', 'results'];
/** The most results that are looked at. */
const maxResults = 1_000;

/** Lists the texts of the first of many results that is an error. */
function listResultTexts(value: object): string[] {
  const fields = readFields(value);
  const results: unknown = Array.isArray(value)
    ? value
    : resultNames.map((name) => fields.get(name)).find((list) => Array.isArray(list));
  if (!Array.isArray(results)) return [];
  for (const result of results.slice(0, maxResults)) {
    const texts = explainResult(result);
    if (texts.length > 0) return texts;
  }
  return [];
}

/** Explains a result that has an error, or the status of a failure with a body. Elasticsearch names it by what was done. */
function explainResult(result: unknown): string[] {
  if (!isObject(result)) return [];
  const parts: unknown[] = Object.values(result);
  const [part] = parts;
  const fields = readFields(parts.length === 1 && isObject(part) ? part : result);
  const error = fields.get('error') ?? fields.get('errors');
  if (error !== undefined) return listErrorTexts({ errors: error });
  return Number(fields.get('status')) >= 400 ? listErrorTexts(fields.get('body')) : [];
}

/** How many levels may still be looked into, and how many properties at all of them. */
interface Place {
  depth: number;
  work: { left: number };
}

/** Lists the texts of a value. */
function explain(value: unknown, { depth, work }: Place): string[] {
  if (typeof value === 'string') return [value];
  if (!isObject(value) || depth === 0 || work.left < 0) return [];
  const inside = { depth: depth - 1, work };
  if (Array.isArray(value)) return explainItem(value[0], inside);
  const fields = readFields(value);
  work.left -= fields.size + 1;
  const find = (names: string[], read = explain) => {
    for (const name of names) {
      const texts = read(fields.get(name), inside).filter((text) => text.trim() !== '');
      if (texts.length > 0) return texts;
    }
    return [];
  };
  const error = fields.get('error');
  const sentence = [...find(sentenceNames), ...(fields.has('lang') ? find(['value']) : [])];
  const code = typeof error === 'string' && fields.has('errordescription') ? [error] : [];
  const particular = find(listNames, explainErrors);
  const texts = [...code, ...sentence, ...particular];
  if (isObject(error)) texts.push(...explain(error, inside));
  if (texts.length === 0) texts.push(...find(objectNames));
  if (texts.length > 0) return texts;
  const codes = find(codeNames).filter((text) => /[a-z]/i.test(text));
  return codes.length > 0 || !isOfLists(value) ? codes : explainFields(value, inside);
}

/** Explains an error of a list, with the field that it is about. */
function explainItem(item: unknown, place: Place): string[] {
  const texts = explain(item, place);
  if (!isObject(item) || Array.isArray(item)) return texts;
  const fields = readFields(item);
  const field = fieldNames.map((name) => fields.get(name)).find((found) => found !== undefined);
  const name: unknown = Array.isArray(field) ? field.findLast((part) => typeof part === 'string') : field;
  return typeof name === 'string' ? nameField(name, texts) : texts;
}

/** Explains a list of errors, one error, or an object with errors for each field. */
function explainErrors(value: unknown, place: Place): string[] {
  if (!isObject(value) || Array.isArray(value)) return explain(value, place);
  const texts = isOfLists(value) ? [] : explain(value, place);
  return texts.length > 0 ? texts : explainFields(value, place);
}

function explainFields(value: object, place: Place): string[] {
  for (const [name, error] of Object.entries(value).slice(0, maxErrors)) {
    const texts = explain(error, place);
    if (texts.length > 0) return nameField(name, texts);
  }
  return [];
}

/** Puts the name of a field before the texts about it, unless they name it. */
function nameField(name: string, texts: string[]): string[] {
  const isNamed = texts.some((text) => text.slice(0, maxSearched).toLowerCase().includes(name.toLowerCase()));
  const [first, ...others] = texts;
  return first === undefined || isNamed || noField.has(simplify(name))
    ? texts
    : [`${name}: ${first}`, ...others];
}

/** Checks whether each property of an object is a list of texts, as errors of fields are. */
function isOfLists(value: object): boolean {
  const all: unknown[] = Object.values(value);
  return all.length <= maxErrors && all.every((list) => Array.isArray(list) && typeof list[0] === 'string');
}

function readFields(value: object): Map<string, unknown> {
  return new Map(Object.entries(value).map(([name, field]: [string, unknown]) => [simplify(name), field]));
}

function isObject(value: unknown): value is object {
  return typeof value === 'object' && value !== null;
}

function simplify(name: string): string {
  const local = name.slice(Math.max(name.lastIndexOf(':'), name.lastIndexOf('.')) + 1);
  return local.replace(/[_-]/g, '').toLowerCase();
}
