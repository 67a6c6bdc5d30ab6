import type { FieldMetadata } from '@conform-to/react';
import { SelectField } from '~/components/ui/fields/text-field';
import { useHydrated } from '~/components/ui/use-hydrated';
import type { EditorForm } from '../../form/editor-form';
import { useCallNames } from '../../form/fields/call-names';
import { ScopeProvider } from '../../form/fields/scope-variables';
import type { ConditionalForm } from '../../form/step-schema';
import { ConditionRows } from './condition-rows';
import { CallOptions, continueWith } from './call-options';

interface ConditionFieldsProps {
  step: FieldMetadata<ConditionalForm, EditorForm>;
  /** The number of calls before the step. */
  gap: number;
}

/** The conditions of a conditional step, and the calls that the run continues with. */
export function ConditionFields({ step, gap }: ConditionFieldsProps) {
  const calls = useCallNames();
  const hydrated = useHydrated();
  const { conditions, match, nextApiCallId, otherwise } = step.getFieldset();
  const next = calls[gap];
  return (
    <>
      <ScopeProvider callIndex={gap} place="check">
        <ConditionRows conditions={conditions} match={match} />
      </ScopeProvider>
      <div className="grid gap-field sm:grid-cols-2">
        <SelectField
          field={nextApiCallId}
          label="When met, continue with"
          hint={next ? undefined : 'No API call follows, so nothing depends on this check yet.'}
        >
          <option value="">{next ? `The next call: ${next.label}` : 'The end of the chain'}</option>
          <CallOptions chosen={nextApiCallId.initialValue} gap={gap} from={gap + 1} />
        </SelectField>
        <SelectField field={otherwise} label="When not met">
          <option value="skip_next">
            {next ? `Skip ${next.label} and continue after it` : 'Continue to the end of the chain'}
          </option>
          <option value="end">End the run</option>
          {(hydrated ? otherwise.value : otherwise.initialValue) === 'go_to' && (
            <option value="go_to">Choose a call</option>
          )}
          <CallOptions
            chosen={otherwise.initialValue}
            gap={gap}
            from={gap}
            isChoice
            describe={continueWith}
          />
        </SelectField>
      </div>
    </>
  );
}
