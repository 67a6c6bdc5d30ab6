/** Undoes the content codings of RFC 9110 8.4.1 as a stream, so that a small response cannot become a large one at once. */
import type { Transform } from 'node:stream';
import { createBrotliDecompress, createGunzip, createInflate, createInflateRaw } from 'node:zlib';
import { createBoundError, maxReceivedMib } from './sockets/received-bound';

/** The most codings on top of each other; more than this serve only an attacker. */
const MAX_CODINGS = 3;

export interface Decoder {
  /** Returns false when the caller should wait for `onDrain`. */
  write(chunk: Buffer): boolean;
  /** Gives no more data until `resume`. */
  pause(): void;
  resume(): void;
  end(): void;
  destroy(): void;
}

interface DecoderEvents {
  onData(chunk: Buffer): void;
  onEnd(): void;
  onDrain(): void;
  onError(error: Error): void;
}

/** Checks whether a response with these codings, in the order of the header, can be decoded. */
export function canDecode(codings: string[]): boolean {
  return codings.length <= MAX_CODINGS && codings.every((coding) => coders.has(coding));
}

/**
 * Opens a decoder. `codings` are in the order of the header, not empty, and all known. `first` is the first chunk of the body:
 * it is inspected, not written.
 */
export function openDecoder(codings: string[], first: Buffer, events: DecoderEvents): Decoder | undefined {
  const stages = codings
    .toReversed()
    .flatMap((coding, index) => coders.get(coding)?.(index === 0 ? first : undefined) ?? []);
  const [head] = stages;
  const tail = stages.at(-1);
  if (head === undefined || tail === undefined) return undefined;
  for (const [index, stage] of stages.entries()) {
    stage.on('error', events.onError);
    const next = stages[index + 1];
    if (next !== undefined) boundInner(stage).pipe(next);
  }
  head.on('drain', events.onDrain);
  tail.on('data', events.onData);
  tail.on('end', events.onEnd);
  return {
    write: (chunk) => head.write(chunk),
    pause: () => void tail.pause(),
    resume: () => void tail.resume(),
    end: () => void head.end(),
    destroy: () => stages.forEach((stage) => stage.destroy()),
  };
}

/**
 * Ends a coding that another one is under when it gives more than a target may send: a few hundred bytes can become gigabytes of
 * another coding that decode to nothing, which would keep the processor busy until the deadline.
 */
function boundInner(stage: Transform): Transform {
  let decoded = 0;
  return stage.on('data', (chunk: Buffer) => {
    decoded += chunk.length;
    if (decoded > maxReceivedMib * 1024 * 1024) stage.destroy(createBoundError());
  });
}

const coders = new Map<string, (first: Buffer | undefined) => Transform>([
  ['gzip', () => createGunzip()],
  ['x-gzip', () => createGunzip()],
  ['br', () => createBrotliDecompress()],
  ['deflate', createDeflateDecoder],
]);

/** Decodes "deflate": the zlib format, whose header has 8 in its low four bits. Some servers send it without that header. */
function createDeflateDecoder(first: Buffer | undefined): Transform {
  const firstByte = first?.[0];
  return firstByte === undefined || (firstByte & 0x0f) === 8 ? createInflate() : createInflateRaw();
}
