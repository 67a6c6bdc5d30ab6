import type { LucideIcon } from 'lucide-react';
import type { ReactNode } from 'react';
import { FieldErrors, FieldHint, type FieldMeta, initialText, RequiredMark } from './field';

export interface RadioCard {
  value: string;
  label: string;
  text?: ReactNode;
  icon?: LucideIcon;
  disabled?: boolean;
}

interface RadioCardsProps {
  field: FieldMeta;
  label: ReactNode;
  hint?: ReactNode;
  options: RadioCard[];
  /** The chosen value when the field has no initial one. */
  defaultValue?: string;
  /** Side by side as one row of segments, their texts as tooltips. */
  isRow?: boolean;
  onChange?: (value: string) => void;
}

/** One choice among a few that each deserve an explanation, as the kind of trigger. Plain radio buttons inside. */
export function RadioCards({
  field,
  label,
  hint,
  options,
  defaultValue,
  isRow = false,
  onChange,
}: RadioCardsProps) {
  const Option = isRow ? Segment : Card;
  const described = [field.errors?.length && field.errorId, hint && field.descriptionId].filter(Boolean);
  return (
    <fieldset
      key={field.key}
      className="flex min-w-0 flex-col gap-1.5"
      aria-describedby={described.join(' ') || undefined}
    >
      <legend className="mb-1.5 font-medium">
        {label}
        {field.required && <RequiredMark />}
      </legend>
      {hint && <FieldHint field={field}>{hint}</FieldHint>}
      <div className={isRow ? row : 'grid gap-3 sm:grid-cols-[repeat(auto-fit,minmax(15rem,1fr))]'}>
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

const row =
  'grid grid-cols-2 gap-1 rounded-md border border-line-strong/60 bg-surface-sunken p-1 sm:auto-cols-fr sm:grid-flow-col sm:grid-cols-none';

interface CardProps extends RadioCard {
  field: FieldMeta;
  checked: boolean;
  onChange?: (value: string) => void;
}

function Card({ value, label, text, icon: Icon, disabled, field, checked, onChange }: CardProps) {
  return (
    <label className="flex gap-3 rounded-lg border border-line-strong/60 bg-surface-raised p-4 shadow-raised transition-colors hover:bg-surface-hover has-checked:border-accent has-checked:bg-accent-soft has-checked:ring-1 has-checked:ring-accent has-focus-visible:outline-2 has-focus-visible:outline-offset-2 has-focus-visible:outline-focus has-disabled:cursor-not-allowed has-disabled:bg-surface-sunken has-disabled:text-ink-muted">
      <input
        type="radio"
        name={field.name}
        form={field.formId}
        value={value}
        required={field.required}
        disabled={disabled}
        defaultChecked={checked}
        onChange={onChange && (() => onChange(value))}
        className="mt-0.5 size-4 shrink-0 outline-none"
      />
      <span className="flex min-w-0 flex-1 flex-col gap-0.5">
        <span className="font-medium">{label}</span>
        {text && <span className="text-[0.8125rem] text-ink-muted">{text}</span>}
      </span>
      {Icon && <Icon aria-hidden className="size-5 shrink-0 text-ink-muted" />}
    </label>
  );
}

function Segment({ value, label, text, disabled, field, checked, onChange }: CardProps) {
  return (
    <label
      title={typeof text === 'string' ? text : undefined}
      className="flex min-h-9 items-center justify-center gap-2 rounded-sm px-3 text-ink-muted transition-colors hover:text-ink has-checked:bg-surface-raised has-checked:font-medium has-checked:text-accent-ink has-checked:shadow-raised has-checked:ring-1 has-checked:ring-accent has-focus-visible:outline-2 has-focus-visible:outline-offset-2 has-focus-visible:outline-focus has-disabled:cursor-not-allowed"
    >
      <input
        type="radio"
        name={field.name}
        form={field.formId}
        value={value}
        required={field.required}
        disabled={disabled}
        defaultChecked={checked}
        onChange={onChange && (() => onChange(value))}
        className="size-4 shrink-0 outline-none"
      />
      <span>{label}</span>
    </label>
  );
}
