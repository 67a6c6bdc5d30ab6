import { type FieldMetadata, type FieldName, useField } from '@conform-to/react';
import { GitBranch } from 'lucide-react';
import { Checkbox } from '~/components/ui/fields/checkbox';
import { SelectField } from '~/components/ui/fields/text-field';
import { useCallNames } from '../outline/call-names';
import { ConditionRows } from './condition-rows';
import type { EditorForm } from '../../form/editor-form';
import { ScopeProvider } from '../../form/fields/scope-variables';
import { StepCard } from './step-card';
import type { ConditionalForm } from '../../form/step-schema';
import { describeConditional } from '../outline/step-labels';

interface ConditionalCardProps {
  list: FieldMetadata<ConditionalForm[], EditorForm>;
  name: FieldName<ConditionalForm, EditorForm>;
  index: number;
  /** How many calls stand before it. */
  gap: number;
  place: string;
  onRemoved: () => void;
}

/** A check between two calls. What its trigger makes meaningless is hidden by the style sheet. */
export function ConditionalCard({ list, name, index, gap, place, onRemoved }: ConditionalCardProps) {
  const calls = useCallNames();
  const [step] = useField(name);
  const { id, enabled, executionTrigger, conditions, nextApiCallId } = step.getFieldset();
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
      <Checkbox
        field={enabled}
        label="Enabled"
        hint="Switched off, a run goes past it as if it were not there."
      />
      <div className="group/trigger flex flex-col gap-5">
        <div className="max-w-sm">
          <SelectField field={executionTrigger} label="Execution trigger">
            <option value="conditional">Conditional: check first</option>
            <option value="always">Always: check nothing</option>
          </SelectField>
        </div>
        <div className="flex flex-col gap-5 group-has-[option[value=always]:checked]/trigger:hidden">
          <ScopeProvider callIndex={gap}>
            <ConditionRows conditions={conditions} />
          </ScopeProvider>
          <div className="max-w-lg">
            <SelectField
              field={nextApiCallId}
              label="When met, continue with"
              hint={
                next
                  ? `When not met, ${next.label} is skipped and the run goes on behind it.`
                  : 'No API call follows, so nothing depends on this check yet.'
              }
            >
              <option value="">{next ? `The next call: ${next.label}` : 'The end of the chain'}</option>
              {calls.slice(gap + 1).map(({ id: callId, label }) => (
                <option key={callId} value={callId}>
                  {label}
                </option>
              ))}
              <KeptTarget callId={nextApiCallId.initialValue} gap={gap} />
            </SelectField>
          </div>
        </div>
      </div>
    </StepCard>
  );
}

/** What was chosen and is no later call stays chosen, so that a save says what is wrong rather than changes it. */
function KeptTarget({ callId, gap }: { callId: string | undefined; gap: number }) {
  const calls = useCallNames();
  if (!callId) return null;
  const index = calls.findIndex(({ id }) => id === callId);
  if (index > gap) return null;
  const label = calls[index]?.label;
  if (index === gap) return <option value={callId}>{label}</option>;
  return <option value={callId}>{label ? `${label} (comes before)` : 'A call that is gone'}</option>;
}
