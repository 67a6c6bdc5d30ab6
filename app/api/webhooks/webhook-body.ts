// Reads the body of a delivery. A body that arrived with its headers is there at once. For a body that still arrives, the
// server first checks whether it would accept the delivery, and the bytes count against the common bound until the body is
// complete.
import type { IncomingMessage } from 'node:http';
import type { BufferedBodies } from '~/context';
import type { DeliveryOutcome } from '~/services/webhooks/accept-delivery';

type ReadBody =
  | { kind: 'body'; body: Buffer }
  /** The body has more than `maxBytes`. */
  | { kind: 'large' }
  /** There is no room among the bodies that are arriving. */
  | { kind: 'crowded' }
  | { kind: 'rejected'; outcome: DeliveryOutcome };

interface Limits {
  maxBytes: number;
  held: BufferedBodies;
  /** Called once, when the body did not arrive with its headers. */
  rejectEarly: () => Promise<DeliveryOutcome | undefined>;
}

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
      place?.release();
      resolve(result);
    }

    req.on('data', (chunk: Buffer) => {
      if (isSettled) return;
      length += chunk.length;
      if (length > maxBytes) settle({ kind: 'large' });
      else if (place?.add(chunk.length) === false) settle({ kind: 'crowded' });
      else chunks.push(chunk);
    });
    req.on('end', () => {
      const [first] = chunks;
      settle({ kind: 'body', body: first && chunks.length === 1 ? first : Buffer.concat(chunks) });
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
      // A body that came with its headers is one read of the socket; only a body that still arrives is counted.
      place = held.begin(() => settle({ kind: 'crowded' }));
      if (!place.add(length)) {
        settle({ kind: 'crowded' });
        return;
      }
      rejectEarly().then((outcome) => outcome && settle({ kind: 'rejected', outcome }), fail);
    });
  });
}
