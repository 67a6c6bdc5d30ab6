import { Writable } from 'node:stream';

/** Collects the pieces of a page that React writes, and passes the page on once it is complete. */
export function collectPage(done: (page: Buffer) => void): Writable {
  const pieces: Buffer[] = [];
  return new Writable({
    write(piece: Buffer, _encoding, taken) {
      pieces.push(withoutFilling(piece));
      taken();
    },
    final(ended) {
      done(Buffer.concat(pieces));
      ended();
    },
  });
}

/**
 * Removes the NULs at the end. React 18 sends its whole buffer, also where the next character, of several bytes, does not fit into
 * the rest: https://github.com/facebook/react/pull/26228. In an attribute browsers show a NUL as U+FFFD.
 */
function withoutFilling(piece: Buffer): Buffer {
  let end = piece.length;
  while (end > 0 && piece[end - 1] === 0) end -= 1;
  return piece.subarray(0, end);
}
