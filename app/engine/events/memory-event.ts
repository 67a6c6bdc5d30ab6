// What a run tells of memory: what it began with, what it leaves, and which items of a list were new.

/** A value that is to be kept for the runs to come. */
export interface Remembered {
  name: string;
  value: unknown;
  /** It holds a secret of the run: it is never shown. */
  isSecret: boolean;
}

/** What a loop that runs new items only found in its list. */
export interface FreshKeys {
  /** How many were left out, also such as the list has twice. */
  known: number;
  /** The keys of those that are new. */
  newKeys: string[];
}

/** What is remembered, by name. */
export type Memory = Record<string, unknown>;

/** What is remembered at a moment. */
export interface Recalled {
  values: Memory;
  /** The names of those that hold a secret of the run that left them: no log shows them. None unless it is there. */
  secretNames?: string[];
}

/** The run begins with what was remembered at this moment, unmasked: to be kept sealed. */
export interface MemoryRead {
  kind: 'memory-read';
  memory: Recalled;
}
