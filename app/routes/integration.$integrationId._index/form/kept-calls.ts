// What the page shows of calls and has to keep over a save, which renders the form anew; and texts beside the form.
import { isNewCall } from './new-call';
import type { TestedCall } from './tested-call';

/** The parts of a call; `request` shows all parts that are filled in, in order. */
export type CallPart = 'request' | 'headers' | 'auth' | 'body' | 'mapping' | 'after' | 'more';

interface KeptCall {
  part?: CallPart;
  /** The response of its last test, and the id of the test of the whole chain that was shown then. */
  test?: Extract<TestedCall, { kind: 'response' }>;
  run?: string | undefined;
}

export interface KeptCalls {
  /** Returns what was shown of a stored call. A call that was not saved yet may have the id of one that was removed. */
  find: (id: string) => KeptCall | undefined;
  keep: (id: string, shown: KeptCall) => void;
  /** Keeps what was shown of calls under the ids that a save gave them. */
  follow: (saved: SavedId[]) => void;
  /** What was typed into fields that are not saved, by page and field: `use-kept-texts.ts`. */
  texts: Map<string, string>;
}

/** The id that a form sent for a call, and the one under which the call was stored. */
export type SavedId = readonly [sent: string, stored: string];

export function createKeptCalls(): KeptCalls {
  const calls = new Map<string, KeptCall>();
  return {
    texts: new Map(),
    find: (id) => (isNewCall(id) ? undefined : calls.get(id)),
    keep: (id, shown) => void calls.set(id, { ...calls.get(id), ...shown }),
    follow(saved) {
      for (const [id, value] of renameSaved(calls, saved)) calls.set(id, value);
      for (const id of calls.keys()) if (isNewCall(id)) calls.delete(id);
    },
  };
}

/** Returns the entries of calls that a save stored, by their new ids. */
export function renameSaved<Value>(
  values: ReadonlyMap<string, Value>,
  saved: readonly SavedId[],
): [id: string, value: Value][] {
  return saved.flatMap(([sent, stored]) => {
    const value = values.get(sent);
    return value === undefined ? [] : [[stored, value] as [string, Value]];
  });
}
