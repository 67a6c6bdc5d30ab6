/** From the bytes of a response to what is kept of it: bounded, and as text where it is text. */
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

  /** False when the chunk no longer fitted whole: what fitted is kept, and no more needs to be read. */
  add(chunk: Buffer): boolean {
    const room = this.#limit - this.bytes;
    this.truncated = chunk.length > room;
    const kept = this.truncated ? chunk.subarray(0, room) : chunk;
    this.#chunks.push(kept);
    this.bytes += kept.length;
    return !this.truncated;
  }

  /** What was kept as it came. */
  readBytes(): Buffer {
    const [first] = this.#chunks;
    if (first === undefined || this.#chunks.length > 1) this.#chunks = [Buffer.concat(this.#chunks)];
    return this.#chunks[0] ?? Buffer.alloc(0);
  }

  /** `binary` bytes come as base64, everything else as text in the content type's charset. */
  read(contentType: string | undefined): { body: string; binary: boolean } {
    const bytes = this.readBytes();
    if (bytes.length === 0) return { body: '', binary: false };
    const isText = isTextual(contentType) || (isUnspecific(contentType) && looksLikeJson(bytes));
    const text = isText ? decodeText(bytes, contentType, this.truncated) : undefined;
    // A NUL is in no text that anybody reads.
    return text === undefined || text.includes('\0')
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

/** What servers say that do not know, or do not care, what they send. */
function isUnspecific(contentType: string | undefined): boolean {
  const type = contentType?.split(';', 1)[0]?.trim().toLowerCase() ?? '';
  return type === 'application/octet-stream' || type === 'binary/octet-stream' || !type.includes('/');
}

/** Begins as an object or a list does; whether it is one is asked by those who read it. */
function looksLikeJson(bytes: Buffer): boolean {
  return /^(?:\xef\xbb\xbf)?\s*(?:\{\s*["}]|\[\s*["[{\]\d\-tfn])/.test(bytes.toString('latin1', 0, 200));
}
