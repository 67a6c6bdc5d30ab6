import { type FieldMetadata, type FieldName, useField } from '@conform-to/react';
import { ListChecks } from '~/components/icons/icons';
import type { EditorForm } from '../../form/editor-form';
import type { HandlingForm } from '../../form/step-schema';
import { useCallNames } from '../../form/fields/call-names';
import { useRenderedValue } from '../../form/fields/use-rendered-value';
import { describeHandling } from '../outline/handling-labels';
import { HandlingFields } from './handling-fields';
import { StepCard } from './step-card';

interface HandlingCardProps {
  list: FieldMetadata<HandlingForm[], EditorForm>;
  name: FieldName<HandlingForm, EditorForm>;
  index: number;
  /** The number of calls before the step. */
  gap: number;
  place: string;
  onRemoved: () => void;
}

/** The card of a call's response handling. */
export function HandlingCard({ list, name, index, gap, place, onRemoved }: HandlingCardProps) {
  const calls = useCallNames();
  const [step] = useField(name);
  return (
    <StepCard
      kind="handling"
      icon={ListChecks}
      title="Response Handling"
      place={place}
      summary={describeHandling(useRenderedValue(step), calls)}
      id={step.getFieldset().id}
      list={list}
      index={index}
      valid={step.valid && list.valid}
      onRemoved={onRemoved}
    >
      <HandlingFields step={step} gap={gap} />
    </StepCard>
  );
}
