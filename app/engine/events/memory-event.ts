// The events of memory: what a run began with, what it leaves, and which items of a list were new.

/** A value that is kept for later runs. */
export interface Remembered {
  name: string;
  value: unknown;
  /** True when the value holds a secret of the run, so it is never shown. */
  isSecret: boolean;
}

/** The keys that a loop over new items found in its list. */
export interface FreshKeys {
  /** The number of items left out, including duplicates within the list. */
  known: number;
  /** The keys of the new items. */
  newKeys: string[];
  /** Set by a first run that only remembers what is there: the number of items that later runs leave out. */
  remembered?: number;
}

/** The remembered values, by name. */
export type Memory = Record<string, unknown>;

/** The memory at a moment. */
export interface Recalled {
  values: Memory;
  /** The names of values that hold a secret of the run that left them, so that no log shows them; none by default. */
  secretNames?: string[];
}

/** The run begins with the memory of this moment, unmasked: to be stored encrypted. */
export interface MemoryRead {
  kind: 'memory-read';
  memory: Recalled;
}
