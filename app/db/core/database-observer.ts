/** Listeners for events of the database file. */
export interface DatabaseObserver {
  /** Gets the duration of a COMMIT, sync to disk included, in milliseconds. */
  committed(durationMs: number): void;
  /** Is called when the disk is full. The listener makes room if it can: the transaction is tried once more. */
  full(): void;
  /** Is called when the content of the file is damaged. */
  damaged(error: unknown): void;
  /** Is called when the file was moved, deleted or replaced: what is written to it from now on would be lost. */
  displaced(): void;
}
