import { parse, type Submission, useForm } from '@conform-to/react';
import { useEffect, useRef } from 'react';
import { runAfterPointerRelease } from '../pointer/after-pointer-release';

/** Reads a form, or one of Conform's intents with it, and finds the errors. */
export type FormCheck = (form: FormData) => Submission<unknown, string[]>;

type Options<Fields extends object> = Parameters<typeof useForm<Fields, Fields, string[]>>[0];

interface CheckedFormOptions<Fields extends object> extends Omit<
  Options<Fields>,
  'id' | 'onValidate' | 'shouldValidate' | 'shouldRevalidate'
> {
  id: string;
  /** Loads the script of the check: when the first field is entered, and again if that failed. */
  loadCheck: () => Promise<FormCheck>;
  /** Called when a field is left and the check's script cannot be loaded. The server checks each form in any case. */
  onMissingCheck?: () => void;
  /** Whether a form with errors is sent all the same, because the response says more than the checks of the fields. */
  sendsErrors?: boolean;
  /** When a field that was already left once is checked again. */
  checksAgain?: 'on input' | 'on leaving';
}

/**
 * Conform's form. The browser checks each field when it is left, and on input from then on, so that an error disappears as soon
 * as its field is right. Nothing is sent for this; the server checks a sent form again.
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
  /** The fields that the server refused, until something is typed into them. */
  const refused = useRef(new Set<string>());
  /** The name of the field that a reset emptied under the user, until something is typed. The user did not leave it empty. */
  const emptied = useRef<string>(undefined);
  const latest = useRef({ loadCheck, onMissingCheck });
  const [form, fields] = useForm<Fields, Fields, string[]>({
    ...options,
    // The effect below handles the leaving of a field, when the pointer is up and the check is loaded.
    shouldValidate: 'onSubmit',
    shouldRevalidate: checksAgain === 'on input' ? 'onInput' : 'onSubmit',
    onValidate: ({ formData }) => {
      const isSent = !formData.has('__intent__');
      const found = isSent && sendsErrors ? undefined : check.current?.(formData);
      const checked = found && !isSent ? keepErrors(found, refused.current) : found;
      return (checked ?? leaveUnchecked(formData)) as Submission<Fields, string[]>;
    },
  });
  const { validate } = form;
  const { lastResult } = options;
  useEffect(() => {
    latest.current = { loadCheck, onMissingCheck };
  }, [loadCheck, onMissingCheck]);
  useEffect(() => {
    refused.current = new Set(Object.keys(lastResult?.error ?? {}));
  }, [lastResult]);

  useEffect(() => {
    const element = document.getElementById(id);
    if (!element) return;
    const load = async () => {
      check.current ??= await latest.current.loadCheck().catch(() => undefined);
    };
    const checkLeft = ({ target }: FocusEvent) => {
      if (!isField(target) || target.name === '' || target.name === emptied.current) return;
      runAfterPointerRelease(async () => {
        await load();
        // The field may be gone by then, as when its row was removed, or locked, as when the form was sent and accepted.
        if (!target.isConnected || !target.form || target.disabled) return;
        if (check.current) validate({ name: target.name });
        else latest.current.onMissingCheck?.();
      });
    };
    const prepare = () => void load();
    const noteTyped = ({ target }: Event) => {
      if (isField(target)) refused.current.delete(target.name);
      emptied.current = undefined;
    };
    const noteReset = () => {
      const { activeElement: focused } = document;
      emptied.current = isField(focused) ? focused.name : undefined;
    };
    element.addEventListener('focusin', prepare);
    element.addEventListener('input', noteTyped);
    element.addEventListener('reset', noteReset);
    element.addEventListener('focusout', checkLeft);
    return () => {
      element.removeEventListener('input', noteTyped);
      element.removeEventListener('reset', noteReset);
      element.removeEventListener('focusin', prepare);
      element.removeEventListener('focusout', checkLeft);
    };
  }, [id, validate]);
  return [form, fields] as const;
}

/** Returns the result for a form that the browser cannot check: reported errors stay, and a sent form goes to the server. */
function leaveUnchecked(form: FormData): Submission<unknown, string[]> {
  const kept = Object.fromEntries([...form.keys()].map((name) => [name, null]));
  return parse<unknown, string[]>(form, {
    resolve: (_typed, intent) => {
      if (!intent) return { error: null };
      return intent.type === 'validate' ? { error: kept } : {};
    },
  });
}

/**
 * Leaves the reported errors of fields that only the server can refuse, such as a wrong password: the browser's check finds
 * none there. Of the intents, only the check of a field leaves all fields as they were.
 */
function keepErrors(
  checked: Submission<unknown, string[]>,
  fields: Set<string>,
): Submission<unknown, string[]> {
  const kept = Object.fromEntries([...fields].map((name) => [name, null]));
  return {
    ...checked,
    reply(options) {
      const result = checked.reply(options);
      return result.intent?.type === 'validate' ? { ...result, error: { ...kept, ...result.error } } : result;
    },
  } as Submission<unknown, string[]>;
}

function isField(target: EventTarget | null): target is HTMLInputElement {
  return target instanceof Element && target.matches('input, select, textarea');
}
