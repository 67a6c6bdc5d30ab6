import type { FieldMetadata } from '@conform-to/react';
import { SelectField, TextField } from '~/components/ui/fields/text-field';
import type { EditorForm } from '../../form/editor-form';
import { PlaceholderField } from '../../form/fields/placeholder-field';
import { proposedUnit } from '../../form/waits/proposed-unit';
import type { WaitForm } from '../../form/waits/wait-form';
import { showFor } from '../../form/fields/show-for';

interface WaitFieldsProps {
  wait: FieldMetadata<WaitForm, EditorForm>;
}

/** The fields for a wait before a call. The style sheet hides those that the chosen kind does not use, unless one is wrong. */
export function WaitFields({ wait }: WaitFieldsProps) {
  const { kind, amount, unit, at, message, choices, saveAs, onTimeout } = wait.getFieldset();
  return (
    <div className="group/wait flex flex-col gap-field">
      <div className="max-w-sm">
        <SelectField field={kind} label="Before this call">
          <option value="">Do not wait</option>
          <option value="duration">Wait for a while</option>
          <option value="until">Wait until a time</option>
          <option value="answer">Wait for an answer</option>
        </SelectField>
      </div>
      <div
        className={showFor(
          amount,
          'group-has-[option[value=duration]:checked]/wait:block group-has-[option[value=answer]:checked]/wait:block',
        )}
      >
        <div className="grid max-w-sm grid-cols-2 gap-field">
          <TextField
            field={amount}
            label="Time to wait"
            placeholder="2"
            inputMode="numeric"
            autoComplete="off"
          />
          <SelectField field={unit} label="Unit" defaultValue={unit.initialValue ?? proposedUnit}>
            <option value="seconds">Seconds</option>
            <option value="minutes">Minutes</option>
            <option value="hours">Hours</option>
            <option value="days">Days</option>
          </SelectField>
        </div>
      </div>
      <div className={showFor(at, 'group-has-[option[value=until]:checked]/wait:block')}>
        <PlaceholderField
          field={at}
          label="Time to wait until"
          placeholder="{{trigger.order.dueAt}}"
          hint="A time like 2026-01-05T12:00:00Z, or variables that come to one; at most 30 days ahead."
          className="font-mono"
        />
      </div>
      <AnswerFields {...{ message, choices, saveAs, onTimeout }} />
      <p className="hidden text-[0.8125rem] text-ink-muted group-has-[option[value='']:not(:checked)]/wait:block">
        Conditions before the call are checked after the wait. Tests do not wait.
      </p>
    </div>
  );
}

type AnswerFieldsProps = Pick<
  ReturnType<FieldMetadata<WaitForm, EditorForm>['getFieldset']>,
  'message' | 'choices' | 'saveAs' | 'onTimeout'
>;

/** The fields for a wait for an answer, by a person or another system. */
function AnswerFields({ message, choices, saveAs, onTimeout }: AnswerFieldsProps) {
  const isRight = message.valid && choices.valid && saveAs.valid && onTimeout.valid;
  return (
    <div className={showFor({ valid: isRight }, 'group-has-[option[value=answer]:checked]/wait:block')}>
      <div className="flex flex-col gap-field">
        <p className="text-[0.8125rem] text-ink-muted">
          Send <code className="font-mono">{'{{run.answerUrl}}'}</code> with a call before this one, in a mail
          or a message. Anyone who has this address can answer there, once.
        </p>
        <PlaceholderField field={message} label="Message" placeholder="Pay {{trigger.total}}?" rows={2} />
        <div className="grid gap-field sm:grid-cols-2">
          <TextField
            field={choices}
            label="Choices"
            placeholder="Approve, Reject"
            hint="With commas between; without any, one button “Continue”."
            autoComplete="off"
          />
          <TextField
            field={saveAs}
            label="Save answer as"
            placeholder="approval"
            hint="Has .choice, .comment, .body and .outcome."
            autoComplete="off"
            spellCheck={false}
            className="font-mono"
          />
        </div>
        <div className="max-w-sm">
          <SelectField field={onTimeout} label="Without an answer in this time">
            <option value="">End the run in error</option>
            <option value="continue">Go on</option>
          </SelectField>
        </div>
      </div>
    </div>
  );
}
