// A file as the value of a form's field, and which files a field accepts. It has the shape of a file in a delivered form.
import { toBase64 } from '../files/base64';
import { type FileValue, isFile } from '../files/file-value';
import { describeChoice } from '../schema/choice';

/** Lists what a field accepts, as the attribute `accept` of HTML has it (§4.10.5.1.17): endings and types. None for any file. */
function listAccepted(accept: string): string[] {
  return accept
    .split(',')
    .map((each) => each.trim().toLowerCase())
    .filter(Boolean);
}

/** An ending such as `.csv`, a type such as `text/csv`, or all types of a kind, `image/*`. */
const accepted = /^(?:\.[\w.+-]+|[\w!#$&^.+-]+\/(?:\*|[\w!#$&^.+-]+))$/;

/** Returns why a text does not say what a field accepts; undefined when it does. */
export function findAcceptProblem(accept: string): string | undefined {
  const isFit = accept.trim() === '' || accept.split(',').every((each) => accepted.test(each.trim()));
  return isFit ? undefined : 'Write endings and types with commas between them, such as .csv, image/*';
}

/** Returns why a field cannot have this value as its file; undefined when it can. `label`: what the message calls it. */
export function findFileProblem(value: unknown, accept: string, label: string): string | undefined {
  if (!isFile(value) || !base64.test(value.base64)) {
    return `${label} must be a file: {"filename", "contentType", "size", "base64"}`;
  }
  const all = listAccepted(accept);
  if (all.length === 0 || all.some((each) => isOf(value, each))) return undefined;
  return describeChoice(`The type of ${label}`, all);
}

const base64 = /^[A-Za-z0-9+/]*={0,2}$/;

/** Decides as browsers do when they offer files: by the name or by the type that the sender names, not by the bytes. */
function isOf({ filename, contentType }: FileValue, wanted: string): boolean {
  if (wanted.startsWith('.')) return filename.toLowerCase().endsWith(wanted);
  const [type = ''] = contentType.toLowerCase().split(';');
  return wanted.endsWith('/*') ? type.startsWith(wanted.slice(0, -1)) : type.trim() === wanted;
}

/** Makes a small file that a field accepts, for a first test. */
export function makeFileExample(accept: string): FileValue {
  const [wanted = '.txt'] = listAccepted(accept);
  const bytes = new TextEncoder().encode('sample');
  return {
    filename: wanted.startsWith('.') ? `sample${wanted}` : 'sample',
    contentType: wanted.includes('/') ? wanted.replace('/*', '/x-sample') : 'text/plain',
    size: bytes.length,
    base64: toBase64(bytes),
  };
}
