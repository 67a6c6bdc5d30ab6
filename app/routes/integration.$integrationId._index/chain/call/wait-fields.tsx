import type { FieldMetadata } from '@conform-to/react';
import { SelectField, TextField } from '~/components/ui/fields/text-field';
import type { EditorForm } from '../../form/editor-form';
import type { WaitForm } from '../../form/waits/wait-form';

interface WaitFieldsProps {
  wait: FieldMetadata<WaitForm, EditorForm>;
}

/** What is waited for before a call. What its kind does not use is hidden by the style sheet, unless something in it is wrong. */
export function WaitFields({ wait }: WaitFieldsProps) {
  const { kind, amount, unit, at } = wait.getFieldset();
  return (
    <div className="group/wait flex flex-col gap-field">
      <div className="max-w-sm">
        <SelectField field={kind} label="Before this call">
          <option value="">Do not wait</option>
          <option value="duration">Wait for a while</option>
          <option value="until">Wait until a time</option>
        </SelectField>
      </div>
      <div className={showFor(amount, 'group-has-[option[value=duration]:checked]/wait:block')}>
        <div className="grid max-w-sm grid-cols-2 gap-field">
          <TextField
            field={amount}
            label="Time to wait"
            placeholder="2"
            inputMode="numeric"
            autoComplete="off"
          />
          <SelectField field={unit} label="Unit">
            <option value="seconds">Seconds</option>
            <option value="minutes">Minutes</option>
            <option value="hours">Hours</option>
            <option value="days">Days</option>
          </SelectField>
        </div>
      </div>
      <div className={showFor(at, 'group-has-[option[value=until]:checked]/wait:block')}>
        <TextField
          field={at}
          label="Time to wait until"
          placeholder="{{trigger.order.dueAt}}"
          hint="A time like 2026-01-05T12:00:00Z, or variables that come to one; at most 30 days ahead."
          autoComplete="off"
          spellCheck={false}
          className="font-mono"
        />
      </div>
      <p className="hidden text-[0.8125rem] text-ink-muted group-has-[option[value='']:not(:checked)]/wait:block">
        Conditions before the call are checked after the wait. Tests do not wait.
      </p>
    </div>
  );
}

function showFor(field: { valid: boolean }, whenChosen: string): string {
  return field.valid ? `hidden ${whenChosen}` : '';
}
