import { type FieldMetadata, useFormMetadata } from '@conform-to/react';
import { type FocusEvent, type MouseEvent, useState } from 'react';
import { runAfterPointerRelease } from '~/components/field-checks/after-pointer-release';
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
  // Read once: whatever is read of a field, Conform makes objects for, which a chain of thousands of headers notices.
  const rows = headers.getFieldList().map((row) => {
    const { name, value, secret } = row.getFieldset();
    return { key: row.key, name, value, secret, typedName: name.value };
  });
  const refuseIncomplete = (event: MouseEvent) => {
    const empty = rows.flatMap(({ name, value }) => [name, value]).find(({ value }) => !value?.trim());
    setRefusal(empty && 'Please fill in both header name and value before adding another header');
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
      onAdd={refuseIncomplete}
      add={form.insert.getButtonProps({
        name: headers.name,
        defaultValue: { name: suggestName(rows.map(({ typedName }) => typedName)), value: '' },
      })}
    >
      {rows.map(({ key, name, value, secret, typedName }, index) => {
        const remove = { name: headers.name, index };
        return (
          <Row
            key={key}
            removeLabel={`Remove header ${typedName ?? index + 1}`}
            remove={form.remove.getButtonProps(remove)}
            leave={{
              onBlur: (event) => {
                if (!isLeft(event) || name.value?.trim()) return;
                const { currentTarget, relatedTarget } = event;
                // A button that sends the form or changes its rows must find the row gone. Any other press comes first, since
                // the removal moves what is below the pointer.
                if (relatedTarget?.matches('[type=submit]')) {
                  form.remove(remove);
                  return;
                }
                runAfterPointerRelease(() => {
                  // The press may have moved the row to another place.
                  if (currentTarget.contains(document.getElementById(name.id))) form.remove(remove);
                });
              },
            }}
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
      })}
    </RowList>
  );
}

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
