import { type FieldMetadata, useFormMetadata } from '@conform-to/react';
import { SelectField, TextField } from '~/components/ui/fields/text-field';
import type { EditorForm } from '../../form/editor-form';
import { newRule } from '../../form/new-step';
import { RowList } from '../../form/fields/row-list';
import { RuleFields } from './rule-fields';
import type { HandlingForm } from '../../form/step-schema';

interface HandlingFieldsProps {
  step: FieldMetadata<HandlingForm, EditorForm>;
  /** The number of calls before the step. */
  gap: number;
}

/** The rules in the order in which the run tries them, and the default action. */
export function HandlingFields({ step, gap }: HandlingFieldsProps) {
  const form = useFormMetadata<EditorForm>();
  const { statusCodeActions, defaultAction, defaultNotificationEmail } = step.getFieldset();
  const rules = statusCodeActions.getFieldList();
  return (
    <>
      <RowList
        field={statusCodeActions}
        title="Status code rules"
        text="The first rule that matches the response’s status code decides. Separate codes with commas: 429, 4xx, 500-599, or network for no response at all."
        addLabel="Add rule"
        add={form.insert.getButtonProps({ name: statusCodeActions.name, defaultValue: newRule })}
      >
        {rules.map((rule, order) => (
          <RuleFields
            key={rule.key}
            name={rule.name}
            listName={statusCodeActions.name}
            index={order}
            gap={gap}
            count={rules.length}
          />
        ))}
      </RowList>
      <div className="group/default grid gap-field sm:grid-cols-2">
        <SelectField
          field={defaultAction}
          label="Default action"
          hint="When no rule matches or no retries are left. It covers every status code, 200 too, so keep a rule like 2xx → Continue."
        >
          <option value="continue">Continue</option>
          <option value="stop_notify">Stop &amp; notify</option>
        </SelectField>
        <TextField
          field={defaultNotificationEmail}
          label="Default notification email"
          hint="Gets one email when failures begin and one when they are over. Leave empty for the organization’s owners."
          inputMode="email"
          autoComplete="off"
          spellCheck={false}
        />
      </div>
    </>
  );
}
