// Names the file in a response: by Content-Disposition (RFC 6266, RFC 8187), else by the last part of its URL, as browsers do.

type Headers = readonly [name: string, value: string][];

/** In characters; most file systems allow no more. */
const maxLength = 255;

/** Returns the file's name without folders and control characters, cut at `maxLength`; `file` when no name is given. */
export function nameFile(headers: Headers, url: string): string {
  const disposition = readHeader(headers, 'content-disposition');
  return cleanName(readExtended(disposition) ?? readPlain(disposition) ?? readLastPart(url) ?? '') || 'file';
}

/** Cleans a name, so that it neither leads to another folder nor breaks a header nor changes its order when shown. */
export function cleanName(name: string): string {
  const last = name.split(/[/\\]/).at(-1) ?? '';
  const clean = last.replace(/[\p{Cc}\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/gu, '').trim();
  return /^\.*$/.test(clean) ? '' : [...clean].slice(0, maxLength).join('');
}

/** Returns the type that a response names; without one it is `application/octet-stream` (RFC 9110 §8.3). */
export function readFileType(headers: Headers): string {
  const type = readHeader(headers, 'content-type').trim();
  return isMediaType(type) ? type : 'application/octet-stream';
}

/** Checks whether a text is valid in a Content-Type header. */
export function isMediaType(text: string): boolean {
  return /^[\w!#$&^.+-]+\/[\w!#$&^.+-]+(?:\s*;[\t\x20-\x7e]*)?$/.test(text) && text.length <= 500;
}

function readHeader(headers: Headers, wanted: string): string {
  return headers.find(([name]) => name.toLowerCase() === wanted)?.[1] ?? '';
}

/** Reads `filename*=UTF-8''na%C3%AFve.pdf`. */
function readExtended(disposition: string): string | undefined {
  const [, charset = '', encoded] =
    /;\s*filename\*\s*=\s*"?(utf-8|iso-8859-1)'[^']*'([^;"\s]*)/i.exec(disposition) ?? [];
  if (encoded === undefined) return undefined;
  if (charset.toLowerCase() === 'utf-8') return decodePercent(encoded);
  return encoded.replace(/%([\da-f]{2})/gi, (_, code: string) =>
    String.fromCharCode(Number.parseInt(code, 16)),
  );
}

/** Reads `filename`. Many servers write UTF-8 into this header, which arrives as Latin-1. */
function readPlain(disposition: string): string | undefined {
  const [, quoted, token] = /;\s*filename\s*=\s*(?:"((?:[^"\\]|\\.)*)"|([^;\s"]+))/i.exec(disposition) ?? [];
  const written = quoted?.replace(/\\(["\\])/g, '$1') ?? token;
  return written && decodeUtf8(written);
}

function decodeUtf8(text: string): string {
  if (!/[\x80-\xff]/.test(text) || /[^\0-\xff]/.test(text)) return text;
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(
      Uint8Array.from(text, (sign) => sign.charCodeAt(0)),
    );
  } catch {
    return text;
  }
}

function readLastPart(url: string): string | undefined {
  if (!URL.canParse(url)) return undefined;
  return decodePercent(new URL(url).pathname.split('/').at(-1) ?? '');
}

function decodePercent(text: string): string | undefined {
  try {
    return decodeURIComponent(text);
  } catch {
    return undefined;
  }
}
