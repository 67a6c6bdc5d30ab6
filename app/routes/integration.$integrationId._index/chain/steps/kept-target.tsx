import { useCallNames } from '../../form/fields/call-names';

interface KeptTargetProps {
  /** The value of the chosen option, and the id of its call, if it has one. */
  value: string | undefined;
  callId: string | undefined;
  /** The number of calls before the step. */
  gap: number;
  /** The index of the first call that the select offers as an option. */
  from: number;
}

/** Keeps a chosen call as an option although it is no later call, so that a save reports that and does not change it. */
export function KeptTarget({ value, callId, gap, from }: KeptTargetProps) {
  const calls = useCallNames();
  if (!callId) return null;
  const index = calls.findIndex(({ id }) => id === callId);
  if (index >= from) return null;
  const label = calls[index]?.label;
  const before = label ? `${label} (earlier in the chain)` : 'A deleted call';
  return <option value={value}>{index < gap ? before : label}</option>;
}
