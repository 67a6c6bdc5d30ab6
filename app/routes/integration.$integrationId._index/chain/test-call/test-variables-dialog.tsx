import { useSubmit } from '@remix-run/react';
import { Eraser, FlaskConical } from 'lucide-react';
import { type FormEvent, useEffect, useRef, useState } from 'react';
import { useHydrated } from '~/components/ui/use-hydrated';
import { Banner } from '~/components/ui/banner';
import { Button } from '~/components/ui/button';
import { Dialog, DialogActions } from '~/components/ui/dialog';
import { describeField } from '~/components/ui/fields/field';
import { TextField } from '~/components/ui/fields/text-field';
import { describeMissing } from '~/engine/placeholders/missing-variables';
import type { LastRun } from '~/services/executions/last-run';
import { type MissingVariables, nameTestVariable } from '../../form/test-variable';
import { useSentIntent } from '~/components/network/use-sent-intent';
import { keepGivenValues, readGivenValues } from './given-values';

export interface TestVariablesDialogProps {
  asked: MissingVariables;
  /** The editor's form, whose call is tested, and where it is sent to. */
  formId: string;
  action: string;
  lastRun: LastRun;
  /** Under which this browser keeps what is typed here. */
  valuesName: string;
  onClose: () => void;
}

/**
 * Asks for a value of each variable that a tested call uses, in the order in which the call names them. With script its
 * fields are a form of their own, so that they are no change to the editor's; without, they belong to that form, which
 * carries them to the server.
 */
export function TestVariablesDialog({
  asked,
  formId,
  action,
  lastRun,
  valuesName,
  onClose,
}: TestVariablesDialogProps) {
  const hydrated = useHydrated();
  const submit = useSubmit();
  const own = useRef<HTMLFormElement>(null);
  // The server drew it without, and where no script runs nothing is kept.
  const [given] = useState(() => (hydrated ? readGivenValues(valuesName) : new Map<string, string>()));
  const [isKept, setKept] = useState(given.size > 0);
  const { callIndex } = asked;
  const intent = `test:${callIndex}`;
  const pending = useSentIntent() === intent;
  const owner = hydrated ? undefined : formId;
  const variables = asked.variables.map(({ name, text, sample }) => {
    const last = findWhole(lastRun.values[name]) || findWhole(sample);
    return { name, last, text: text ?? given.get(name) ?? last };
  });
  const missing = variables.filter(({ text }) => text === '').map(({ name }) => name);
  const first = missing[0] ?? variables[0]?.name;

  useEffect(() => {
    if (!asked.variables.some(({ text }) => text === '')) return;
    [...(own.current?.querySelectorAll('input') ?? [])].find(({ value }) => value === '')?.focus();
  }, [asked]);

  useEffect(
    () => () => {
      // A press with the mouse leaves the focus where it was, which may be nowhere.
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
      // What was seen last is not kept: the next execution may show another.
      given.delete(name);
      if (text !== '' && text !== last) given.set(name, text);
    }
    keepGivenValues(valuesName, given);
    sent.set('intent', intent);
    submit(sent, { method: 'post', action, preventScrollReset: true });
  }

  /** Also those of other calls: what a person wants gone is gone. */
  function forget() {
    for (const input of own.current?.querySelectorAll('input') ?? []) {
      if ([...given.keys()].some((name) => nameTestVariable(callIndex, name) === input.name))
        input.value = '';
    }
    given.clear();
    keepGivenValues(valuesName, given);
    setKept(false);
    own.current?.querySelector('input')?.focus();
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
            {describeMissing(missing)}
          </Banner>
        )}
        {variables.map(({ name, text }) => (
          <TextField
            key={name}
            field={{
              ...describeField(nameTestVariable(callIndex, name)),
              formId: owner,
              initialValue: text,
              required: true,
            }}
            label={name}
            autoComplete="off"
            spellCheck={false}
            className="font-mono"
            data-autofocus={name === first || undefined}
          />
        ))}
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
            Test with These Values
          </Button>
        </DialogActions>
      </form>
    </Dialog>
  );
}

/** A value as it was last seen, unless it is shown masked or cut, which it was not. */
function findWhole(value = ''): string {
  return /••••|…$/.test(value) ? '' : value;
}
