// Bounds the memory of responses that their clients do not read. A response may take any time, but a client that asks for a page
// and reads nothing of it leaves all of it in memory: a few hundred such clients would take what the server has.
import type { Socket } from 'node:net';

/** The most bytes of all responses together that wait to be read, beside what the kernel takes. */
export const maxUnreadBytes = 64 * 1024 * 1024;

/** How often the bytes are counted at most, in milliseconds: requests that come one after the other share a count. */
const countMs = 50;

interface UnreadResponses {
  /** Follows a connection until it closes. */
  follow(socket: Socket): void;
  /** Ends connections until the rest is within the bound, first those of which nothing was read for the longest time. */
  makeRoom(): void;
}

/** `ended` is called for each connection that is ended. */
export function createUnreadResponses(maxBytes: number, ended: () => void): UnreadResponses {
  const followed = new Set<Socket>();
  /** The bytes that the kernel had taken of those that have unread bytes; who was read least lately comes first. */
  const taken = new Map<Socket, number>();
  let countedAt = 0;

  function count(): number {
    let bytes = 0;
    for (const socket of followed) {
      const { writableLength } = socket;
      bytes += writableLength;
      const now = writableLength === 0 ? undefined : socket.bytesWritten - writableLength;
      if (now === taken.get(socket)) continue;
      taken.delete(socket);
      if (now !== undefined) taken.set(socket, now);
    }
    return bytes;
  }

  function forget(socket: Socket): void {
    followed.delete(socket);
    taken.delete(socket);
  }

  return {
    follow(socket) {
      followed.add(socket);
      socket.once('close', () => forget(socket));
    },
    makeRoom() {
      const now = performance.now();
      if (now - countedAt < countMs) return;
      countedAt = now;
      let bytes = count();
      for (const socket of taken.keys()) {
        if (bytes <= maxBytes) return;
        bytes -= socket.writableLength;
        // A socket that is destroyed closes later.
        forget(socket);
        socket.destroy();
        ended();
      }
    },
  };
}
