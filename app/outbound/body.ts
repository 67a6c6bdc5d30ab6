/** From the bytes of an answer to what is kept of it: bounded, and as text where it is text. */
import { TextDecoder } from 'node:util';

/** Keeps at most `limit` bytes. */
export class KeptBody {
  #chunks: Buffer[] = [];
  #limit: number;
  bytes = 0;
  truncated = false;

  constructor(limit: number) {
    this.#limit = limit;
  }

  /** False when the chunk no longer fitted whole: what fitted is kept, and no more needs to be read. */
  add(chunk: Buffer): boolean {
    const room = this.#limit - this.bytes;
    this.truncated = chunk.length > room;
    const kept = this.truncated ? chunk.subarray(0, room) : chunk;
    this.#chunks.push(kept);
    this.bytes += kept.length;
    return !this.truncated;
  }

  /** `binary` bytes come as base64, everything else as text in the content type's charset. */
  read(contentType: string | undefined): { body: string; binary: boolean } {
    const [first] = this.#chunks;
    if (first === undefined) return { body: '', binary: false };
    const bytes = this.#chunks.length === 1 ? first : Buffer.concat(this.#chunks, this.bytes);
    const text = isTextual(contentType) ? decodeText(bytes, contentType, this.truncated) : undefined;
    return text === undefined
      ? { body: bytes.toString('base64'), binary: true }
      : { body: text, binary: false };
  }
}

const TEXTUAL =
  /^(?:text\/|[^/]+\/(?:[^/]+\+)?(?:json|xml|yaml)$|application\/(?:x-www-form-urlencoded|(?:x-)?javascript|ecmascript|graphql|x-ndjson|ndjson|jsonl|json-seq|x-yaml|toml|sql|csv|jwt|jose|problem)$)/;

/** Without a content type the bytes alone decide (RFC 9110 8.3 leaves that to the recipient). */
function isTextual(contentType: string | undefined): boolean {
  const type = contentType?.split(';', 1)[0]?.trim().toLowerCase();
  return type === undefined || type === '' || TEXTUAL.test(type);
}

const utf8 = new TextDecoder('utf-8', { fatal: true });

/** Undefined when the bytes are no text: invalid UTF-8, or a NUL in it. */
function decodeText(bytes: Buffer, contentType: string | undefined, truncated: boolean): string | undefined {
  const text = decodeCharset(bytes, findCharset(contentType), truncated);
  return text?.includes('\0') ? undefined : text;
}

function decodeCharset(bytes: Buffer, charset: string | undefined, truncated: boolean): string | undefined {
  const named = charset === undefined ? undefined : findDecoder(charset);
  // A cut may fall inside a character; `stream` leaves the incomplete one out instead of calling it invalid.
  if (named !== undefined && named.encoding !== 'utf-8') return named.decode(bytes, { stream: truncated });
  try {
    if (!truncated) return utf8.decode(bytes);
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes, { stream: true });
  } catch {
    return undefined;
  }
}

function findCharset(contentType: string | undefined): string | undefined {
  return /;\s*charset\s*=\s*"?([^\s;"]+)/i.exec(contentType ?? '')?.[1];
}

function findDecoder(charset: string): TextDecoder | undefined {
  try {
    return new TextDecoder(charset);
  } catch {
    // The sender made up a charset; most who do mean UTF-8.
    return undefined;
  }
}
