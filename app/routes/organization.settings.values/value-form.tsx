import { FormKey } from '~/components/network/form-key';
import { Checkbox } from '~/components/ui/fields/checkbox';
import { SelectField, TextAreaField, TextField } from '~/components/ui/fields/text-field';
import {
  codeInput,
  describeFields,
  TypedFormFrame,
  type TypedFormProps,
} from '~/components/typed-form/typed-form-frame';

export function ValueForm({ values, errors, ...frame }: TypedFormProps) {
  const fieldOf = describeFields({ values, errors });
  return (
    <TypedFormFrame
      {...frame}
      errors={errors}
      save="Save Value"
      list="/organization/settings/values"
      className="group/value"
    >
      <FormKey />
      <div className="grid gap-field sm:grid-cols-2">
        <TextField
          field={fieldOf('name', true)}
          label="Name"
          hint="For example shop_url, written {{org.shop_url}} in placeholders."
          {...codeInput}
        />
        <SelectField
          field={fieldOf('format')}
          label="Format"
          hint="Placeholders can name a part of JSON: {{org.shop.region}}."
        >
          <option value="text">Text</option>
          <option value="json">JSON</option>
        </SelectField>
      </div>
      <TextAreaField field={fieldOf('value')} label="Value" rows={4} code {...codeInput} />
      <Checkbox
        field={fieldOf('isSecret')}
        label="This value is a secret"
        hint="It is stored encrypted, shown masked, and sent only in headers, bodies and queries."
      />
      <div className="hidden group-has-[[name=isSecret]:checked]/value:block">
        <TextField
          field={fieldOf('allowedHosts')}
          label="Hosts that may receive it"
          hint="For example api.example.com, *.example.com. It is sent nowhere else, and over unencrypted http only to a host with its port, such as printer.lan:80."
          {...codeInput}
        />
      </div>
    </TypedFormFrame>
  );
}
