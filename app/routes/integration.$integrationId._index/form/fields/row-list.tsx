import { Plus, X } from '~/components/icons/icons';
import type { FocusEventHandler, MouseEventHandler, ReactNode } from 'react';
import { Button, IconButton } from '~/components/ui/button';
import { joinClassNames } from '~/components/ui/class-names';
import { FieldErrors, type FieldMeta } from '~/components/ui/fields/field';

/** The attributes of a submit button that adds, removes or moves something. */
type IntentButton = { name: string; value: string; form: string; formNoValidate: boolean };

/** Side by side, the fields of all rows share the labels of the first row as column heads. */
const table = joinClassNames(
  'sm:[&>[data-row]+[data-row]_[data-label]]:sr-only',
  'sm:[&>[data-row]+[data-row]_[data-beside]]:mt-0.5',
  'sm:[&>[data-row]+[data-row]_[data-beside=text]]:pt-2',
);

interface RowListProps {
  field: FieldMeta;
  title: string;
  /** Whether the title is hidden, since a heading says the same. */
  hidesTitle?: boolean | undefined;
  text?: string;
  addLabel: string;
  add: IntentButton;
  /** Called before a row is added. It may prevent that, and give the reason in `refusal`. */
  onAdd?: MouseEventHandler<HTMLButtonElement>;
  refusal?: string | undefined;
  children: ReactNode;
}

/** A list of rows of one kind, with a button that adds another. */
export function RowList({
  field,
  title,
  hidesTitle,
  text,
  addLabel,
  add,
  onAdd,
  refusal,
  children,
}: RowListProps) {
  return (
    <fieldset className="min-w-0">
      <legend className={hidesTitle ? 'sr-only' : 'font-medium'}>{title}</legend>
      {text && <p className="mt-1 text-[0.8125rem] text-ink-muted">{text}</p>}
      <ul
        className={joinClassNames(
          (!hidesTitle || text) && 'mt-3',
          'flex flex-col gap-3 empty:hidden sm:gap-1',
          table,
        )}
      >
        {children}
      </ul>
      <FieldErrors field={field} />
      <Button type="submit" size="sm" icon={Plus} className="mt-3" onClick={onAdd} {...add}>
        {addLabel}
      </Button>
      {refusal && (
        <p role="alert" className="mt-2 text-[0.8125rem] font-medium text-bad-ink">
          {refusal}
        </p>
      )}
    </fieldset>
  );
}

interface RowProps {
  removeLabel?: string;
  remove?: IntentButton;
  /** A button that replaces the one that `remove` and `removeLabel` make. */
  removeButton?: ReactNode;
  /** Called when the focus leaves one of the row's fields. */
  leave?: { onBlur: FocusEventHandler<HTMLLIElement> };
  children: ReactNode;
}

/** One row. On a phone its fields are stacked in a frame. */
export function Row({ removeLabel = 'Remove', remove, removeButton, leave, children }: RowProps) {
  return (
    <li
      {...leave}
      data-row
      className="flex items-start gap-2 max-sm:rounded-md max-sm:border max-sm:border-line max-sm:p-3"
    >
      <div className="flex min-w-0 flex-1 flex-col gap-3 sm:flex-row">{children}</div>
      {removeButton ?? (
        <IconButton
          type="submit"
          icon={X}
          label={removeLabel}
          data-beside
          className="mt-0.5 sm:mt-7"
          {...remove}
        />
      )}
    </li>
  );
}
