// Reads a form as a call writes it: a JSON object whose names are the fields. A field with only a placeholder has its value, a
// file or a text; a list repeats the field.
import type { BodyType } from '../definition/api-call';
import { evaluate } from '../placeholders/evaluate';
import { toUnrendered } from '../placeholders/fill-template';
import { parseTemplate, type TemplatePart } from '../placeholders/placeholder';
import type { Variables } from '../placeholders/reference';
import { refuse, type Refused } from '../placeholders/refused';
import type { FilterWork } from '../filters/filtering';
import { ExactNumber, parseJson } from '../json/json';
import { isNestedDeeperThan } from '../json/nesting';
import { textOf, typeOfJson } from '../json/value-text';
import { type AnyFile, isAnyFile } from '../files/file-value';

export type FormPart = { name: string; text: string } | { name: string; file: AnyFile };

type ReadForm = { kind: 'parts'; parts: FormPart[] } | Refused;

/** The most parts, as many as a delivered form may have. */
const maxParts = 1_000;

/** A template with numbered marks instead of its placeholders. */
interface Marked {
  json: string;
  mark: string;
  placeholders: Exclude<TemplatePart, string>[];
}

/** Thrown when no form can be made. Used only in this file. */
class Refusal extends Error {
  readonly refused: Refused;

  constructor(refused: Refused) {
    super(refused.message);
    this.refused = refused;
  }
}

/** The types of a body that are forms. */
type FormType = Exclude<BodyType, 'file'>;

/** Returns the problem of a form's template, if there is one. */
export function findFormProblem(type: FormType, template: string): string | undefined {
  return readObject(markPlaceholders(template)) === undefined ? notAnObject[type] : undefined;
}

const notAnObject: Record<FormType, string> = {
  form: 'A form is written as a JSON object of its fields, like {"to": "{{phone}}", "note": "Paid"}',
  multipart:
    'A form with files is written as a JSON object of its fields, like {"document": "{{invoice}}", "note": "Paid"}',
};

/** Returns the fields of a form in order, with the placeholders filled in. A field that is null is left out. */
export function fillForm(type: FormType, template: string, variables: Variables, work: FilterWork): ReadForm {
  const marked = markPlaceholders(template);
  const fields = readObject(marked);
  if (!fields) return { kind: 'refused', message: `${notAnObject[type]}.` };
  const found = new Map<number, unknown>();
  const read = (index: number): unknown => {
    if (!found.has(index)) found.set(index, readPlaceholder(marked.placeholders[index], variables, work));
    return found.get(index);
  };
  try {
    const parts: FormPart[] = [];
    const fill = (text: string) => fillText(text, marked.mark, read);
    for (const [written, value] of Object.entries(fields)) {
      const isNested = written.endsWith(nestedEnd);
      const name = textOf(fill(isNested ? written.slice(0, -nestedEnd.length) : written));
      if (isNested) addNested({ name, parts }, value, fill);
      else addField({ name, parts }, value, fill);
    }
    return { kind: 'parts', parts };
  } catch (error) {
    if (error instanceof Refusal) return error.refused;
    throw error;
  }
}

type Fill = (text: string) => unknown;

/** The end of a name whose value becomes a field for each of its parts, as Stripe and Rails read nested fields. */
const nestedEnd = '[*]';

function addField(field: { name: string; parts: FormPart[] }, written: unknown, fill: Fill): void {
  for (const item of Array.isArray(written) ? written : [written]) {
    const value: unknown = typeof item === 'string' ? fill(item) : item;
    for (const each of Array.isArray(value) ? (value as unknown[]) : [value]) addPart(field, each);
  }
}

/**
 * Adds a field for each value inside a list or an object: `items[0][price]`, `items[0][quantity]`. `fill` fills in what is
 * written; without it, the value is that of a placeholder.
 */
function addNested(field: { name: string; parts: FormPart[] }, value: unknown, fill?: Fill): void {
  if (typeof value === 'string' && fill) return addNested(field, fill(value));
  const isPart =
    typeof value !== 'object' || value === null || value instanceof ExactNumber || isAnyFile(value);
  if (isPart) return addPart(field, value);
  for (const [key, part] of Object.entries(value)) {
    addNested({ ...field, name: `${field.name}[${key}]` }, part, fill);
  }
}

function addPart({ name, parts }: { name: string; parts: FormPart[] }, value: unknown): void {
  if (value === null || value === undefined) return;
  if (parts.length >= maxParts) {
    throw new Refusal({ kind: 'refused', message: `A form may have at most ${maxParts} parts.` });
  }
  if (isAnyFile(value)) parts.push({ name, file: value });
  else parts.push({ name, text: textOf(value) });
}

/** Returns the value of a single placeholder, else the text with all placeholders filled in. */
function fillText(text: string, mark: string, read: (index: number) => unknown): unknown {
  const [begin = '', ...pieces] = text.split(mark);
  const marked = pieces.map((piece): [value: unknown, behind: string] => {
    const end = piece.indexOf(';');
    return [read(Number(piece.slice(0, end))), piece.slice(end + 1)];
  });
  const [only, ...others] = marked;
  if (only && begin === '' && only[1] === '' && others.length === 0) return only[0];
  return begin + marked.map(([value, behind]) => textOf(value) + behind).join('');
}

function readPlaceholder(
  part: Marked['placeholders'][number] | undefined,
  variables: Variables,
  work: FilterWork,
) {
  // Text that only looks like a mark.
  if (!part) return '';
  const place = 'the body';
  if ('unreadable' in part) {
    const { unreadable: inside, problem } = part;
    throw new Refusal(refuse({ kind: 'unreadable', inside, problem }, place));
  }
  const value = evaluate(part, variables, work);
  if (value.kind === 'value') return value.value;
  throw new Refusal(refuse(toUnrendered(value), place));
}

/** Replaces placeholders by marks before JSON is parsed: they may be quoted or not, and hold quotes themselves. */
function markPlaceholders(template: string): Marked {
  const taken = new Set([...template.matchAll(/\ue000(\d{1,7}):/g)].map(([, digits = '']) => digits));
  let number = 0;
  while (taken.has(String(number))) number += 1;
  const mark = `\ue000${number}:`;
  const placeholders: Marked['placeholders'] = [];
  let json = '';
  let isQuoted = false;
  for (const part of parseTemplate(template)) {
    if (typeof part === 'string') {
      json += part;
      if (countQuotes(part) % 2 === 1) isQuoted = !isQuoted;
    } else {
      const written = `${mark}${placeholders.length};`;
      json += isQuoted ? written : `"${written}"`;
      placeholders.push(part);
    }
  }
  return { json, mark, placeholders };
}

function countQuotes(json: string): number {
  return json.replace(/\\./gs, '').split('"').length - 1;
}

/** Parses the form. Its fields are texts, numbers and other scalars, or lists of them. */
function readObject({ json }: Marked): Record<string, unknown> | undefined {
  try {
    const value = isNestedDeeperThan(json, 2) ? undefined : parseJson(json);
    if (typeOfJson(value) !== 'object') return undefined;
    const fields = value as Record<string, unknown>;
    const all = Object.values(fields).flat();
    return all.some((each) => typeOfJson(each) === 'object') ? undefined : fields;
  } catch {
    return undefined;
  }
}
