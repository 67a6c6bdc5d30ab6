/**
 * Accepts a `100 Continue` that was not asked for. RFC 9110 15.2 requires a client to accept 1xx responses before the final
 * one, also unexpected ones. undici accepts all but 100, at which it ends the connection (nodejs/undici#197).
 */
import type { Socket } from 'node:net';
import { beginsRequest } from './kept-connection';

/** A status line up to the class of an interim response; the minor version may be any digit (RFC 9112 §2.3). */
const interim = Buffer.from('HTTP/1.1 1', 'latin1');
const minorVersionAt = 7;

/**
 * Lets a connection read `100` as `102`, which has the same length and also means to go on waiting. The marker looks for a
 * status line where one can begin: at the first byte behind each request, and behind the empty line that ends an interim
 * response. This holds for connections whose requests follow each other's responses.
 */
export function passContinue(socket: Socket): Socket {
  const read = socket.read.bind(socket);
  const write = socket.write.bind(socket);
  const marker = new ContinueMarker();
  socket.write = ((...args: Parameters<Socket['write']>) => {
    if (beginsRequest(args[0])) marker.begin();
    return write(...args);
  }) as Socket['write'];
  socket.read = (size?: number) => {
    const chunk: unknown = read(size);
    if (Buffer.isBuffer(chunk)) marker.mark(chunk);
    return chunk;
  };
  return socket;
}

class ContinueMarker {
  #place: 'status' | 'interim' | 'final' = 'final';
  /** The number of bytes of a status line so far. */
  #matched = 0;
  /** Whether the last two digits of its status have been zeros so far. */
  #isContinue = true;
  /** Whether the current line of an interim response is empty so far. */
  #isLineEmpty = false;

  /** Starts over, because a request is written. */
  begin(): void {
    this.#place = 'status';
    this.#matched = 0;
    this.#isContinue = true;
  }

  /** Reads on, and changes the digit where a 100 is complete. */
  mark(chunk: Buffer): void {
    for (let at = 0; at < chunk.length && this.#place !== 'final'; at += 1) {
      const byte = chunk[at] ?? 0;
      if (this.#place === 'interim') this.#readHead(byte);
      else if (this.#matchStatus(byte)) chunk[at] = two;
    }
  }

  /** Returns true at the last digit of a 100. */
  #matchStatus(byte: number): boolean {
    const at = this.#matched;
    this.#matched += 1;
    if (at < interim.length) {
      if (byte !== interim[at] && !(at === minorVersionAt && isDigit(byte))) this.#place = 'final';
      return false;
    }
    if (!isDigit(byte)) this.#place = 'final';
    this.#isContinue &&= byte === zero;
    if (this.#place === 'final' || at === interim.length) return false;
    this.#place = 'interim';
    this.#isLineEmpty = false;
    return this.#isContinue;
  }

  #readHead(byte: number): void {
    if (byte !== lineFeed) this.#isLineEmpty &&= byte === carriageReturn;
    else if (this.#isLineEmpty) this.begin();
    else this.#isLineEmpty = true;
  }
}

function isDigit(byte: number): boolean {
  return byte >= zero && byte <= nine;
}

const carriageReturn = 0x0d;
const lineFeed = 0x0a;
const zero = 0x30;
const two = 0x32;
const nine = 0x39;
