import { useCallNames } from '../../form/fields/call-names';
import { chooseCall, readChosenCall } from '../../form/otherwise-choice';

interface CallOptionsProps {
  /** The chosen value of the select, which may be no call. */
  chosen: string | undefined;
  /** The number of calls before the step. */
  gap: number;
  /** The index of the first call that the select offers. */
  from: number;
  /** Whether the select has other options too, so that a value tells that it is a call: see `chooseCall`. */
  isChoice?: boolean;
  /** Returns the words for an offered call. `offset`: its index, counted from the first one offered. */
  describe?: (label: string, offset: number) => string;
}

/**
 * The options of a select for the calls from the index `from` on. The chosen call stays an option although it is none of
 * these, so that a save reports that and does not change it. Both are in one list with the id as the key: an option that
 * React renders anew, because it was in another list before, would no longer be the chosen one.
 */
export function CallOptions({ chosen, gap, from, isChoice, describe }: CallOptionsProps) {
  const calls = useCallNames();
  const offered = calls
    .slice(from)
    .map(({ id, label }, offset) => ({ id, text: describe?.(label, offset) ?? label }));
  const chosenId = isChoice ? readChosenCall(chosen) : chosen;
  const index = calls.findIndex(({ id }) => id === chosenId);
  if (chosenId && index < from)
    offered.push({ id: chosenId, text: describeKept(calls[index]?.label, index < gap) });
  return offered.map(({ id, text }) => (
    <option key={id} value={isChoice ? chooseCall(id) : id}>
      {text}
    </option>
  ));
}

/** Says that a run continues with a call. */
export function continueWith(label: string): string {
  return `Continue with ${label}`;
}

function describeKept(label: string | undefined, isEarlier: boolean): string {
  if (!label) return 'A deleted call';
  return isEarlier ? `${label} (earlier in the chain)` : label;
}
