import { type FieldMetadata, useField } from '@conform-to/react';
import { useLoaderData } from '@remix-run/react';
import { SelectField, TextAreaField, TextField } from '~/components/ui/fields/text-field';
import type { EndpointForm, EditorForm, VariableRow } from '../form/editor-form';
import { useRenderedValue } from '../form/fields/use-rendered-value';
import { listUnknownFields } from '../form/lines/unknown-fields';
import { listOf } from '../form/variable-scope';
import type { HandshakeOption } from './sender-choices.server';
import { useSenders } from './use-senders';

export interface DeliveryFieldsProps {
  endpoint: FieldMetadata<EndpointForm, EditorForm>;
  variables: FieldMetadata<VariableRow[], EditorForm>;
}

/** The fields that say which deliveries are the same one, and which are run. */
export function DeliveryFields({ endpoint, variables }: DeliveryFieldsProps) {
  const { handshakes } = useLoaderData() as { handshakes: HandshakeOption[] };
  const { scheme, handshake, deliveryKey, keyName, keyHours, failedKey, onlyRunIf, methods, allowFrom } =
    endpoint.getFieldset();
  const sender = useRenderedValue(scheme);
  const keyHint = useSenders().find(({ name }) => name === sender)?.keyHint ?? '';
  return (
    <div className="group/key grid gap-6 sm:grid-cols-2">
      <SelectField field={handshake} label="Handshake" hint="What the sender asks before it delivers.">
        <option value="">The usual one of the sender</option>
        {handshakes.map(({ value, label }) => (
          <option key={value} value={value}>
            {label}
          </option>
        ))}
      </SelectField>
      <SelectField
        field={deliveryKey}
        label="Delivery key"
        hint={`Deliveries with the same key run once. ${keyHint}`}
      >
        <option value="">webhook-id, svix-id or Idempotency-Key</option>
        <option value="header">A header</option>
        <option value="query">A parameter of the URL</option>
        <option value="path">A path in the payload</option>
      </SelectField>
      {([keyName, keyHours] as const).map((field, index) => (
        <div key={field.name} className="group-has-[option[value='']:checked~[value=path]]/key:hidden">
          <TextField
            field={field}
            label={index ? 'Hours to remember keys' : 'Key name'}
            hint={index ? undefined : 'A name such as X-Event-Id, or a path such as .event.id'}
            spellCheck={false}
            className="font-mono"
          />
        </div>
      ))}
      <SelectField
        field={failedKey}
        label="The same key after an error"
        hint="An execution that was replayed is not run again."
      >
        <option value="">Do not run it again</option>
        <option value="again">Run it again</option>
      </SelectField>
      <div className="sm:col-span-2">
        <TextAreaField
          field={onlyRunIf}
          label="Only run if"
          hint={<ConditionsHint conditions={onlyRunIf} variables={variables} />}
          rows={2}
          spellCheck={false}
          className="font-mono"
        />
      </div>
      <TextField
        field={methods}
        label="Methods"
        hint="POST unless you list others, for example: GET, POST"
        spellCheck={false}
        className="font-mono"
      />
      <TextAreaField
        field={allowFrom}
        label="Only from"
        hint="Addresses and ranges, one per line, for example: 192.0.2.0/24"
        rows={2}
        spellCheck={false}
        className="font-mono"
      />
    </div>
  );
}

interface ConditionsHintProps {
  conditions: FieldMetadata<string, EditorForm>;
  variables: FieldMetadata<VariableRow[], EditorForm>;
}

/** Says how conditions are written, and of which variable no delivery has a value, so that it would be skipped. */
function ConditionsHint({ conditions, variables }: ConditionsHintProps) {
  const [{ value, initialValue }] = useField<string, EditorForm>(conditions.name);
  const [rows] = useField<VariableRow[], EditorForm>(variables.name);
  const lines = useRenderedValue({ value, initialValue }) ?? '';
  const names = listOf(useRenderedValue(rows)).map((row) => row?.name ?? '');
  const [unknown] = listUnknownFields(lines, ['trigger', 'request', ...names]);
  return (
    <>
      Conditions, one per line; all must be met. For example: trigger.action equals opened
      {unknown !== undefined && (
        <span className="mt-1 block wrap-anywhere text-warn-ink">
          Not known here: {unknown}. To read the payload, write trigger.{unknown}.
        </span>
      )}
    </>
  );
}
