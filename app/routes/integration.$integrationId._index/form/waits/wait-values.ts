// A wait before a call, as fields of the form. Its length is typed in the unit that fits.
import type { CallWait } from '~/engine/definition/call-wait';
import type { WaitForm } from './wait-form';

const empty: WaitForm = { kind: '', amount: '', unit: 'minutes', at: '' };

const units: Record<string, number> = { days: 86_400, hours: 3_600, minutes: 60, seconds: 1 };

export function toWaitForm(wait: CallWait | undefined): WaitForm {
  if (!wait) return empty;
  if (wait.kind === 'until') return { ...empty, kind: wait.kind, at: wait.at };
  const [unit = 'seconds', size = 1] =
    Object.entries(units).find(([, each]) => wait.seconds % each === 0) ?? [];
  return { ...empty, kind: wait.kind, amount: String(wait.seconds / size), unit };
}

/** As the services take it; undefined for a call that nothing is waited for before. */
export function toWait({ kind, amount, unit, at }: WaitForm) {
  if (kind === 'until') return { kind, at };
  if (kind !== 'duration') return undefined;
  return { kind, seconds: amount.trim() === '' ? undefined : Number(amount) * (units[unit] ?? 1) };
}

/** A problem's field by the name of the form's; undefined of any other field. */
export function nameWaitField(field: string): string | undefined {
  const [, place, part = 'kind'] = /^(apiCalls\.\d+\.wait)(?:\.(.+))?$/.exec(field) ?? [];
  if (place === undefined) return undefined;
  return `${place}.${part === 'seconds' ? 'amount' : part}`;
}
