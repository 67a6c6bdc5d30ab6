/** Listeners for events of the database file. */
export interface DatabaseObserver {
  /** Gets the duration of a COMMIT, sync to disk included, in milliseconds. */
  committed(durationMs: number): void;
  /**
   * Is called when a transaction failed. The listener makes room if the disk is full, and returns whether it is: the transaction
   * is then tried once more.
   */
  failed(error: unknown): boolean;
  /** Is called when the content of the file is damaged. */
  damaged(error: unknown): void;
  /** Is called when the file was moved, deleted or replaced: what is written to it from now on would be lost. */
  displaced(): void;
}
