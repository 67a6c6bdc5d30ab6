import type { FieldMetadata } from '@conform-to/react';
import { Checkbox } from '~/components/ui/fields/checkbox';
import { TextField } from '~/components/ui/fields/text-field';
import type { CallForm, EditorForm } from '../../form/editor-form';
import { CallSection } from './call-section';
import { LazyRepeatFields } from './lazy-repeat-fields';

type Fields = ReturnType<FieldMetadata<CallForm, EditorForm>['getFieldset']>;

/** What few calls have otherwise than a new one: limits, redirects, and how often it is sent. */
export function MoreSections({ fields }: { fields: Fields }) {
  const { timeoutSeconds, followRedirects, repeat } = fields;
  const isRepeated = Boolean(repeat.value?.kind);
  return (
    <>
      <CallSection
        part="more"
        title="Time-out and redirects"
        summary={`${timeoutSeconds.value ?? 30} s`}
        field={timeoutSeconds}
        filled={hasOtherLimits(fields) ? 1 : 0}
      >
        <div className="flex flex-col gap-field">
          <div className="max-w-48">
            <TextField
              field={timeoutSeconds}
              label="Seconds to wait for the answer"
              inputMode="numeric"
              autoComplete="off"
            />
          </div>
          <Checkbox
            field={followRedirects}
            label="Follow redirects"
            hint="Up to three. Credentials stay behind where a redirect leads to another site."
          />
        </div>
      </CallSection>
      <CallSection
        part="more"
        title="Repeat"
        summary={isRepeated ? 'More than once' : 'Once'}
        field={repeat}
        filled={isRepeated ? 1 : 0}
      >
        <LazyRepeatFields repeat={repeat} />
      </CallSection>
    </>
  );
}

/** Whether its time-out or its way with redirects is other than a new call's. */
export function hasOtherLimits(fields: {
  timeoutSeconds: { value?: string | undefined };
  followRedirects: { value?: string | undefined };
}): boolean {
  return (fields.timeoutSeconds.value ?? '30') !== '30' || fields.followRedirects.value === 'on';
}
