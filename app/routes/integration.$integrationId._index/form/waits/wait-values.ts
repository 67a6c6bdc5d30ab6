// Converts a wait before a call to fields of the form and back. The form shows its length in the largest unit that divides it.
import type { CallWait } from '~/engine/definition/call-wait';
import { proposedUnit } from './proposed-unit';
import type { WaitForm } from './wait-form';

const empty: WaitForm = {
  kind: '',
  amount: '',
  unit: proposedUnit,
  at: '',
  message: '',
  choices: '',
  saveAs: '',
  onTimeout: '',
};

const units: Record<string, number> = { days: 86_400, hours: 3_600, minutes: 60, seconds: 1 };

export function toWaitForm(wait: CallWait | undefined): WaitForm {
  if (!wait) return empty;
  if (wait.kind === 'until') return { ...empty, kind: wait.kind, at: wait.at };
  const [unit = 'seconds', size = 1] =
    Object.entries(units).find(([, each]) => wait.seconds % each === 0) ?? [];
  const timed = { ...empty, kind: wait.kind, amount: String(wait.seconds / size), unit };
  if (wait.kind === 'duration') return timed;
  const { message = '', choices = [], saveAs = '', onTimeout } = wait;
  return {
    ...timed,
    message,
    choices: choices.join(', '),
    saveAs,
    onTimeout: onTimeout === 'continue' ? onTimeout : '',
  };
}

/** Converts the fields to what the services accept; undefined for a call without a wait. */
export function toWait({ kind, amount, unit, at, message, choices, saveAs, onTimeout }: WaitForm) {
  if (kind === 'until') return { kind, at };
  if (kind !== 'duration' && kind !== 'answer') return undefined;
  const seconds = amount.trim() === '' ? undefined : Number(amount) * (units[unit] ?? 1);
  if (kind === 'duration') return { kind, seconds };
  const listed = choices.split(',').flatMap((choice) => choice.trim() || []);
  return {
    kind,
    seconds,
    ...(message.trim() !== '' && { message }),
    ...(listed.length > 0 && { choices: listed }),
    ...(saveAs.trim() !== '' && { saveAs }),
    ...(onTimeout !== '' && { onTimeout }),
  };
}

/** Converts the field of a problem to the name of the form's field; undefined for any other field. */
export function nameWaitField(field: string): string | undefined {
  const [, place, part = 'kind'] = /^(apiCalls\.\d+\.wait)(?:\.(\w+)(?:\.\d+)?)?$/.exec(field) ?? [];
  if (place === undefined) return undefined;
  return `${place}.${part === 'seconds' ? 'amount' : part}`;
}
