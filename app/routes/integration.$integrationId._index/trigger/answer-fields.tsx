import type { FieldMetadata } from '@conform-to/react';
import { RadioCards } from '~/components/ui/fields/radio-cards';
import { SelectField, TextAreaField, TextField } from '~/components/ui/fields/text-field';
import { useCallNames } from '../form/fields/call-names';
import type { EndpointForm, EditorForm } from '../form/editor-form';

const modes = [
  {
    value: 'accepted',
    label: 'Accepted',
    text: '202 and the execution id, or what the sender expects, immediately.',
  },
  { value: 'custom', label: 'Custom', text: 'Filled in from the payload, immediately.' },
  { value: 'result', label: 'Result', text: 'The sender waits for the result of the calls.' },
];

const types = ['text/plain', 'application/json', 'application/xml', 'text/xml'];

/** The fields for the response to the sender. */
export function AnswerFields({ endpoint }: { endpoint: FieldMetadata<EndpointForm, EditorForm> }) {
  // Only calls with an id can be chosen.
  const calls = useCallNames().filter(({ id }) => id);
  const {
    respond,
    status,
    contentType,
    answerHeaders,
    body,
    afterCallId,
    waitSeconds,
    lateStatus,
    lateBody,
  } = endpoint.getFieldset();
  return (
    <div className="group/answer flex flex-col gap-6">
      <RadioCards field={respond} label="Respond with" options={modes} />
      <div className="hidden gap-6 group-has-[input[value=result]:checked]/answer:grid sm:grid-cols-2">
        <SelectField field={afterCallId} label="Respond after">
          <option value="">The end of the run</option>
          {calls.map(({ id, label }) => (
            <option key={id} value={id}>
              {label}
            </option>
          ))}
        </SelectField>
        <TextField
          field={waitSeconds}
          label="Wait"
          hint="Seconds, at most 60. Then the result is late, and the run continues."
          inputMode="numeric"
        />
      </div>
      <div className="grid gap-6 group-has-[input[value=accepted]:checked]/answer:hidden sm:grid-cols-2">
        <TextField field={status} label="Status" inputMode="numeric" />
        <SelectField field={contentType} label="Response type">
          {types.map((type) => (
            <option key={type}>{type}</option>
          ))}
        </SelectField>
        {([answerHeaders, body] as const).map((field, index) => (
          <TextAreaField
            key={field.name}
            field={field}
            label={index ? 'Response text' : 'Headers of the response'}
            hint={
              index
                ? 'With placeholders, for example: {{trigger.id}}. Result also knows what calls save.'
                : 'One per line, for example: X-Order: {{trigger.id}}'
            }
            rows={3}
            spellCheck={false}
            className="font-mono"
          />
        ))}
      </div>
      <div className="hidden gap-6 group-has-[input[value=result]:checked]/answer:grid sm:grid-cols-2">
        <SelectField field={lateStatus} label="Status when late">
          <option>202</option>
          <option>200</option>
        </SelectField>
        <TextAreaField
          field={lateBody}
          label="Response text when late"
          hint="With placeholders of the payload. Empty with 202: the execution id."
          rows={2}
          spellCheck={false}
          className="font-mono"
        />
      </div>
    </div>
  );
}
