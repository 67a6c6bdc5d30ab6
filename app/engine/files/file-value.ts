// A file as a variable holds it: JSON, so that it is stored, sealed, kept and erased like every other variable, and a resumed
// run has the same bytes. A file of a delivered form has this shape, too.

export interface FileValue {
  filename: string;
  /** The type with its parameters, such as `text/csv; charset=utf-8`. */
  contentType: string;
  /** In bytes. */
  size: number;
  /** The SHA-256 of the bytes in hex; present when this server computed it. */
  sha256?: string;
  /** The bytes as base64 with padding (RFC 4648 §4). */
  base64: string;
}

/** A file whose bytes are too many for a variable. They are kept beside the variables, for the execution that saved the file. */
export interface LargeFile {
  filename: string;
  contentType: string;
  /** In bytes. */
  size: number;
  /** In hex. */
  sha256: string;
  /** The id under which the bytes are kept. */
  file: string;
}

/** Why the bytes of a large file are not to be had as a text. */
export const onlySent = 'a file of more than 1 MiB can only be sent as a file';

export type AnyFile = FileValue | LargeFile;

/** The description of a file that is shown instead of its bytes. */
export interface FileFacts {
  name: string;
  type: string;
  /** In bytes. */
  size: number;
  sha256: string;
}

/** Checks whether a value has the shape of a file. Invalid base64 is noticed only when the bytes are read. */
export function isFile(value: unknown): value is FileValue {
  if (typeof value !== 'object' || value === null) return false;
  const { filename, contentType, size, base64 } = value as Partial<FileValue>;
  return (
    typeof filename === 'string' &&
    typeof contentType === 'string' &&
    typeof base64 === 'string' &&
    Number.isSafeInteger(size) &&
    base64.length === lengthInBase64(size ?? 0)
  );
}

/**
 * Checks whether a value has the shape of a large file. A delivery may have it, too: the run that sends the file checks that its
 * execution saved it.
 */
export function isLargeFile(value: unknown): value is LargeFile {
  if (typeof value !== 'object' || value === null) return false;
  const { filename, contentType, size, sha256, file } = value as Partial<LargeFile>;
  return (
    typeof filename === 'string' &&
    typeof contentType === 'string' &&
    Number.isSafeInteger(size) &&
    /^[\da-f]{64}$/.test(String(sha256)) &&
    fileId.test(String(file)) &&
    !('base64' in value)
  );
}

/** A UUID. */
const fileId = /^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/;

export function isAnyFile(value: unknown): value is AnyFile {
  return isFile(value) || isLargeFile(value);
}

/** Returns how many characters of base64 this many bytes take. */
function lengthInBase64(size: number): number {
  return Math.ceil(size / 3) * 4;
}

/** Returns how many bytes a base64 text with padding stands for. */
export function sizeOfBase64(base64: string): number {
  const padding = base64.endsWith('==') ? 2 : base64.endsWith('=') ? 1 : 0;
  return (base64.length / 4) * 3 - padding;
}

/** Returns the value of `{{file.name}}` or `{{file.type}}` by the path after the variable; undefined for any other path. */
export function readFilePart(path: string, read: (path: string) => unknown): string | undefined {
  const [, parent, part] = /^(.*)\.(name|type)$/s.exec(path) ?? [];
  if (parent === undefined) return undefined;
  const file = read(parent);
  if (!isAnyFile(file)) return undefined;
  return part === 'name' ? file.filename : file.contentType;
}

/** The log's record of a file that was saved, or could not be. It never contains the file's bytes. */
export interface SavedFile {
  variableName: string;
  jsonPath: string;
  type: string;
  success: boolean;
  value?: FileFacts;
  message?: string;
}

export function describeSavedFile(variableName: string, file: AnyFile): SavedFile {
  const { filename: name, contentType: type, size, sha256 = '' } = file;
  const value: FileFacts = { name, type, size, sha256 };
  return { variableName, jsonPath: fileSource, type: 'file', success: true, value };
}

/** The source of a saved file, as the log names it. */
export const fileSource = 'the whole response';

/** Describes a file as `invoice.pdf (application/pdf, 12345 bytes, SHA-256 9f86…)`. */
export function spellFile({ name, type, size, sha256 }: FileFacts): string {
  return `${name} (${type}, ${size} ${size === 1 ? 'byte' : 'bytes'}, SHA-256 ${sha256})`;
}

/** Returns a value as logs and pages show it: its files keep everything but their bytes. */
export function withoutBytes(value: unknown): unknown {
  if (isFile(value)) return { ...value, base64: '…' };
  if (Array.isArray(value)) return value.map(withoutBytes);
  if (typeof value !== 'object' || value === null || Object.getPrototypeOf(value) !== Object.prototype) {
    return value;
  }
  return Object.fromEntries(Object.entries(value).map(([name, each]) => [name, withoutBytes(each)]));
}

/** Returns what the log knows of a file that was saved; undefined for anything else that was. */
export function readFileFacts(saved: {
  type: string;
  success: boolean;
  value?: unknown;
}): FileFacts | undefined {
  return saved.type === 'file' && saved.success ? (saved.value as FileFacts) : undefined;
}
