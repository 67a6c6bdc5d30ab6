import { type FieldMetadata, type FieldName, useField, useFormMetadata } from '@conform-to/react';
import { type FocusEvent, memo, type MouseEvent, useState } from 'react';
import { runAfterPointerRelease } from '~/components/pointer/after-pointer-release';
import { Checkbox } from '~/components/ui/fields/checkbox';
import { TextField } from '~/components/ui/fields/text-field';
import { isCredentialName } from '~/engine/secrets/credential-names';
import type { EditorForm, HeaderRow } from '../editor-form';
import { PlaceholderField } from './placeholder-field';
import { Row, RowList } from './row-list';

interface HeaderRowsProps {
  headers: FieldMetadata<HeaderRow[], EditorForm>;
  title: string;
  /** Whether the title is hidden, since a heading says the same. */
  hidesTitle?: boolean;
  text?: string;
  /** Whether the headers are a call's: their values may hold placeholders and may be stored encrypted. */
  withSecret?: boolean;
}

export function HeaderRows({ headers, title, hidesTitle, text, withSecret = false }: HeaderRowsProps) {
  const form = useFormMetadata<EditorForm>();
  const [refusal, setRefusal] = useState<string>();
  const rows = headers.getFieldList();
  const insert = (taken: (string | undefined)[]) =>
    form.insert.getButtonProps({
      name: headers.name,
      defaultValue: { name: suggestName(taken), value: '' },
    });
  const startAdding = (event: MouseEvent<HTMLButtonElement>) => {
    const fields = headers.getFieldList().map((row) => row.getFieldset());
    const empty = fields.flatMap(({ name, value }) => [name, value]).find(({ value }) => !value?.trim());
    setRefusal(empty && 'Please fill in both header name and value before adding another header');
    // The list does not follow what is typed into its rows: each key press would render all of them.
    event.currentTarget.value = insert(fields.map(({ name }) => name.value)).value;
    if (!empty) return;
    event.preventDefault();
    document.getElementById(empty.id)?.focus();
  };
  return (
    <RowList
      field={headers}
      title={title}
      hidesTitle={hidesTitle}
      text={text}
      addLabel="Add header"
      refusal={refusal}
      onAdd={startAdding}
      add={insert(rows.map((row) => row.getFieldset().name.initialValue))}
    >
      {rows.map((row, index) => (
        <HeaderFields
          key={row.key}
          name={row.name}
          listName={headers.name}
          index={index}
          withSecret={withSecret}
        />
      ))}
    </RowList>
  );
}

interface HeaderFieldsProps {
  name: FieldName<HeaderRow, EditorForm>;
  listName: FieldName<HeaderRow[], EditorForm>;
  index: number;
  withSecret: boolean;
}

/** The fields of one header. Typing in them renders no other row. */
const HeaderFields = memo(function HeaderFields({
  name: row,
  listName,
  index,
  withSecret,
}: HeaderFieldsProps) {
  const form = useFormMetadata<EditorForm>();
  const { name, value, secret } = useField(row)[0].getFieldset();
  const typedName = name.value;
  const remove = { name: listName, index };
  const removeNameless = (event: FocusEvent<HTMLElement>) => {
    if (!isLeft(event) || name.value?.trim()) return;
    const { currentTarget, relatedTarget } = event;
    // A button that sends the form or changes its rows must find the row gone. Any other press comes first, since the removal
    // moves what is below the pointer.
    if (relatedTarget?.matches('[type=submit]')) {
      form.remove(remove);
      return;
    }
    runAfterPointerRelease(() => {
      // The press may have moved the row to another place.
      if (currentTarget.contains(document.getElementById(name.id))) form.remove(remove);
    });
  };
  return (
    <Row
      removeLabel={`Remove header ${typedName ?? index + 1}`}
      remove={form.remove.getButtonProps(remove)}
      leave={{ onBlur: removeNameless }}
    >
      <div className="min-w-0 sm:w-1/3">
        <TextField field={name} label="Name" autoComplete="off" spellCheck={false} />
      </div>
      <div className="min-w-0 sm:flex-1">
        {withSecret ? (
          <PlaceholderField field={value} label="Value" />
        ) : (
          <TextField field={value} label="Value" autoComplete="off" spellCheck={false} />
        )}
      </div>
      {withSecret && (
        <div data-beside="text" className="sm:pt-9">
          {isCredentialName(typedName ?? '') ? 'Secret' : <Checkbox field={secret} label="Secret" />}
        </div>
      )}
    </Row>
  );
});

/** Checks whether the focus left the row for another place on the page, not for another window. */
function isLeft({ currentTarget: row, relatedTarget }: FocusEvent<HTMLElement>): boolean {
  return document.hasFocus() && !(relatedTarget instanceof Node && row.contains(relatedTarget));
}

/** Returns the first free name of Header-1, Header-2 … */
function suggestName(taken: (string | undefined)[]): string {
  let number = 1;
  while (taken.includes(`Header-${number}`)) number += 1;
  return `Header-${number}`;
}
