import { Form, useNavigation } from '@remix-run/react';
import { Banner } from '~/components/ui/banner';
import { Button } from '~/components/ui/button';
import { describeField } from '~/components/ui/fields/field';
import { SelectField, TextField } from '~/components/ui/fields/text-field';
import { LinkButton } from '~/components/ui/link';
import type { ConnectionKind } from '~/engine/connections/kinds';
import type { ConfigField } from './config-field';
import { configFields } from './config-fields';
import { PaceFields } from './pace-fields';
import type { Typed } from './read-form';

interface ConnectionFormProps {
  action: string;
  kind: ConnectionKind;
  /** What the fields hold: what is stored, or what was typed before. */
  values: Typed;
  errors: Record<string, string[]>;
  /** What is wrong and belongs to no field. */
  failure: string | null;
  /** Of the connection that is changed. */
  version?: number;
}

const typed = { autoComplete: 'off', spellCheck: false, className: 'font-mono' };

export function ConnectionForm({ action, kind, values, errors, failure, version }: ConnectionFormProps) {
  const pending = useNavigation().formData?.get('intent') === 'save';
  const fieldOf = (name: string, required = false) =>
    describeField(name, { required, initialValue: values[name] ?? '', errors: errors[name] ?? [] });
  return (
    <Form method="post" action={action} noValidate className="flex flex-col gap-field">
      <input type="hidden" name="intent" value="save" />
      {version !== undefined && <input type="hidden" name="version" value={version} />}
      {failure && (
        <Banner tone="bad" title="Error" live>
          {failure}
        </Banner>
      )}
      <TextField
        field={fieldOf('name', true)}
        label="Name"
        hint="What calls choose it by, for instance 'Shop API'."
        autoComplete="off"
      />
      <div className="grid gap-field sm:grid-cols-2">
        {configFields[kind].map((field) => (
          <ConfigControl
            key={field.name}
            field={field}
            meta={fieldOf(`config.${field.name}`, field.required)}
          />
        ))}
      </div>
      <div className="grid gap-field sm:grid-cols-2">
        <TextField
          field={fieldOf('baseUrl')}
          label="Base address"
          hint="As https://api.example.com/v1. It stands before URLs of calls that begin with /, and its host may get the credentials."
          inputMode="url"
          {...typed}
        />
        <TextField
          field={fieldOf('allowedHosts')}
          label="Further hosts"
          hint="That may get the credentials, too: api.example.com, *.example.com. They are sent nowhere else."
          {...typed}
        />
      </div>
      <PaceFields fieldOf={fieldOf} />
      <div className="flex justify-end gap-3">
        <LinkButton to="/organization/settings/connections">Cancel</LinkButton>
        <Button type="submit" variant="primary" pending={pending} pendingText="Saving...">
          Save Connection
        </Button>
      </div>
    </Form>
  );
}

function ConfigControl({ field, meta }: { field: ConfigField; meta: ReturnType<typeof describeField> }) {
  const { label, hint, options } = field;
  if (!options) return <TextField field={meta} label={label} hint={hint} {...typed} />;
  return (
    <SelectField field={meta} label={label} hint={hint}>
      {options.map((option) => (
        <option key={option.value} value={option.value}>
          {option.label}
        </option>
      ))}
    </SelectField>
  );
}
