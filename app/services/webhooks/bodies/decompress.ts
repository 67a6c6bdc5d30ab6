// Compressed bodies (RFC 9110 §8.4.1). The unpacked size is limited while a body is unpacked, outside the event loop.
import { formatCount } from '~/engine/texts/format-count';
import { promisify } from 'node:util';
import { brotliDecompress, gunzip, inflate, inflateRaw } from 'node:zlib';

type Decompressed =
  | { kind: 'body'; body: Buffer }
  | { kind: 'too-large'; message: string }
  | { kind: 'unparsable'; message: string };

type Decompress = (body: Buffer, options: { maxOutputLength: number }) => Promise<Buffer>;

const ofZlib = promisify<Buffer, { maxOutputLength: number }, Buffer>(inflate);
const ofRaw = promisify<Buffer, { maxOutputLength: number }, Buffer>(inflateRaw);

/** Unpacks `deflate`, which many senders write without the zlib frame that the standard requires. */
const ofDeflate: Decompress = (body, options) =>
  (body[0] ?? 0) % 16 === 8 && body.length > 1 && body.readUInt16BE(0) % 31 === 0
    ? ofZlib(body, options)
    : ofRaw(body, options);

const ofGzip: Decompress = promisify<Buffer, { maxOutputLength: number }, Buffer>(gunzip);

const encodings = new Map<string, Decompress>([
  ['gzip', ofGzip],
  ['x-gzip', ofGzip],
  ['deflate', ofDeflate],
  ['br', promisify<Buffer, { maxOutputLength: number }, Buffer>(brotliDecompress)],
]);

/** Checks whether a body with this `Content-Encoding` can be read; a body without one can. */
export function isReadableEncoding(encoding: string | undefined): boolean {
  const name = nameEncoding(encoding);
  return name === '' || encodings.has(name);
}

/** Checks whether a body with this `Content-Encoding` is read otherwise than it came. */
export function isCompressed(encoding: string | undefined): boolean {
  return nameEncoding(encoding) !== '';
}

/** Returns the body without its content encoding; at most `maxBytes` long. */
export async function decompress(
  body: Buffer,
  encoding: string | undefined,
  maxBytes: number,
): Promise<Decompressed> {
  const decode = encodings.get(nameEncoding(encoding));
  if (!decode) return { kind: 'body', body };
  try {
    return { kind: 'body', body: await decode(body, { maxOutputLength: maxBytes }) };
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ERR_BUFFER_TOO_LARGE') {
      return {
        kind: 'too-large',
        message: `A delivery may have at most ${formatCount(maxBytes)} bytes when unpacked.`,
      };
    }
    return { kind: 'unparsable', message: `The body is not valid ${nameEncoding(encoding)}.` };
  }
}

function nameEncoding(encoding = ''): string {
  const name = encoding.trim().toLowerCase();
  return name === 'identity' ? '' : name;
}
