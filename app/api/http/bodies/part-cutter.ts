// Cuts the parts of a form with files while it arrives. The screen of a file that is too large can then say so beside everything
// else that was typed, without the whole file in memory.
import { maxParts, readBoundary } from '~/services/webhooks/bodies/multipart';

/** What is left of each part, in bytes, when there is no more room: more than the longest text of a field has. */
const leastBytes = 128 * 1024;

/** One more than around the most parts that a form may have, where something stands before the first. */
const mostDelimiters = maxParts + 2;

/**
 * Returns a function that takes the chunks of a multipart body, and null at its end. It returns what is kept of them: everything
 * up to `room` bytes, and then the beginning of each part. Nothing is kept behind more parts than a form may have, which its
 * reader refuses.
 */
export function createPartCutter(contentType: string, room: number): (chunk: Uint8Array | null) => Buffer {
  const delimiter = Buffer.from(`\r\n--${readBoundary(contentType) ?? ''}`);
  let rest: Buffer = Buffer.alloc(0);
  let kept = 0;
  let ofPart = 0;
  let delimiters = 0;

  function keep(bytes: Buffer): Buffer {
    const left = Math.max(room - kept, leastBytes - ofPart, 0);
    const part = bytes.subarray(0, left);
    kept += part.length;
    ofPart += part.length;
    return part;
  }

  return (chunk) => {
    if (delimiters === mostDelimiters) return Buffer.alloc(0);
    rest = chunk ? Buffer.concat([rest, chunk]) : rest;
    const taken: Buffer[] = [];
    for (let at = rest.indexOf(delimiter); at >= 0; at = rest.indexOf(delimiter)) {
      taken.push(keep(rest.subarray(0, at)), delimiter);
      delimiters += 1;
      if (delimiters === mostDelimiters) return Buffer.concat(taken);
      rest = rest.subarray(at + delimiter.length);
      kept += delimiter.length;
      ofPart = 0;
    }
    // The end may be the beginning of a delimiter.
    const end = chunk ? Math.max(0, rest.length - delimiter.length + 1) : rest.length;
    taken.push(keep(rest.subarray(0, end)));
    rest = rest.subarray(end);
    return Buffer.concat(taken);
  };
}
