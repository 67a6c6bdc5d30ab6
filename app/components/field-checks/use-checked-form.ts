import { parse, type Submission, useForm } from '@conform-to/react';
import { useEffect, useRef } from 'react';
import { afterPress } from './after-press';

/** Reads a form, or one of Conform's intents with it, and finds what is wrong. */
export type FormCheck = (form: FormData) => Submission<unknown, string[]>;

type Options<Fields extends object> = Parameters<typeof useForm<Fields, Fields, string[]>>[0];

interface CheckedFormOptions<Fields extends object> extends Omit<
  Options<Fields>,
  'id' | 'onValidate' | 'shouldValidate' | 'shouldRevalidate'
> {
  id: string;
  /** The script of the check; it is asked for when the first field is entered, and again should it not arrive. */
  loadCheck: () => Promise<FormCheck>;
  /** Called when a field is left and the check's script cannot be had. The server checks what is sent in any case. */
  onMissingCheck?: () => void;
  /** A form with errors is sent all the same, because the response says more than the checks of the fields. */
  sendsErrors?: boolean;
  /** When a field that was left once is checked again. */
  checksAgain?: 'on input' | 'on leaving';
}

/**
 * Conform's form, its fields checked in the browser as each is left, and on input from then on, so that an error goes
 * as soon as its field is right. Nothing is sent for it; what is sent, the server checks again.
 */
export function useCheckedForm<Fields extends object>({
  loadCheck,
  onMissingCheck,
  sendsErrors = false,
  checksAgain = 'on input',
  ...options
}: CheckedFormOptions<Fields>) {
  const { id } = options;
  const check = useRef<FormCheck>(undefined);
  const latest = useRef({ loadCheck, onMissingCheck });
  const [form, fields] = useForm<Fields, Fields, string[]>({
    ...options,
    // Leaving a field is handled below, when the pointer is up and the check is there.
    shouldValidate: 'onSubmit',
    shouldRevalidate: checksAgain === 'on input' ? 'onInput' : 'onSubmit',
    onValidate: ({ formData }) => {
      const isSent = !formData.has('__intent__');
      const found = isSent && sendsErrors ? undefined : check.current?.(formData);
      return (found ?? leaveUnchecked(formData)) as Submission<Fields, string[]>;
    },
  });
  const { validate } = form;
  useEffect(() => {
    latest.current = { loadCheck, onMissingCheck };
  }, [loadCheck, onMissingCheck]);

  useEffect(() => {
    const element = document.getElementById(id);
    if (!element) return;
    const load = async () => {
      check.current ??= await latest.current.loadCheck().catch(() => undefined);
    };
    const checkLeft = ({ target }: FocusEvent) => {
      if (!isField(target) || target.name === '') return;
      afterPress(async () => {
        await load();
        // It may be gone by then, as a row that was removed.
        if (!target.isConnected || !target.form) return;
        if (check.current) validate({ name: target.name });
        else latest.current.onMissingCheck?.();
      });
    };
    const prepare = () => void load();
    element.addEventListener('focusin', prepare);
    element.addEventListener('focusout', checkLeft);
    return () => {
      element.removeEventListener('focusin', prepare);
      element.removeEventListener('focusout', checkLeft);
    };
  }, [id, validate]);
  return [form, fields] as const;
}

/** What Conform gets while the browser knows no errors: what was reported stays, and what is sent goes to the server. */
function leaveUnchecked(form: FormData): Submission<unknown, string[]> {
  const kept = Object.fromEntries([...form.keys()].map((name) => [name, null]));
  return parse<unknown, string[]>(form, {
    resolve: (_typed, intent) => {
      if (!intent) return { error: null };
      return intent.type === 'validate' ? { error: kept } : {};
    },
  });
}

function isField(target: EventTarget | null): target is HTMLInputElement {
  return target instanceof Element && target.matches('input, select, textarea');
}
