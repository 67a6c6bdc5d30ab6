import type { InputHTMLAttributes, ReactNode, SelectHTMLAttributes } from 'react';
import { controlProps, Field, type FieldProps, initialText } from './field';
import { Input, TextArea, type TextAreaProps } from './input';
import { Select } from './select';

type Labelled<Control> = Omit<FieldProps, 'children'> & Omit<Control, 'id' | 'name' | 'required'>;

/**
 * A labelled line of text. `field` is Conform's metadata and provides what `getInputProps` would, except length limits: they
 * would silently cut pasted text, whereas the rule's message explains.
 */
export function TextField({
  field,
  label,
  hint,
  aside,
  hideLabel,
  ...rest
}: Labelled<InputHTMLAttributes<HTMLInputElement>>) {
  return (
    <Field {...{ field, label, hint, aside, hideLabel }}>
      <Input key={field.key} defaultValue={initialText(field)} {...rest} {...controlProps(field, hint)} />
    </Field>
  );
}

/** A labelled text of several lines. */
export function TextAreaField({ field, label, hint, aside, hideLabel, ...rest }: Labelled<TextAreaProps>) {
  return (
    <Field {...{ field, label, hint, aside, hideLabel }}>
      <TextArea key={field.key} defaultValue={initialText(field)} {...rest} {...controlProps(field, hint)} />
    </Field>
  );
}

/** A labelled choice of one among a few options; its `<option>`s are the children. */
export function SelectField({
  field,
  label,
  hint,
  aside,
  hideLabel,
  ...rest
}: Labelled<SelectHTMLAttributes<HTMLSelectElement>> & { children: ReactNode }) {
  return (
    <Field {...{ field, label, hint, aside, hideLabel }}>
      <Select key={field.key} defaultValue={initialText(field)} {...rest} {...controlProps(field, hint)} />
    </Field>
  );
}
