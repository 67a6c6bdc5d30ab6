// Files that a command reads from the disk of the person who runs it. Here a variable stands for each, which an earlier call or the trigger
// fills with a file.
import { cleanLine, truncate } from '../draft/draft';
import { cleanName, isMediaType } from '../../files/file-name';
import { VariableName } from '../../schema/variable-name';

export interface CurlFile {
  /** As it stands in the command, with its folders. */
  path: string;
  /** What the command says of it, in place of what the file itself says. */
  filename?: string | undefined;
  type?: string | undefined;
}

/** A name that no other file of the request has: that of its field, or what is left of it. */
export function nameFileVariable(field: string, taken: ReadonlySet<string>): string {
  const word = field
    .replace(/\W+/g, '_')
    .replace(/^_+|_+$/g, '')
    .slice(0, 90);
  const name = VariableName.safeParse(word).success ? word : 'file';
  for (let number = 1; ; number += 1) {
    const each = number === 1 ? name : `${name}_${number}`;
    if (!taken.has(each)) return each;
  }
}

/** The placeholder of a file; with its name and type where the command says them and a filter can. */
export function writeFilePlaceholder(variable: string, { path, filename, type }: CurlFile): string {
  if (filename === undefined && type === undefined) return `{{${variable}}}`;
  const name = cleanName(filename ?? path) || 'file';
  const words = type !== undefined && isMediaType(type) ? [name, type] : [name];
  if (words.some((word) => !/^[\w .+/;=-]+$/.test(word))) return `{{${variable}}}`;
  return `{{${variable} | file: ${words.map((word) => `'${word}'`).join(', ')}}}`;
}

/** What is said of it, `where` as “The body”. */
export function describeFile(where: string, variable: string, { path }: CurlFile): string {
  const shown = `“${truncate(cleanLine(path), 60)}”`;
  return `${where} is the file ${shown}, for which {{${variable}}} stands: save the response of an earlier call as a file of that name, or write the file of a delivery there.`;
}

/** Whether what a command sends from a file is no text that one would rather type. */
export function isSentAsFile(contentType: string | undefined): boolean {
  return (
    contentType !== undefined &&
    !/^text\/|[/+](?:json|xml|yaml)\b|x-www-form-urlencoded|x-ndjson|jsonl/i.test(contentType)
  );
}
