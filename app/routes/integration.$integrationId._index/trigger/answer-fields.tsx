import type { FieldMetadata } from '@conform-to/react';
import { SelectField, TextAreaField, TextField } from '~/components/ui/fields/text-field';
import type { DoorForm, EditorForm } from '../form/editor-form';

/** What the sender is answered. */
export function AnswerFields({ door }: { door: FieldMetadata<DoorForm, EditorForm> }) {
  const { respond, status, contentType, body } = door.getFieldset();
  return (
    <div className="group/answer flex flex-col gap-6">
      <SelectField
        field={respond}
        label="Answer"
        hint="Sent once the delivery is on disk, before the calls are made. Some senders want a certain one."
      >
        <option value="accepted">202, with the id of the execution</option>
        <option value="custom">An answer of your own</option>
      </SelectField>
      <div className="hidden flex-col gap-6 group-has-[option[value=custom]:checked]/answer:flex">
        <div className="grid gap-6 sm:grid-cols-2">
          <TextField field={status} label="Status" inputMode="numeric" />
          <SelectField field={contentType} label="Type of the answer">
            {['text/plain', 'application/json', 'application/xml', 'text/xml'].map((type) => (
              <option key={type}>{type}</option>
            ))}
          </SelectField>
        </div>
        <TextAreaField
          field={body}
          label="Text of the answer"
          rows={3}
          spellCheck={false}
          className="font-mono"
        />
      </div>
    </div>
  );
}
