import { useCallNames } from '../../form/fields/call-names';

interface KeptTargetProps {
  /** The option that was chosen, and the call it stands for, if it does for one. */
  value: string | undefined;
  callId: string | undefined;
  /** How many calls stand before the step. */
  gap: number;
  /** The first call that is among the options anyway. */
  from: number;
}

/** What was chosen and is no later call stays chosen, so that a save says what is wrong rather than changes it. */
export function KeptTarget({ value, callId, gap, from }: KeptTargetProps) {
  const calls = useCallNames();
  if (!callId) return null;
  const index = calls.findIndex(({ id }) => id === callId);
  if (index >= from) return null;
  const label = calls[index]?.label;
  const before = label ? `${label} (earlier in the chain)` : 'A deleted call';
  return <option value={value}>{index < gap ? before : label}</option>;
}
