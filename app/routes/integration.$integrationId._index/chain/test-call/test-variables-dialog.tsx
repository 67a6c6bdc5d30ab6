import { useSubmit } from '@remix-run/react';
import { Eraser, FlaskConical } from '~/components/icons/icons';
import { type FormEvent, useEffect, useRef, useState } from 'react';
import { useHydrated } from '~/components/ui/use-hydrated';
import { Banner } from '~/components/ui/banner';
import { Button } from '~/components/ui/button';
import { Dialog, DialogActions } from '~/components/ui/dialog';
import { describeField } from '~/components/ui/fields/field';
import { TextAreaField, TextField } from '~/components/ui/fields/text-field';
import { describeMissingVariables } from '~/engine/placeholders/missing-variables';
import type { LastRun } from '~/services/executions/last-run';
import { type MissingVariables, nameTestVariable } from '../../form/test-variable';
import { readCurrentForm } from '../../form/read-form';
import { findSample } from '../../form/response-fields';
import { useSentIntent } from '~/components/network/use-sent-intent';
import { keepGivenValues, readGivenValues } from './given-values';

export interface TestVariablesDialogProps {
  asked: MissingVariables;
  /** The id of the editor's form, and the URL it is sent to. */
  formId: string;
  action: string;
  lastRun: LastRun;
  responsePaths: LastRun['paths'];
  /** The key under which this browser keeps the values typed here. */
  valuesName: string;
  onClose: () => void;
}

/**
 * Asks for a value of each variable that a tested call uses, in the order of first use. With script the fields are a
 * separate form, so that they do not change the editor's form. Without script they belong to the editor's form, which
 * sends them.
 */
export function TestVariablesDialog({
  asked,
  formId,
  action,
  lastRun,
  responsePaths,
  valuesName,
  onClose,
}: TestVariablesDialogProps) {
  const hydrated = useHydrated();
  const submit = useSubmit();
  const own = useRef<HTMLFormElement>(null);
  // The server renders without kept values, and without script no values are kept.
  const [given] = useState(() => (hydrated ? readGivenValues(valuesName) : new Map<string, string>()));
  const [isKept, setKept] = useState(given.size > 0);
  const { callIndex } = asked;
  const intent = `test:${callIndex}`;
  const pending = useSentIntent() === intent;
  const owner = hydrated ? undefined : formId;
  const current = readCurrentForm(formId);
  const variables = asked.variables.map(({ name, text, sample }) => {
    const last =
      findWhole(lastRun.values[name]) ||
      findWhole(sample) ||
      findWhole(findSample(current, name, responsePaths));
    return { name, last, text: text ?? given.get(name) ?? last };
  });
  const missing = variables.filter(({ text }) => text === '').map(({ name }) => name);
  const first = missing[0] ?? variables[0]?.name;

  useEffect(() => {
    if (!asked.variables.some(({ text }) => text === '')) return;
    listFields(own.current)
      .find(({ value }) => value === '')
      ?.focus();
  }, [asked]);

  useEffect(
    () => () => {
      // The focus may be on nothing after a press with the mouse.
      if (document.activeElement !== document.body) return;
      document.querySelector<HTMLElement>(`[name=intent][value="${intent}"]`)?.focus();
    },
    [intent],
  );

  function send(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    const form = document.getElementById(formId);
    if (!(form instanceof HTMLFormElement) || pending) return;
    const sent = new FormData(form);
    const typed = new FormData(event.currentTarget);
    for (const { name, last } of variables) {
      const field = nameTestVariable(callIndex, name);
      const text = String(typed.get(field) ?? '');
      sent.set(field, text);
      // A value that equals the last run's is not kept: the next execution may have another one.
      given.delete(name);
      if (text !== '' && text !== last) given.set(name, text);
    }
    keepGivenValues(valuesName, given);
    sent.set('intent', intent);
    submit(sent, { method: 'post', action, preventScrollReset: true });
  }

  /** Deletes all kept values, also those for other calls. */
  function forget() {
    for (const field of listFields(own.current)) {
      if ([...given.keys()].some((name) => nameTestVariable(callIndex, name) === field.name))
        field.value = '';
    }
    given.clear();
    keepGivenValues(valuesName, given);
    setKept(false);
    listFields(own.current)[0]?.focus();
  }

  return (
    <Dialog
      title="Test Variables"
      text="This call uses these variables. Values you enter here are only for tests: they are not saved, and this browser keeps them for the next one."
      closeTo={onClose}
    >
      <form ref={own} onSubmit={send} noValidate className="flex flex-col gap-4">
        {missing.length > 0 && (
          <Banner tone="warn" live>
            {describeMissingVariables(missing)}
          </Banner>
        )}
        {variables.map(({ name, text }) => {
          const props = {
            field: {
              ...describeField(nameTestVariable(callIndex, name)),
              formId: owner,
              initialValue: text,
              required: true,
            },
            label: name,
            autoComplete: 'off',
            spellCheck: false,
            className: 'font-mono',
            'data-autofocus': name === first || undefined,
          };
          // A field of one line would lose the line breaks of a value.
          return text.includes('\n') ? (
            <TextAreaField key={name} rows={3} {...props} />
          ) : (
            <TextField key={name} {...props} />
          );
        })}
        <DialogActions>
          {isKept && (
            <Button variant="quiet" icon={Eraser} onClick={forget} className="sm:mr-auto">
              Forget kept values
            </Button>
          )}
          <Button onClick={onClose} className="noscript:hidden">
            Cancel
          </Button>
          <Button
            type="submit"
            variant="primary"
            icon={FlaskConical}
            form={owner}
            name="intent"
            value={intent}
            pending={pending}
            pendingText="Testing..."
          >
            Test with these values
          </Button>
        </DialogActions>
      </form>
    </Dialog>
  );
}

function listFields(form: HTMLFormElement | null) {
  return [...(form?.querySelectorAll<HTMLInputElement | HTMLTextAreaElement>('input, textarea') ?? [])];
}

/** Returns a last value when it is shown whole; empty when it is masked or shortened. */
function findWhole(value = ''): string {
  return /••••|…$/.test(value) ? '' : value;
}
