import { type FieldMetadata, useFormMetadata } from '@conform-to/react';
import { Checkbox } from '~/components/ui/checkbox';
import { TextField } from '~/components/ui/text-field';
import type { EditorForm, HeaderRow } from './editor-schema';
import { Row, RowList } from './row-list';

interface HeaderRowsProps {
  headers: FieldMetadata<HeaderRow[], EditorForm>;
  title: string;
  text?: string;
  /** Offers to keep a value encrypted. */
  withSecret?: boolean;
}

export function HeaderRows({ headers, title, text, withSecret = false }: HeaderRowsProps) {
  const form = useFormMetadata<EditorForm>();
  const rows = headers.getFieldList();
  const names = rows.map((row) => row.getFieldset().name.value);
  return (
    <RowList
      field={headers}
      title={title}
      text={text}
      addLabel="Add Header"
      add={form.insert.getButtonProps({
        name: headers.name,
        defaultValue: { name: suggestName(names), value: '' },
      })}
    >
      {rows.map((row, index) => {
        const { name, value, secret } = row.getFieldset();
        return (
          <Row
            key={row.key}
            removeLabel={`Remove header ${name.value ?? index + 1}`}
            remove={form.remove.getButtonProps({ name: headers.name, index })}
          >
            <div className="min-w-0 sm:w-1/3">
              <TextField
                key={name.key}
                field={name}
                defaultValue={name.initialValue}
                label="Name"
                autoComplete="off"
                spellCheck={false}
              />
            </div>
            <div className="min-w-0 sm:flex-1">
              <TextField
                key={value.key}
                field={value}
                defaultValue={value.initialValue}
                label="Value"
                autoComplete="off"
                spellCheck={false}
              />
            </div>
            {withSecret && (
              <div className="sm:pt-8">
                <Checkbox
                  key={secret.key}
                  field={secret}
                  defaultChecked={secret.initialValue === 'on'}
                  label="Secret"
                />
              </div>
            )}
          </Row>
        );
      })}
    </RowList>
  );
}

/** The first of Header-1, Header-2 … that is free. */
function suggestName(taken: (string | undefined)[]): string {
  let number = 1;
  while (taken.includes(`Header-${number}`)) number += 1;
  return `Header-${number}`;
}
