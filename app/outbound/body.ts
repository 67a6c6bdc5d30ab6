/** Reads the body of a response: bounded, and as text where it is text. */
import { decodeText } from '~/engine/http/charset';

/** Keeps at most `limit` bytes. */
export class BoundedBody {
  #chunks: Buffer[] = [];
  #limit: number;
  bytes = 0;
  truncated = false;

  constructor(limit: number) {
    this.#limit = limit;
  }

  /** Adds a chunk. Returns false when it did not fit whole: the part that fitted is kept, and no more needs to be read. */
  add(chunk: Buffer): boolean {
    const room = this.#limit - this.bytes;
    this.truncated = chunk.length > room;
    const kept = this.truncated ? chunk.subarray(0, room) : chunk;
    this.#chunks.push(kept);
    this.bytes += kept.length;
    return !this.truncated;
  }

  /** Returns the kept bytes as they came. */
  readBytes(): Buffer {
    const [first] = this.#chunks;
    if (first === undefined || this.#chunks.length > 1) this.#chunks = [Buffer.concat(this.#chunks)];
    return this.#chunks[0] ?? Buffer.alloc(0);
  }

  /** Returns the body: as base64 when `binary`, else as text in the content type's charset. */
  read(contentType: string | undefined): { body: string; binary: boolean } {
    const bytes = this.readBytes();
    if (bytes.length === 0) return { body: '', binary: false };
    const isText = isTextual(contentType) || (isUnspecific(contentType) && looksLikeJson(bytes));
    const text = isText ? decodeText(bytes, contentType, this.truncated) : undefined;
    // Text does not contain NUL.
    return text === undefined || text.includes('\0')
      ? { body: bytes.toString('base64'), binary: true }
      : { body: text, binary: false };
  }
}

const TEXTUAL =
  /^(?:text\/|[^/]+\/(?:[^/]+\+)?(?:json|xml|yaml)$|application\/(?:x-www-form-urlencoded|(?:x-)?javascript|ecmascript|graphql|x-ndjson|ndjson|jsonl|json-seq|x-yaml|toml|sql|csv|jwt|jose|problem)$)/;

/** Checks for a textual type. Without a content type the bytes alone decide (RFC 9110 8.3 leaves that to the recipient). */
function isTextual(contentType: string | undefined): boolean {
  const type = contentType?.split(';', 1)[0]?.trim().toLowerCase();
  return type === undefined || type === '' || TEXTUAL.test(type);
}

/** Checks for a type that servers send when they do not know, or do not care, what they send. */
function isUnspecific(contentType: string | undefined): boolean {
  const type = contentType?.split(';', 1)[0]?.trim().toLowerCase() ?? '';
  return type === 'application/octet-stream' || type === 'binary/octet-stream' || !type.includes('/');
}

/** Checks whether the bytes begin like an object or a list; a reader checks the rest. */
function looksLikeJson(bytes: Buffer): boolean {
  return /^(?:\xef\xbb\xbf)?\s*(?:\{\s*["}]|\[\s*["[{\]\d\-tfn])/.test(bytes.toString('latin1', 0, 200));
}
