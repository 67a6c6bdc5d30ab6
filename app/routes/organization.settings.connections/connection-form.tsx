import type { ReactNode } from 'react';
import { FormKey } from '~/components/network/form-key';
import { DetailsChevron } from '~/components/ui/details-chevron';
import { SelectField, TextAreaField, TextField } from '~/components/ui/fields/text-field';
import type { ConnectionKind } from '~/engine/connections/kinds';
import {
  codeInput,
  describeFields,
  TypedFormFrame,
  type TypedFormProps,
} from '~/components/typed-form/typed-form-frame';
import type { ConfigField } from './config-field';
import { configFields, extraHeadersField } from './config-fields';
import { PaceFields } from './pace-fields';

interface ConnectionFormProps extends TypedFormProps {
  kind: ConnectionKind;
  /** The known provider that a new connection begins with, and the names of the fields that it fills in. */
  provider?: { name: string; fills: readonly string[] } | undefined;
}

export function ConnectionForm({ kind, values, errors, provider, ...frame }: ConnectionFormProps) {
  const fieldOf = describeFields({ values, errors });
  const fills = new Set(provider?.fills);
  const filled = configFields[kind].filter(({ name }) => fills.has(`config.${name}`));
  const isRare = (field: ConfigField) => field.isRare ?? (provider && field.isOfProvider) ?? false;
  const open = configFields[kind].filter((field) => !filled.includes(field));
  const usual = open.filter((field) => !isRare(field));
  const rare = open.filter(isRare);
  const hosts = kind === 'none' ? hostsOfCalls : hostsOfCredentials;
  // Nothing that is wrong, or that somebody entered, is hidden.
  const isRareUsed = rare.some(({ name, options }) => {
    const value = values[`config.${name}`] ?? '';
    return errors[`config.${name}`] !== undefined || (value !== '' && value !== options?.[0]?.value);
  });
  return (
    <TypedFormFrame
      {...frame}
      errors={sortErrors(errors, [...usual, ...filled, ...rare, extraHeadersField])}
      save="Save Connection"
      list="/organization/settings/connections"
    >
      <FormKey />
      <TextField
        field={fieldOf('name', true)}
        label="Name"
        hint="How calls refer to it, for example “Shop API”."
        autoComplete="off"
      />
      {usual.length > 0 && <ConfigControls fields={usual} fieldOf={fieldOf} />}
      {provider && filled.length > 0 && (
        <Fold
          title={`Filled in for ${provider.name}`}
          isOpen={filled.some(({ name }) => errors[`config.${name}`] !== undefined)}
        >
          <ConfigControls fields={filled} fieldOf={fieldOf} />
        </Fold>
      )}
      {rare.length > 0 && (
        <Fold title="More options" isOpen={isRareUsed}>
          <ConfigControls fields={rare} fieldOf={fieldOf} />
        </Fold>
      )}
      <fieldset className="grid gap-field sm:grid-cols-2">
        <legend className="mb-3">
          <span className="text-base font-medium">{hosts.title}</span>
          <span className="block text-sm text-ink-muted">
            Fill in at least one of the two fields. {hosts.text}
          </span>
        </legend>
        <TextField
          field={fieldOf('baseUrl')}
          label="Base URL"
          hint="For example https://api.example.com/v1. It is put before call URLs that begin with /."
          inputMode="url"
          {...codeInput}
        />
        <TextField
          field={fieldOf('allowedHosts')}
          label="Other hosts"
          hint="For example api.example.com or *.example.com."
          {...codeInput}
        />
      </fieldset>
      <ConfigControl field={extraHeadersField} meta={fieldOf(`config.${extraHeadersField.name}`)} />
      <PaceFields fieldOf={fieldOf} />
    </TypedFormFrame>
  );
}

const hostsOfCredentials = {
  title: 'Hosts that receive the credentials',
  text: 'The credentials are sent nowhere else.',
};
const hostsOfCalls = {
  title: 'Hosts that calls may go to',
  text: 'Calls with this connection go nowhere else.',
};

/** Sorts the errors as the form shows its fields, so that its first wrong field is the topmost one. */
function sortErrors(errors: TypedFormProps['errors'], fields: ConfigField[]): TypedFormProps['errors'] {
  const names = ['name', ...fields.map(({ name }) => `config.${name}`)].filter((name) => name in errors);
  return { ...Object.fromEntries(names.map((name) => [name, errors[name] ?? []])), ...errors };
}

function Fold({ title, isOpen, children }: { title: string; isOpen: boolean; children: ReactNode }) {
  return (
    <details open={isOpen}>
      <summary className="flex min-h-6 w-fit items-center gap-1 rounded-sm font-medium">
        {title}
        <DetailsChevron />
      </summary>
      <div className="mt-3">{children}</div>
    </details>
  );
}

interface ConfigControlsProps {
  fields: ConfigField[];
  fieldOf: ReturnType<typeof describeFields>;
}

/** Shows two fields in a row; a field of several lines, and one that is left over, has a row of its own. */
function ConfigControls({ fields, fieldOf }: ConfigControlsProps) {
  return (
    <div className="flex flex-wrap gap-field">
      {fields.map((field) => (
        <div
          key={field.name}
          className={`min-w-0 grow basis-full ${field.lines === undefined ? 'sm:basis-2/5' : ''}`}
        >
          <ConfigControl field={field} meta={fieldOf(`config.${field.name}`, field.required)} />
        </div>
      ))}
    </div>
  );
}

function ConfigControl({
  field,
  meta,
}: {
  field: ConfigField;
  meta: ReturnType<ReturnType<typeof describeFields>>;
}) {
  const { label, hint, options, lines } = field;
  if (lines !== undefined) {
    return (
      <TextAreaField
        field={meta}
        label={label}
        hint={hint}
        rows={lines}
        {...codeInput}
        className={`font-mono ${lines > 3 ? 'min-h-36' : ''}`}
      />
    );
  }
  if (!options) return <TextField field={meta} label={label} hint={hint} {...codeInput} />;
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
