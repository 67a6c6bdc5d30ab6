// Hands a body that is too long for the memory over in parts while it arrives. The target has to wait when a part is not stored
// as fast as the next ones come.

/** The bytes of a part, the last one excepted. */
export const partBytes = 256 * 1024;

/** Where the parts of one body go. One call ends before the next one begins, and none of them rejects. */
export interface LongBodyStore {
  /** The most bytes that are stored. */
  maxBytes: number;
  /** Stores the next part. Returns a sentence when no more can be stored. */
  add(part: Buffer): Promise<string | undefined>;
  /** Completes what is stored; returns a sentence when it is not there any more. */
  complete(): Promise<StoredBody | string>;
}

/** What is known of a long body when its place is opened. `bytes`: its length, if the target said it. */
export interface LongBodyHead {
  status: number;
  headers: [name: string, value: string][];
  bytes?: number;
}

/** A body that is stored whole; `sha256` is in hex. */
export interface StoredBody {
  id: string;
  /** In bytes. */
  size: number;
  sha256: string;
  isSecret: boolean;
}

interface LongBodyEvents {
  /** More chunks may be written. */
  onDrain(): void;
  /** Nothing more is taken, for the reason that the sentence gives. */
  onProblem(problem: string): void;
}

export class LongBody {
  readonly #store: LongBodyStore;
  readonly #events: LongBodyEvents;
  #chunks: Buffer[] = [];
  #waiting = 0;
  #bytes = 0;
  #pumping: Promise<void> | undefined;
  #isOver = false;

  constructor(store: LongBodyStore, events: LongBodyEvents) {
    this.#store = store;
    this.#events = events;
  }

  /** Takes nothing when so many bytes are too many. */
  expect(bytes: number): void {
    const { maxBytes } = this.#store;
    if (bytes > maxBytes && !this.#isOver)
      this.#stop(`The response is larger than ${maxBytes / 1024 / 1024} MiB, so it is not kept as a file`);
  }

  /** Takes a chunk. Returns false when the caller should wait for `onDrain`. */
  write(chunk: Buffer): boolean {
    if (this.#isOver) return true;
    this.#bytes += chunk.length;
    this.expect(this.#bytes);
    if (this.#isOver) return true;
    this.#chunks.push(chunk);
    this.#waiting += chunk.length;
    if (this.#waiting >= partBytes) this.#pumping ??= this.#pump(partBytes);
    return this.#waiting < 2 * partBytes;
  }

  /** Stores the rest. */
  async end(): Promise<StoredBody | string | undefined> {
    await this.#pumping;
    if (!this.#isOver) await this.#pump(1);
    return this.#isOver ? undefined : await this.#store.complete();
  }

  /** Takes nothing more. */
  destroy(): void {
    this.#isOver = true;
    this.#chunks = [];
    this.#waiting = 0;
  }

  /** Stores parts as long as `least` bytes wait. */
  async #pump(least: number): Promise<void> {
    while (this.#waiting >= least && !this.#isOver) {
      const problem = await this.#store.add(this.#takePart());
      if (this.#isOver) break;
      if (problem !== undefined) this.#stop(problem);
      else if (this.#waiting < 2 * partBytes) this.#events.onDrain();
    }
    this.#pumping = undefined;
  }

  #takePart(): Buffer {
    const all = this.#chunks.length === 1 ? this.#chunks[0] : Buffer.concat(this.#chunks);
    const part = (all ?? Buffer.alloc(0)).subarray(0, partBytes);
    const rest = (all ?? Buffer.alloc(0)).subarray(partBytes);
    this.#chunks = rest.length > 0 ? [rest] : [];
    this.#waiting = rest.length;
    return part;
  }

  #stop(problem: string): void {
    this.destroy();
    this.#events.onProblem(problem);
  }
}
