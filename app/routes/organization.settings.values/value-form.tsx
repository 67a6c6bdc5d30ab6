import { Form, useNavigation } from '@remix-run/react';
import { Banner } from '~/components/ui/banner';
import { Button } from '~/components/ui/button';
import { Checkbox } from '~/components/ui/fields/checkbox';
import { describeField } from '~/components/ui/fields/field';
import { SelectField, TextAreaField, TextField } from '~/components/ui/fields/text-field';
import { LinkButton } from '~/components/ui/link';
import type { Typed } from './read-form';

interface ValueFormProps {
  action: string;
  /** What the fields hold: what is stored, or what was typed before. */
  values: Typed;
  errors: Record<string, string[]>;
  /** What is wrong and belongs to no field. */
  failure: string | null;
  /** Of the value that is changed. */
  version?: number;
}

const typed = { autoComplete: 'off', spellCheck: false, className: 'font-mono' };

export function ValueForm({ action, values, errors, failure, version }: ValueFormProps) {
  const pending = useNavigation().formData?.get('intent') === 'save';
  const fieldOf = (name: string, required = false) =>
    describeField(name, { required, initialValue: values[name] ?? '', errors: errors[name] ?? [] });
  return (
    <Form method="post" action={action} noValidate className="group/value flex flex-col gap-field">
      <input type="hidden" name="intent" value="save" />
      {version !== undefined && <input type="hidden" name="version" value={version} />}
      {failure && (
        <Banner tone="bad" title="Error" live>
          {failure}
        </Banner>
      )}
      <div className="grid gap-field sm:grid-cols-2">
        <TextField
          field={fieldOf('name', true)}
          label="Name"
          hint="As shop_url, which placeholders write {{org.shop_url}}."
          {...typed}
        />
        <SelectField
          field={fieldOf('format')}
          label="Format"
          hint="Of JSON, placeholders may name a part: {{org.shop.region}}."
        >
          <option value="text">Text</option>
          <option value="json">JSON</option>
        </SelectField>
      </div>
      <TextAreaField field={fieldOf('value')} label="Value" rows={4} code {...typed} />
      <Checkbox
        field={fieldOf('isSecret')}
        label="This value is a secret"
        hint="It is kept encrypted, shown masked, and sent in headers, bodies and queries only."
      />
      <div className="hidden group-has-[[name=isSecret]:checked]/value:block">
        <TextField
          field={fieldOf('allowedHosts')}
          label="Hosts that may get it"
          hint="As api.example.com, *.example.com. It is sent nowhere else, and over unencrypted http only to a host with its port, as printer.lan:80."
          {...typed}
        />
      </div>
      <div className="flex justify-end gap-3">
        <LinkButton to="/organization/settings/values">Cancel</LinkButton>
        <Button type="submit" variant="primary" pending={pending} pendingText="Saving...">
          Save Value
        </Button>
      </div>
    </Form>
  );
}
