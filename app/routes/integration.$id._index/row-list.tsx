import { Plus, X } from 'lucide-react';
import type { ReactNode } from 'react';
import { Button, IconButton } from '~/components/ui/button';
import { FieldErrors, type FieldMeta } from '~/components/ui/field';

/** The attributes that make a submit button add, remove or move something. */
type IntentButton = { name: string; value: string; form: string; formNoValidate: boolean };

interface RowListProps {
  field: FieldMeta;
  title: string;
  text?: string;
  addLabel: string;
  add: IntentButton;
  children: ReactNode;
}

/** Rows of one kind, and the button that adds another. */
export function RowList({ field, title, text, addLabel, add, children }: RowListProps) {
  return (
    <fieldset className="min-w-0">
      <legend className="font-medium">{title}</legend>
      {text && <p className="mt-1 text-[0.8125rem] text-ink-muted">{text}</p>}
      <ul className="mt-3 flex flex-col gap-3 empty:hidden">{children}</ul>
      <FieldErrors field={field} />
      <Button type="submit" size="sm" icon={Plus} className="mt-3" {...add}>
        {addLabel}
      </Button>
    </fieldset>
  );
}

interface RowProps {
  removeLabel: string;
  remove: IntentButton;
  children: ReactNode;
}

/** One row; on a phone its fields stand below each other, framed. */
export function Row({ removeLabel, remove, children }: RowProps) {
  return (
    <li className="flex items-start gap-2 max-sm:rounded-md max-sm:border max-sm:border-line max-sm:p-3">
      <div className="flex min-w-0 flex-1 flex-col gap-3 sm:flex-row">{children}</div>
      <IconButton type="submit" icon={X} label={removeLabel} className="mt-0.5 sm:mt-7" {...remove} />
    </li>
  );
}
