import { type FieldMetadata, type FieldName, useField } from '@conform-to/react';
import { GitBranch } from '~/components/icons/icons';
import { Checkbox } from '~/components/ui/fields/checkbox';
import { nodeAnchor } from '../chosen/anchors';
import { useCallNames } from '../../form/fields/call-names';
import type { EditorForm } from '../../form/editor-form';
import { useRenderedValue } from '../../form/fields/use-rendered-value';
import { ConditionFields } from './condition-fields';
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

/** The card of a conditional step. The style sheet hides the other fields of one that is off. */
export function ConditionalCard({ list, name, index, gap, place, onRemoved }: ConditionalCardProps) {
  const calls = useCallNames();
  const [step] = useField(name);
  const { id, enabled, executionTrigger } = step.getFieldset();
  return (
    <StepCard
      kind="conditional"
      icon={GitBranch}
      title="Conditional Execution"
      place={place}
      summary={describeConditional(useRenderedValue(step), calls, gap)}
      id={id}
      list={list}
      index={index}
      valid={step.valid && list.valid}
      anchor={nodeAnchor({ kind: 'condition', gap }, gap - 1)}
      onRemoved={onRemoved}
    >
      <div className="group/check flex flex-col gap-field">
        <input
          type="hidden"
          name={executionTrigger.name}
          defaultValue={executionTrigger.initialValue}
          key={executionTrigger.key}
        />
        <div data-enabled>
          <Checkbox field={enabled} label="Enabled" hint="When off, runs check nothing and always go on." />
        </div>
        <div className="flex flex-col gap-field group-has-[[data-enabled]_input:not(:checked)]/check:hidden">
          <ConditionFields step={step} gap={gap} />
        </div>
      </div>
    </StepCard>
  );
}
