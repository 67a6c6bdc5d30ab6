// Handles files that a command, or a collection, reads from the disk of the person who runs it. A variable takes the place of
// each; the trigger or an earlier call sets it to a file.
import { cleanLine } from './draft';
import { cleanName, isMediaType } from '../../files/file-name';
import { VariableName } from '../../schema/variable-name';
import { truncate } from '../../texts/truncate';

/** Quotes the beginning of a text for a note. */
export function quoteBriefly(text: string): string {
  return `“${truncate(cleanLine(text), 60)}”`;
}

export interface LeftFile {
  /** The path that is given, with its folders; empty where a document says only that there is a file. */
  path: string;
  /** The name and type that are given, which override those of the file. */
  filename?: string | undefined;
  type?: string | undefined;
}

/**
 * Returns a variable name that no other file of the request has, made from the field's name. `taken` has each name that was
 * returned, with the last number that was tried behind it, and gets this one.
 */
export function nameFileVariable(field: string, taken = new Map<string, number>()): string {
  const word = field.replace(/\W+/g, '_').replace(/^_+/, '').slice(0, 90).replace(/_+$/, '');
  const name = VariableName.safeParse(word).success ? word : 'file';
  for (let number = (taken.get(name) ?? 0) + 1; ; number += 1) {
    const each = number === 1 ? name : `${name}_${number}`;
    if (taken.has(each)) continue;
    taken.set(each, 1).set(name, number);
    return each;
  }
}

/** Writes the placeholder of a file, with its name and type when they are given and a filter can hold them. */
export function writeFilePlaceholder(variable: string, { path, filename, type }: LeftFile): string {
  if (filename === undefined && type === undefined) return `{{${variable}}}`;
  const name = cleanName(filename ?? path) || 'file';
  const words = type !== undefined && isMediaType(type) ? [name, type] : [name];
  if (words.some((word) => !/^[\w .+/;=-]+$/.test(word))) return `{{${variable}}}`;
  return `{{${variable} | file: ${words.map((word) => `'${word}'`).join(', ')}}}`;
}

/** Returns the note about a file; `where` is like “The body”. */
export function describeFile(where: string, variable: string, { path }: LeftFile): string {
  const which = path === '' ? 'a file' : `the file ${quoteBriefly(path)}`;
  return `${where} is ${which}, for which {{${variable}}} stands: save the response of an earlier call as a file of that name, or write the file of a delivery there.`;
}

/** Checks whether the file is sent as a file: its type is not a text that a person would rather enter. */
export function isSentAsFile(contentType: string | undefined): boolean {
  return (
    contentType !== undefined &&
    !/^text\/|[/+](?:json|xml|yaml)\b|x-www-form-urlencoded|x-ndjson|jsonl/i.test(contentType)
  );
}
