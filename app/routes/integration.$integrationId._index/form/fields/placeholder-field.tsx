import { type FieldMetadata, useField } from '@conform-to/react';
import { TriangleAlert } from '~/components/icons/icons';
import type { ClipboardEventHandler, HTMLAttributes, ReactNode } from 'react';
import { controlProps, Field } from '~/components/ui/fields/field';
import { Input, TextArea } from '~/components/ui/fields/input';
import { listUnknownNames } from '~/engine/placeholders/template-references';
import type { EditorForm } from '../editor-form';
import { LazyFilterNotes, LazyMendNotes } from './lazy-mend-notes';
import { usePlaceholderMenu } from './lazy-placeholder-menu';
import { useScope } from './scope-variables';

interface PlaceholderFieldProps {
  field: FieldMetadata<string, EditorForm>;
  label: string;
  hint?: ReactNode;
  /** Content at the right of the label. */
  aside?: ReactNode;
  placeholder?: string;
  inputMode?: HTMLAttributes<HTMLInputElement>['inputMode'];
  className?: string;
  /** Called when the user pastes into a field of one line. */
  onPaste?: ClipboardEventHandler<HTMLInputElement> | undefined;
  /** The number of lines of a text area with code; undefined for a field of one line. */
  rows?: number;
}

/** A text field with placeholders: `{{` opens a list of the variables in scope, and warnings name unknown placeholders and filters. */
export function PlaceholderField({
  field: { name },
  label,
  hint,
  aside,
  rows,
  className,
  onPaste,
  ...rest
}: PlaceholderFieldProps) {
  // Subscribes to this field alone, so that a key press renders the field and not its call.
  const [field] = useField<string, EditorForm>(name);
  const scope = useScope();
  const menu = usePlaceholderMenu({ id: field.id, name, label });
  const text = field.value ?? '';
  const unknown = listUnknownNames(text, scope);
  const warningId = `${field.id}-unknown`;
  const filtersId = text.includes('|') && `${field.id}-filters`;
  const control = controlProps(field, hint);
  const ids = [control['aria-describedby'], unknown.length > 0 && warningId, filtersId];
  const described = ids.filter(Boolean).join(' ');
  const props = {
    ...rest,
    ...control,
    ...menu.controlProps,
    'aria-describedby': described || undefined,
    defaultValue: field.initialValue,
    autoComplete: 'off',
    spellCheck: false,
  };
  return (
    <Field field={field} label={label} hint={hint} aside={aside}>
      <div className="relative">
        {rows === undefined ? (
          <Input key={field.key} {...props} onPaste={onPaste} className={className} />
        ) : (
          <TextArea key={field.key} {...props} className={className} code rows={rows} />
        )}
        {menu.list}
      </div>
      {unknown.length > 0 && (
        <p id={warningId} className="flex gap-1.5 text-[0.8125rem] text-warn-ink">
          <TriangleAlert aria-hidden className="mt-0.5 size-4 shrink-0" />
          <span className="min-w-0 wrap-anywhere">
            {unknown.length === 1 ? 'Not known here: ' : 'None of these is known here: '}
            <code className="font-mono">{unknown.map((inside) => `{{${inside}}}`).join(', ')}</code>
          </span>
        </p>
      )}
      {unknown.length > 0 && <LazyMendNotes name={name} unknown={unknown} />}
      {filtersId && <LazyFilterNotes id={filtersId} name={name} text={text} />}
      {menu.note}
    </Field>
  );
}
