import { type FieldMetadata, useField } from '@conform-to/react';
import { TriangleAlert } from 'lucide-react';
import type { ClipboardEventHandler, HTMLAttributes, ReactNode } from 'react';
import { controlProps, Field } from '~/components/ui/fields/field';
import { Input, TextArea } from '~/components/ui/fields/input';
import { listUnknown } from '~/engine/placeholders/template-references';
import { useAnnounce } from '../../chain/edits/chain-announcer';
import { useEditorFeedback } from '../editor-feedback';
import type { EditorForm } from '../editor-form';
import { usePlaceholderMenu } from './use-placeholder-menu';
import { LazyMendNotes } from './lazy-mend-notes';
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

/** A text field with placeholders: `{{` opens a list of the variables in scope, and a warning names unknown placeholders. */
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
  const [field, form] = useField<string, EditorForm>(name);
  const scope = useScope();
  const announce = useAnnounce();
  const { responsePaths: paths, lastRun } = useEditorFeedback();
  const list = usePlaceholderMenu(scope, async () => {
    const { listResponseOptions } = await import('./response-options');
    return listResponseOptions(name, { form, paths, lastRun, announce });
  });
  const unknown = listUnknown(field.value ?? '', scope);
  const warningId = `${field.id}-unknown`;
  const control = controlProps(field, hint);
  const described = [control['aria-describedby'], unknown.length > 0 && warningId].filter(Boolean).join(' ');
  const props = {
    ...rest,
    ...control,
    ...list.controlProps,
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
        <OptionList list={list} label={label} controlId={field.id} />
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
      {list.note}
    </Field>
  );
}

interface OptionListProps {
  list: ReturnType<typeof usePlaceholderMenu>;
  label: string;
  controlId: string;
}

function OptionList({ list, label, controlId }: OptionListProps) {
  const { lastRun } = useEditorFeedback();
  if (list.options.length === 0) return null;
  return (
    <ul
      {...list.listProps}
      // Anew at each rendering, since the list grows and shrinks.
      ref={(element) => placeList(element)}
      aria-label={`Variables for ${label}`}
      className="absolute inset-x-0 top-full z-20 my-1 max-h-64 overflow-y-auto data-above:top-auto data-above:bottom-full rounded-md border border-line bg-surface-raised p-1 shadow-overlay"
    >
      {list.options.map((option, index) => (
        <li
          key={option.name}
          {...list.optionProps(index, option, controlId)}
          className="flex cursor-pointer items-baseline gap-3 rounded-sm px-3 py-2 hover:bg-surface-hover aria-selected:bg-surface-hover"
        >
          <span className="shrink-0 font-mono text-[0.8125rem]">{option.name}</span>
          <span className="min-w-0 truncate text-[0.8125rem] text-ink-muted">
            {option.hint ?? lastRun.values[option.name]}
          </span>
        </li>
      ))}
    </ul>
  );
}

/**
 * Places the list below its field, or above it when the space below is too small and there is more above. A list that scrolls
 * is focusable.
 */
function placeList(list: HTMLElement | null) {
  const field = list?.parentElement?.getBoundingClientRect();
  if (!list || !field) return;
  list.tabIndex = list.scrollHeight > list.clientHeight ? 0 : -1;
  const below = window.innerHeight - field.bottom;
  list.toggleAttribute('data-above', below < list.offsetHeight + 8 && field.top > below);
}
