// Builds what a call sends byte for byte: one file as its whole body, or a form with files. The log holds names, types, sizes
// and digests instead of the bytes.
import type { ApiCall } from '../definition/api-call';
import type { FilterWork } from '../filters/filtering';
import { finish } from '../json/json-parts';
import { limits } from '../schema/limits';
import { showPlaceholder } from '../placeholders/placeholder';
import { refuse, type Refused } from '../placeholders/refused';
import { evaluateTemplateInParts, findOnlyPlaceholder } from '../placeholders/typed-template';
import type { Variables } from '../placeholders/reference';
import {
  type AnyFile,
  type FileFacts,
  isAnyFile,
  isFile,
  isLargeFile,
  type LargeFile,
  spellFile,
} from '../files/file-value';
import { isMediaType } from '../files/file-name';
import { fillForm, type FormPart } from './form-template';

export type BodyUpload = { kind: 'file'; file: AnyFile } | { kind: 'form'; parts: FormPart[] };

/** A file of a request as the log has it; `field`: its field in a form. */
export type SentFile = FileFacts & { field?: string };

/** Returns the SHA-256 in hex of the decoded bytes; undefined when the base64 does not hold `size` bytes. */
export type DigestFile = (base64: string, size: number) => string | undefined;

/** Returns the problem of a body that is to be a file, if there is one. */
export function findFileProblem(body: string): string | undefined {
  return findOnlyPlaceholder(body) ? undefined : notOnePlaceholder;
}

const notOnePlaceholder = 'A body that is a file is one placeholder, like {{invoice}}';

/** Builds the bytes of a file or of a form with files, and their content type, for a form without its boundary. */
export function buildUpload(
  { bodyType, body }: Pick<ApiCall, 'bodyType' | 'body'>,
  variables: Variables,
  work: FilterWork,
): { kind: 'upload'; upload: BodyUpload; contentType: string } | Refused {
  const built = bodyType === 'file' ? buildFile(body, variables, work) : buildForm(body, variables, work);
  if (built.kind === 'refused') return built;
  const large = listLargeFiles(built.upload).reduce((sum, { size }) => sum + size, 0);
  if (large > limits.largeFileBytes) return refuseSize(limits.largeFileBytes);
  return measure(built.upload) > limits.sentBodyBytes ? refuseSize(limits.sentBodyBytes) : built;
}

function refuseSize(most: number): Refused {
  const message = `With its files, the body is larger than ${most / 1024 / 1024} MB. Send less at a time.`;
  return { kind: 'refused', message };
}

/** Lists the files of an upload whose bytes are kept beside the variables. */
export function listLargeFiles(upload: BodyUpload): LargeFile[] {
  const files =
    upload.kind === 'file' ? [upload.file] : upload.parts.map((part) => 'file' in part && part.file);
  return files.filter(isLargeFile);
}

function buildFile(body: string, variables: Variables, work: FilterWork): ReturnType<typeof buildUpload> {
  const part = findOnlyPlaceholder(body);
  if (!part) return { kind: 'refused', message: `${notOnePlaceholder}.` };
  const value = finish(evaluateTemplateInParts(body, variables, work));
  if (value.kind !== 'value') return refuse(value, 'the body');
  if (!isAnyFile(value.value)) {
    const message = `${showPlaceholder(part.source)} in the body is no file. Save a response as a file, or take a file of the delivery.`;
    return { kind: 'refused', message };
  }
  const file = value.value;
  return { kind: 'upload', upload: { kind: 'file', file }, contentType: typeOf(file) };
}

function buildForm(body: string, variables: Variables, work: FilterWork): ReturnType<typeof buildUpload> {
  const form = fillForm('multipart', body, variables, work);
  if (form.kind === 'refused') return form;
  return { kind: 'upload', upload: { kind: 'form', parts: form.parts }, contentType: 'multipart/form-data' };
}

/** Returns the type of a file, as a header may have it. */
export function typeOf({ contentType }: AnyFile): string {
  return isMediaType(contentType) ? contentType : 'application/octet-stream';
}

/** Measures the bytes in memory. Only long texts are counted exactly: a UTF-16 unit takes at most three bytes. */
function measure(upload: BodyUpload): number {
  if (upload.kind === 'file') return measureFile(upload.file);
  let bytes = 0;
  for (const part of upload.parts) {
    bytes += part.name.length;
    if ('file' in part) bytes += measureFile(part.file) + part.file.filename.length;
    else bytes += measureText(part.text);
  }
  return bytes;
}

function measureFile(file: AnyFile): number {
  return isFile(file) ? file.size : 0;
}

function measureText(text: string): number {
  return text.length * 3 > limits.sentBodyBytes ? new TextEncoder().encode(text).length : text.length;
}

/** Describes an upload for the log: a form as a JSON object of its fields, and its files again as a list. */
export function describeUpload(
  upload: BodyUpload,
  digest: DigestFile,
): { kind: 'described'; body: string; files: SentFile[] } | Refused {
  if (upload.kind === 'file') {
    const facts = describeFile(upload.file, digest);
    return facts ? { kind: 'described', body: spellFile(facts), files: [facts] } : refuseFile(upload.file);
  }
  const files: SentFile[] = [];
  const fields = new Map<string, string[]>();
  for (const part of upload.parts) {
    let text = '';
    if ('file' in part) {
      const facts = describeFile(part.file, digest);
      if (!facts) return refuseFile(part.file);
      files.push({ field: part.name, ...facts });
      text = spellFile(facts);
    } else text = part.text;
    fields.set(part.name, [...(fields.get(part.name) ?? []), text]);
  }
  const entries = [...fields].map(([name, texts]) => [name, texts.length > 1 ? texts : texts[0]]);
  return { kind: 'described', body: JSON.stringify(Object.fromEntries(entries)), files };
}

function describeFile(file: AnyFile, digest: DigestFile): FileFacts | undefined {
  const sha256 = isFile(file) ? digest(file.base64, file.size) : file.sha256;
  return sha256 === undefined
    ? undefined
    : { name: file.filename, type: typeOf(file), size: file.size, sha256 };
}

function refuseFile({ filename, size }: AnyFile): Refused {
  const message = `Nothing was sent: the base64 of the file ${showName(filename)} is not that of ${size} bytes.`;
  return { kind: 'refused', message };
}

function showName(name: string): string {
  return name.replace(/\p{Cc}/gu, ' ').slice(0, 100);
}
