import { type FieldMetadata, type FieldName, useField } from '@conform-to/react';
import { GitBranch } from 'lucide-react';
import { Checkbox } from '~/components/ui/fields/checkbox';
import { SelectField } from '~/components/ui/fields/text-field';
import { useCallNames } from '../../form/fields/call-names';
import { ConditionRows } from './condition-rows';
import type { EditorForm } from '../../form/editor-form';
import { KeptTarget } from './kept-target';
import { chooseCall, readChosenCall } from '../../form/otherwise-choice';
import { ScopeProvider } from '../../form/fields/scope-variables';
import { StepCard } from './step-card';
import type { ConditionalForm } from '../../form/step-schema';
import { describeConditional } from '../outline/step-labels';

interface ConditionalCardProps {
  list: FieldMetadata<ConditionalForm[], EditorForm>;
  name: FieldName<ConditionalForm, EditorForm>;
  index: number;
  /** The number of calls before the step. */
  gap: number;
  place: string;
  onRemoved: () => void;
}

/** The card of a conditional step. The style sheet hides the fields that the chosen execution trigger does not use. */
export function ConditionalCard({ list, name, index, gap, place, onRemoved }: ConditionalCardProps) {
  const calls = useCallNames();
  const [step] = useField(name);
  const { id, enabled, executionTrigger, conditions, match, nextApiCallId, otherwise } = step.getFieldset();
  const next = calls[gap];
  return (
    <StepCard
      kind="conditional"
      icon={GitBranch}
      title="Conditional Execution"
      place={place}
      summary={describeConditional(step.value, calls, gap)}
      id={id}
      list={list}
      index={index}
      valid={step.valid && list.valid}
      onRemoved={onRemoved}
    >
      <div className="group/trigger flex flex-col gap-field">
        <div className="grid gap-field sm:grid-cols-2">
          <SelectField field={executionTrigger} label="Execution trigger">
            <option value="conditional">Conditional: check first</option>
            <option value="always">Always: check nothing</option>
          </SelectField>
          <div className="sm:pt-6.5">
            <Checkbox field={enabled} label="Enabled" hint="When off, runs ignore this check." />
          </div>
        </div>
        <div className="flex flex-col gap-field group-has-[option[value=always]:checked]/trigger:hidden">
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
              {calls.slice(gap + 1).map(({ id: callId, label }) => (
                <option key={callId} value={callId}>
                  {label}
                </option>
              ))}
              <KeptTarget
                value={nextApiCallId.initialValue}
                callId={nextApiCallId.initialValue}
                gap={gap}
                from={gap + 1}
              />
            </SelectField>
            <SelectField field={otherwise} label="When not met">
              <option value="skip_next">
                {next ? `Skip ${next.label} and continue after it` : 'Continue to the end of the chain'}
              </option>
              <option value="end">End the run</option>
              {otherwise.value === 'go_to' && <option value="go_to">Choose a call</option>}
              {calls.slice(gap).map(({ id: callId, label }) => (
                <option key={callId} value={chooseCall(callId)}>
                  Continue with {label}
                </option>
              ))}
              <KeptTarget
                value={otherwise.initialValue}
                callId={readChosenCall(otherwise.initialValue)}
                gap={gap}
                from={gap}
              />
            </SelectField>
          </div>
        </div>
      </div>
    </StepCard>
  );
}
