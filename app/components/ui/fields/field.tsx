import { CircleAlert } from '~/components/icons/icons';
import type { ReactNode } from 'react';

/** The metadata of a field. Conform's field metadata has this shape; elsewhere `describeField` creates it. */
export interface FieldMeta {
  /** Changes when the form is reset, so that the control takes its initial value again. */
  key?: string;
  id: string;
  name: string;
  formId?: string;
  errorId: string;
  descriptionId: string;
  required?: boolean;
  errors?: string[];
  /** The value that the user typed before, or the stored one. */
  initialValue?: unknown;
}

/** Creates the metadata of a control outside a Conform form: `{...describeField('q')}`. */
export function describeField(name: string, more: Partial<FieldMeta> = {}): FieldMeta {
  return { id: name, name, errorId: `${name}-error`, descriptionId: `${name}-description`, ...more };
}

/** Returns a field's initial value as text; undefined when it has none, or is not a single value. */
export function initialText({ initialValue }: FieldMeta) {
  return typeof initialValue === 'string' ? initialValue : undefined;
}

/** Returns the attributes that link a control to its form, label, hint and errors. */
export function controlProps(field: FieldMeta, hint: ReactNode) {
  const invalid = Boolean(field.errors?.length);
  const described = [invalid && field.errorId, hint && field.descriptionId].filter(Boolean).join(' ');
  return {
    id: field.id,
    name: field.name,
    form: field.formId,
    required: field.required,
    'aria-invalid': invalid || undefined,
    'aria-describedby': described || undefined,
  };
}

export interface FieldProps {
  field: FieldMeta;
  label: ReactNode;
  hint?: ReactNode;
  /** Shown at the right of the label, and read before the control. */
  aside?: ReactNode;
  /** Whether the label is hidden, since the surroundings already show it. */
  hideLabel?: boolean;
  children: ReactNode;
}

/** The label, control, hint and errors of one field, in the order in which they are read. */
export function Field({ field, label, hint, aside, hideLabel, children }: FieldProps) {
  return (
    <div className="flex min-w-0 flex-col gap-1.5">
      <div data-label className={hideLabel ? 'sr-only' : 'flex items-baseline justify-between gap-4'}>
        <label htmlFor={field.id} className="font-medium">
          {label}
          {field.required && <RequiredMark />}
        </label>
        {aside}
      </div>
      {children}
      {hint && <FieldHint field={field}>{hint}</FieldHint>}
      <FieldErrors field={field} />
    </div>
  );
}

/** The star of a required field; the control itself tells screen readers that it is required. */
export function RequiredMark() {
  return (
    <span aria-hidden className="ml-0.5 text-bad-ink">
      *
    </span>
  );
}

export function FieldHint({ field, children }: { field: FieldMeta; children: ReactNode }) {
  return (
    <p id={field.descriptionId} className="text-[0.8125rem] text-ink-muted">
      {children}
    </p>
  );
}

export function FieldErrors({ field }: { field: FieldMeta }) {
  if (!field.errors?.length) return null;
  return (
    <ul id={field.errorId} className="flex flex-col gap-1 text-[0.8125rem] font-medium text-bad-ink">
      {field.errors.map((error) => (
        <li key={error} className="flex gap-1.5">
          <CircleAlert aria-hidden className="mt-0.5 size-4 shrink-0" />
          <span>{error}</span>
        </li>
      ))}
    </ul>
  );
}
