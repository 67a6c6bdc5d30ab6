import { type FieldMetadata, type FieldName, useFormMetadata } from '@conform-to/react';
import { Repeat2 } from '~/components/icons/icons';
import { useState } from 'react';
import type { StoredField } from '~/components/network/typed-values';
import { Button } from '~/components/ui/button';
import { Checkbox } from '~/components/ui/fields/checkbox';
import { TextField } from '~/components/ui/fields/text-field';
import type { CallForm, EditorForm } from '../../form/editor-form';
import { useCallNames } from '../../form/fields/call-names';
import { KeptFields } from '../../form/fields/lazy-fields';
import { newLoop } from '../../form/new-step';
import type { LoopForm } from '../../form/step-schema';
import { describeWait } from '../../form/waits/describe-wait';
import type { CallPart } from '../../form/kept-calls';
import { CallSection } from './call-section';
import { hasOtherLimits } from './other-limits';
import { LazyRepeatFields, LazyWaitFields } from './lazy-more-fields';

type Fields = ReturnType<FieldMetadata<CallForm, EditorForm>['getFieldset']>;

/** The kinds of repetition, in the words of the fields. */
const repeats: Record<string, string> = {
  pages: 'For each page of a list',
  until: 'Until a condition is met',
};

interface MoreSectionsProps {
  fields: Fields;
  /** The index of the call. */
  index: number;
  isInLoop: boolean;
  /** The part that is shown. */
  chosen: CallPart;
}

/** The settings that few calls change: timeout, redirects, wait and repetition. */
export function MoreSections({ fields, index, isInLoop, chosen }: MoreSectionsProps) {
  const { id, timeoutSeconds, followRedirects, repeat, wait, loop } = fields;
  const isRepeated = Boolean(repeat.value?.kind);
  const isAwaited = Boolean(wait.value?.kind);
  const [isDrawn, setDrawn] = useState(isRepeated || isAwaited);
  // These fields are a third of a call's fields and few calls need them, so they are rendered on first use and then stay.
  if (!isDrawn && (isRepeated || isAwaited || chosen === 'more')) setDrawn(true);
  return (
    <>
      <CallSection
        part="more"
        chosen={chosen}
        title="Timeout and redirects"
        summary={`${timeoutSeconds.value ?? 30} s`}
        field={timeoutSeconds}
        filled={hasOtherLimits(fields) ? 1 : 0}
      >
        <div className="flex flex-col gap-field">
          <div className="max-w-48">
            <TextField
              field={timeoutSeconds}
              label="Seconds to wait for the response"
              inputMode="numeric"
              autoComplete="off"
            />
          </div>
          <Checkbox
            field={followRedirects}
            label="Follow redirects"
            hint="Up to three. Credentials are not sent on to another site."
          />
        </div>
      </CallSection>
      <CallSection
        part="more"
        chosen={chosen}
        title="Wait"
        summary={describeWait(wait.value)}
        field={wait}
        filled={isAwaited ? 1 : 0}
      >
        {isDrawn ? (
          <LazyWaitFields wait={wait} />
        ) : (
          <NotChosen group={wait} kind={wait.getFieldset().kind.name} value="duration">
            Wait Before This Call
          </NotChosen>
        )}
      </CallSection>
      <CallSection
        part="more"
        chosen={chosen}
        title="Repeat"
        summary={repeats[repeat.value?.kind ?? ''] ?? 'Once'}
        field={repeat}
        filled={isRepeated ? 1 : 0}
      >
        {isDrawn ? (
          <LazyRepeatFields repeat={repeat} callIndex={index} />
        ) : (
          <NotChosen group={repeat} kind={repeat.getFieldset().kind.name} value="pages">
            Repeat This Call
          </NotChosen>
        )}
        {!isInLoop && loop.getFieldList().length === 0 && (
          <LoopButton listName={loop.name} callId={id.initialValue ?? ''} index={index} />
        )}
      </CallSection>
    </>
  );
}

interface NotChosenProps {
  /** The fields whose values are kept in hidden inputs. */
  group: StoredField;
  kind: FieldName<string, EditorForm>;
  value: string;
  children: string;
}

/** Keeps the values of fields that are not rendered; without script, a button renders the fields. */
function NotChosen({ group, kind, value, children }: NotChosenProps) {
  const form = useFormMetadata<EditorForm>();
  return (
    <>
      <KeptFields fields={[group]} />
      <noscript className="block">
        <Button type="submit" size="sm" {...form.update.getButtonProps({ name: kind, value })}>
          {children}
        </Button>
      </noscript>
    </>
  );
}

interface LoopButtonProps {
  listName: FieldName<LoopForm[], EditorForm>;
  callId: string;
  index: number;
}

function LoopButton({ listName, callId, index }: LoopButtonProps) {
  const form = useFormMetadata<EditorForm>();
  const label = useCallNames()[index]?.label;
  return (
    <Button
      type="submit"
      size="sm"
      icon={Repeat2}
      data-add="loop"
      className="mt-4"
      {...form.insert.getButtonProps({ name: listName, defaultValue: newLoop(callId) })}
    >
      Run this call for each item of a list<span className="sr-only"> from {label}</span>
    </Button>
  );
}
