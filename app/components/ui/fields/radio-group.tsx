import type { Icon } from '~/components/icons/icons';
import type { ReactNode } from 'react';
import { FieldErrors, FieldHint, type FieldMeta, initialText, RequiredMark } from './field';
import { useReadOnly } from '../read-only';

interface RadioOption {
  value: string;
  label: string;
  text?: ReactNode;
  icon?: Icon;
  disabled?: boolean;
}

export interface RadioGroupProps {
  field: FieldMeta;
  label: ReactNode;
  hint?: ReactNode;
  options: RadioOption[];
  /** The chosen value when the field has no initial value. */
  defaultValue?: string;
  onChange?: (value: string) => void;
}

export interface RadioProps extends RadioOption {
  field: FieldMeta;
  checked: boolean;
  onChange?: (value: string) => void;
}

/** A question with its options, each rendered by `Option`. */
export function RadioGroup({
  field,
  label,
  hint,
  options,
  defaultValue,
  onChange,
  Option,
  className,
}: RadioGroupProps & { Option: (option: RadioProps) => ReactNode; className: string }) {
  const described = [field.errors?.length && field.errorId, hint && field.descriptionId].filter(Boolean);
  return (
    <fieldset
      key={field.key}
      className="flex min-w-0 flex-col gap-1.5"
      aria-describedby={described.join(' ') || undefined}
      data-wrong={field.errors?.length ? true : undefined}
    >
      <legend className="mb-1.5 font-medium">
        {label}
        {field.required && <RequiredMark />}
      </legend>
      {hint && <FieldHint field={field}>{hint}</FieldHint>}
      <div className={className}>
        {options.map((option) => (
          <Option
            key={option.value}
            {...option}
            field={field}
            checked={option.value === (initialText(field) ?? defaultValue)}
            onChange={onChange}
          />
        ))}
      </div>
      <FieldErrors field={field} />
    </fieldset>
  );
}

export function Radio({
  value,
  disabled,
  field,
  checked,
  onChange,
  className,
}: RadioProps & { className: string }) {
  return (
    <input
      type="radio"
      name={field.name}
      form={field.formId}
      value={value}
      required={field.required}
      disabled={useReadOnly() || disabled}
      defaultChecked={checked}
      onChange={onChange && (() => onChange(value))}
      className={className}
    />
  );
}
