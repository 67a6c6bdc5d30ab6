import type { ReactNode } from 'react';
import { FormKey } from '~/components/network/form-key';
import {
  codeInput,
  describeFields,
  TypedFormFrame,
  type TypedFormProps,
} from '~/components/typed-form/typed-form-frame';
import { TextAreaField, TextField } from '~/components/ui/fields/text-field';

interface RecordFormProps extends TypedFormProps {
  /** The address that Cancel leads to. */
  list: string;
  /** Whether the stored value is a secret, so that it is not in the field. */
  isHidden?: boolean;
  /** The fields that name a new record. */
  children?: ReactNode;
}

/** The form of a record's value and its end. */
export function RecordForm({ values, errors, isHidden, children, ...frame }: RecordFormProps) {
  const fieldOf = describeFields({ values, errors });
  return (
    <TypedFormFrame {...frame} errors={errors} save="Save record">
      <FormKey />
      {children}
      <TextAreaField
        field={fieldOf('value', true)}
        label="Value"
        hint={`JSON: a text in quotes, a number, a list or an object, like "shipped" or {"id": 7}.${isHidden ? ' The stored value is not shown; what you save takes its place.' : ''}`}
        rows={10}
        code
        {...codeInput}
      />
      <TextField
        field={fieldOf('expiresAt')}
        label="Expires"
        hint="After 30m, 12h or 7d from now, or at a time such as 2026-12-31T18:00:00Z. Empty: never."
        {...codeInput}
      />
    </TypedFormFrame>
  );
}
