import { type FieldMetadata, type FieldName, useFormMetadata } from '@conform-to/react';
import { Repeat2 } from 'lucide-react';
import { useState } from 'react';
import { Button } from '~/components/ui/button';
import { Checkbox } from '~/components/ui/fields/checkbox';
import { TextField } from '~/components/ui/fields/text-field';
import type { CallForm, EditorForm } from '../../form/editor-form';
import { useCallNames } from '../../form/fields/call-names';
import { KeptFields } from '../../form/fields/lazy-fields';
import { newLoop } from '../../form/new-step';
import type { LoopForm, RepeatForm } from '../../form/step-schema';
import type { CallPart } from './call-parts';
import { CallSection } from './call-section';
import { LazyRepeatFields, usePreloadRepeatFields } from './lazy-repeat-fields';

type Fields = ReturnType<FieldMetadata<CallForm, EditorForm>['getFieldset']>;

interface MoreSectionsProps {
  fields: Fields;
  /** The call's place. */
  index: number;
  isInLoop: boolean;
  /** The part that is shown. */
  chosen: CallPart;
}

/** What few calls have otherwise than a new one: limits, redirects, and how often it is sent. */
export function MoreSections({ fields, index, isInLoop, chosen }: MoreSectionsProps) {
  const { id, timeoutSeconds, followRedirects, repeat, loop } = fields;
  const isRepeated = Boolean(repeat.value?.kind);
  const [isDrawn, setDrawn] = useState(isRepeated);
  // What was drawn stays: its fields are a third of a call's, and few calls need them.
  if (!isDrawn && (isRepeated || chosen === 'more')) setDrawn(true);
  usePreloadRepeatFields();
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
        title="Repeat"
        summary={isRepeated ? 'More than once' : 'Once'}
        field={repeat}
        filled={isRepeated ? 1 : 0}
      >
        {isDrawn ? <LazyRepeatFields repeat={repeat} /> : <NotRepeated repeat={repeat} />}
        {!isInLoop && loop.getFieldList().length === 0 && (
          <LoopButton listName={loop.name} callId={id.initialValue ?? ''} index={index} />
        )}
      </CallSection>
    </>
  );
}

/** Without script a press draws the fields. */
function NotRepeated({ repeat }: { repeat: FieldMetadata<RepeatForm, EditorForm> }) {
  const form = useFormMetadata<EditorForm>();
  const { kind } = repeat.getFieldset();
  return (
    <>
      <KeptFields fields={[repeat]} />
      <noscript className="block">
        <Button type="submit" size="sm" {...form.update.getButtonProps({ name: kind.name, value: 'pages' })}>
          Repeat This Call
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
      Run for Each Item of a List<span className="sr-only"> from {label}</span>
    </Button>
  );
}

/** Whether its time-out or its way with redirects is other than a new call's. */
export function hasOtherLimits(fields: {
  timeoutSeconds: { value?: string | undefined };
  followRedirects: { value?: string | undefined };
}): boolean {
  return (fields.timeoutSeconds.value ?? '30') !== '30' || fields.followRedirects.value === 'on';
}
