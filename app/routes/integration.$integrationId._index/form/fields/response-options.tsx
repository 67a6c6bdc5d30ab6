// Offers the fields of earlier calls' responses and of the payload in the list of variables. Loaded when the list is first
// opened.
import type { FieldName, FormMetadata } from '@conform-to/react';
import { useState } from 'react';
import { Check } from '~/components/icons/icons';
import { Button } from '~/components/ui/button';
import type { FoundPath } from '~/engine/paths/path-discovery';
import type { EditorFeedback } from '../editor-feedback';
import type { CallForm, EditorForm } from '../editor-form';
import { typeInto } from '../normalize-input';
import { readCurrentForm } from '../read-form';
import { findPlace, listResponseFields, listTriggerFields, type ResponseField } from '../response-fields';
import { listOf } from '../variable-scope';
import type { FurtherOption, TakenOption } from './placeholder-menu';

export interface ResponseOptionsContext {
  form: FormMetadata<EditorForm>;
  paths: EditorFeedback['responsePaths'];
  lastRun: EditorFeedback['lastRun'];
  sample: EditorFeedback['sample'];
  /** Tells a screen reader what happened. */
  announce: (text: string) => void;
}

/** Lists the options for a field of the form, by its name. */
export function listResponseOptions(fieldName: string, context: ResponseOptionsContext): FurtherOption[] {
  const place = findPlace(fieldName);
  const isFirst = fieldName.startsWith('firstConditional');
  if (!place && !isFirst) return [];
  const fields = place ? listResponseFields(readCurrentForm(context.form.id), place, context.paths) : [];
  const ofTrigger = listTriggerFields(listTriggerPaths(context)).map(({ name, sample }) => ({
    name,
    hint: `${sample} · Trigger`,
  }));
  return [...fields.map((field) => toOption(field, context)), ...ofTrigger];
}

/** Lists the paths of the payload: those of the sample for a webhook that is not saved yet. */
function listTriggerPaths({ form, lastRun, sample }: ResponseOptionsContext): FoundPath[] {
  const isNew = !sample?.isWebhookSaved && readCurrentForm(form.id)?.triggerConfig?.type === 'webhook';
  return isNew ? (sample?.loaded.sample?.paths ?? []) : lastRun.trigger;
}

function toOption(field: ResponseField, context: ResponseOptionsContext): FurtherOption {
  const { name, isSaved, callName, jsonPath, sample } = field;
  const hint = `${sample} · ${callName} ${jsonPath}`;
  if (isSaved) return { name, hint };
  const onTake = (taken: TakenOption) => {
    saveField(field, context);
    return <SavedNote key={name} field={field} {...taken} {...context} />;
  };
  return { name, hint, onTake };
}

/** Saves a field of a response as a variable of its call. */
export function saveField(
  field: ResponseField,
  { form, announce }: Pick<ResponseOptionsContext, 'form' | 'announce'>,
): void {
  const { name, callIndex, callName, jsonPath } = field;
  form.insert({ name: nameRows(callIndex), defaultValue: { jsonPath, saveAs: name } });
  announce(`${jsonPath} of ${callName} is saved as ${name}`);
}

/** Returns the name of the list of a call's saved fields. */
function nameRows(callIndex: number): FieldName<CallForm['responseMapping']['extractFields'], EditorForm> {
  return `apiCalls[${callIndex}].responseMapping.extractFields`;
}

interface SavedNoteProps extends Pick<ResponseOptionsContext, 'form' | 'announce'>, TakenOption {
  field: ResponseField;
}

/** Tells what an option saved, and takes it back. */
function SavedNote({ field, control, before, inserted, form, announce }: SavedNoteProps) {
  const [after] = useState(control.value);
  const [isUndone, setUndone] = useState(false);
  const { name, callIndex, callName, jsonPath } = field;
  function undo() {
    setUndone(true);
    // What was typed since stays.
    const text = control.value;
    typeInto(control, text === after ? before : text.replace(inserted, ''));
    control.focus();
    const call = listOf(readCurrentForm(form.id)?.apiCalls)[callIndex];
    const index = listOf(call?.responseMapping?.extractFields).findIndex((row) => row?.saveAs === name);
    if (index >= 0) form.remove({ name: nameRows(callIndex), index });
    announce(`${name} is no longer saved`);
  }
  if (isUndone) return null;
  return (
    <p className="flex flex-wrap items-center gap-x-2 gap-y-1 text-[0.8125rem] text-ink-muted">
      <Check aria-hidden className="size-4 shrink-0 text-good-ink" />
      <span className="min-w-0 wrap-anywhere">
        <code className="font-mono">{`{{${name}}}`}</code> is now saved from {callName}:{' '}
        <code className="font-mono">{jsonPath}</code>
      </span>
      <Button size="sm" variant="quiet" onClick={undo}>
        Undo
      </Button>
    </p>
  );
}
