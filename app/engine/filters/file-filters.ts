// Filters that work on a file's bytes. The filter `file` makes a file from a text, which is its base64.
import { hmac } from '@noble/hashes/hmac';
import { md5, sha1 } from '@noble/hashes/legacy';
import { sha256, sha512 } from '@noble/hashes/sha2';
import { cleanName, isMediaType } from '../files/file-name';
import { type FileValue, isAnyFile, isFile, isLargeFile, onlySent, sizeOfBase64 } from '../files/file-value';
import { decodeAs, decodeText } from '../http/charset';
import { textOf } from '../json/value-text';
import { parseCsv } from './csv-reading';
import { readEncoding, writeDigest } from './encoding-filters';
import { type ApplyFilter, FilterProblem, type FilterWork, takeSteps, tooMuch } from './filtering';

type Hash = typeof sha256;
type OfFile = (file: FileValue, args: readonly unknown[], work: FilterWork) => unknown;

/** The filters with a version of their own for files; for any other value they work as usual. */
const ofFiles: Record<string, OfFile> = {
  base64_encode: (file) => file.base64,
  base64url_encode: ({ base64 }, _, work) =>
    takeSteps(work, 'url_encode', [base64])
      ? base64.replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '')
      : tooMuch,
  md5: ofHash('md5', md5),
  sha1: ofHash('sha1', sha1),
  sha256: ofHash('sha256', sha256),
  sha512: ofHash('sha512', sha512),
  hmac_sha256: ofHmac('hmac_sha256', sha256),
  hmac_sha1: ofHmac('hmac_sha1', sha1),
  parse_csv: readTable,
};

/** Applies a filter to a file's bytes; undefined when the value is no file, or the filter has no version for files. */
export function filterFile(
  name: string,
  value: unknown,
  args: readonly unknown[],
  work: FilterWork,
): { result: unknown } | undefined {
  const apply = Object.hasOwn(ofFiles, name) ? ofFiles[name] : undefined;
  if (apply && isLargeFile(value)) return { result: needsBytes };
  return apply && isFile(value) ? { result: apply(value, args, work) } : undefined;
}

const needsBytes = new FilterProblem(`needs the bytes, and ${onlySent}`);

function ofHash(name: string, hash: Hash): OfFile {
  return ({ base64 }, [encoding], work) => {
    const written = readEncoding(encoding);
    if (written instanceof FilterProblem) return written;
    if (!takeSteps(work, name, [base64])) return tooMuch;
    const bytes = readBytes(base64);
    return bytes ? writeDigest(hash(bytes), written) : notBase64;
  };
}

function ofHmac(name: string, hash: Hash): OfFile {
  return ({ base64 }, [key, encoding], work) => {
    const written = readEncoding(encoding);
    if (written instanceof FilterProblem) return written;
    if (!takeSteps(work, name, [base64, textOf(key)])) return tooMuch;
    const bytes = readBytes(base64);
    if (!bytes) return notBase64;
    return writeDigest(hmac(hash, new TextEncoder().encode(textOf(key)), bytes), written);
  };
}

/** Reads the CSV of a file: in the charset of its type, else as UTF-8, else in that of most spreadsheets. */
function readTable({ base64, contentType }: FileValue, args: readonly unknown[], work: FilterWork): unknown {
  const bytes = readBytes(base64);
  if (!bytes) return notBase64;
  const text = decodeText(bytes, contentType) ?? decodeAs(bytes, 'windows-1252');
  return takeSteps(work, 'parse_csv', [text]) ? parseCsv(text, args, work) : tooMuch;
}

const notBase64 = new FilterProblem('needs a file whose base64 is complete');

function readBytes(base64: string): Uint8Array | undefined {
  try {
    const binary = atob(base64);
    const bytes = new Uint8Array(binary.length);
    for (let at = 0; at < bytes.length; at += 1) bytes[at] = binary.charCodeAt(at);
    return bytes;
  } catch {
    return undefined;
  }
}

/** Makes a file by `file: name` and `file: name, type`, from base64 in either alphabet or from another file. */
export const makeFile: ApplyFilter = (value, [name, type], work) => {
  const filename = cleanName(textOf(name));
  if (!filename) return new FilterProblem('needs a name');
  if (type !== undefined && !isMediaType(textOf(type))) {
    return new FilterProblem('needs a type like application/pdf');
  }
  const own = type === undefined ? undefined : textOf(type);
  if (isAnyFile(value)) return { ...value, filename, contentType: own ?? value.contentType };
  if (typeof value !== 'string') return new FilterProblem('needs a file, or base64');
  if (!takeSteps(work, 'base64_decode', [value])) return tooMuch;
  const base64 = completeBase64(value);
  if (base64 === undefined) return new FilterProblem('needs base64');
  const file = {
    filename,
    contentType: own ?? 'application/octet-stream',
    size: sizeOfBase64(base64),
    base64,
  };
  return file satisfies FileValue;
};

/** Returns base64 in the usual alphabet and with its padding (RFC 4648 §4); undefined when it is none. */
function completeBase64(text: string): string | undefined {
  const signs = withoutPadding(text.replaceAll(/\s+/g, '')).replaceAll('-', '+').replaceAll('_', '/');
  if (!/^[A-Za-z0-9+/]*$/.test(signs) || signs.length % 4 === 1) return undefined;
  return signs.padEnd(Math.ceil(signs.length / 4) * 4, '=');
}

/** A pattern for the end of a text would be tried at each `=`: a megabyte of them would take an hour. */
function withoutPadding(text: string): string {
  let end = text.length;
  while (text[end - 1] === '=') end -= 1;
  return text.slice(0, end);
}
