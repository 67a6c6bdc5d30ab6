/** Notified of what the file does. */
export interface DatabaseObserver {
  /** How long a COMMIT took, sync to disk included, in milliseconds. */
  committed(durationMs: number): void;
  /** The disk is full. The listener makes room if it can: the transaction is tried once more. */
  full(): void;
  /** What the file holds makes no sense. */
  damaged(error: unknown): void;
}
