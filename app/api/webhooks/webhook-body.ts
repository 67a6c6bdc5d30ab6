// Reads the body of a delivery. A body that arrived with its headers is there at once. For a body that still arrives, the
// server first checks whether it would accept the delivery. The bytes of a body that takes several reads count against the
// common bound until it is complete.
import type { IncomingMessage } from 'node:http';
import type { BufferedBodies } from '~/context';
import type { DeliveryOutcome } from '~/services/webhooks/accept-delivery';

type ReadBody =
  | ArrivedBody
  /** The body has more than `maxBytes`. */
  | { kind: 'large' }
  /** There is no room among the bodies that are arriving. */
  | { kind: 'crowded' }
  | { kind: 'rejected'; outcome: DeliveryOutcome };

interface ArrivedBody {
  kind: 'body';
  body: Buffer;
  /** Drops the body and ends its count. Whoever still uses the body then counts it. May be called more than once. */
  release: () => void;
}

interface Limits {
  maxBytes: number;
  held: BufferedBodies;
  /** Called once, when the body did not arrive with its headers. */
  rejectEarly: () => Promise<DeliveryOutcome | undefined>;
}

/** The most bytes that Node reads of a connection at once. It reads up to 32 times in one turn of the event loop. */
const maxReadLength = 64 * 1024;

const noBody = Buffer.alloc(0);

/** Reads the body. Rejects when the sender goes away, or `rejectEarly` does. Ignores the rest once it resolves with no body. */
export function readBody(req: IncomingMessage, { maxBytes, held, rejectEarly }: Limits): Promise<ReadBody> {
  return new Promise((resolve, reject) => {
    let place: ReturnType<BufferedBodies['begin']> | undefined;
    let chunks: Buffer[] = [];
    let length = 0;
    let isSettled = false;

    function settle(result: ReadBody): void {
      if (isSettled) return;
      isSettled = true;
      chunks = [];
      if (result.kind !== 'body') place?.release();
      resolve(result);
    }

    function add(bytes: number): void {
      place ??= held.begin(() => settle({ kind: 'crowded' }));
      if (!place.add(bytes)) settle({ kind: 'crowded' });
    }

    req.on('data', (chunk: Buffer) => {
      if (isSettled) return;
      length += chunk.length;
      chunks.push(chunk);
      if (length > maxBytes) settle({ kind: 'large' });
      else if (place) add(chunk.length);
      else if (length > maxReadLength) add(length);
    });
    req.on('end', () => {
      const [first] = chunks;
      const body = first && chunks.length === 1 ? first : Buffer.concat(chunks);
      const arrived: ArrivedBody = { kind: 'body', body, release };
      // The request refers to this function, and this function to the result, for as long as the connection is open.
      function release(): void {
        place?.release();
        arrived.body = noBody;
      }
      settle(arrived);
    });
    function fail(error: unknown): void {
      if (isSettled) return;
      isSettled = true;
      chunks = [];
      place?.release();
      reject(error instanceof Error ? error : new Error(String(error)));
    }

    req.on('error', fail);
    setImmediate(() => {
      if (req.complete || isSettled) return;
      if (!place) add(length);
      if (isSettled) return;
      rejectEarly().then((outcome) => outcome && settle({ kind: 'rejected', outcome }), fail);
    });
  });
}
