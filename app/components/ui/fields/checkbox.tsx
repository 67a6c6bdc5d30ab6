import type { InputHTMLAttributes, ReactNode } from 'react';
import { controlProps, FieldErrors, FieldHint, type FieldMeta, initialText, RequiredMark } from './field';
import { useReadOnly } from '../read-only';

interface CheckboxProps extends Omit<
  InputHTMLAttributes<HTMLInputElement>,
  'id' | 'name' | 'required' | 'type'
> {
  field: FieldMeta;
  label: ReactNode;
  hint?: ReactNode;
}

/**
 * A checkbox with its label at the right; the whole line can be pressed. When checked, it sends its `value` (`on` by default),
 * and nothing otherwise.
 */
export function Checkbox({ field, label, hint, ...rest }: CheckboxProps) {
  return (
    <div className="flex flex-col gap-1">
      <label className="flex min-h-6 items-start gap-2.5">
        <input
          key={field.key}
          disabled={useReadOnly()}
          defaultChecked={initialText(field) === (rest.value ?? 'on')}
          {...rest}
          {...controlProps(field, hint)}
          type="checkbox"
          className="mt-0.5 size-4 shrink-0"
        />
        <span className="font-medium">
          {label}
          {field.required && <RequiredMark />}
        </span>
      </label>
      <div className="pl-6.5 empty:hidden">
        {hint && <FieldHint field={field}>{hint}</FieldHint>}
        <FieldErrors field={field} />
      </div>
    </div>
  );
}
