import type { FieldMetadata } from '@conform-to/react';
import { type FocusEvent, useRef, useState } from 'react';
import { TextField } from '~/components/ui/fields/text-field';
import { readStatusCode, splitCodes } from '~/engine/schema/status-code';
import type { EditorForm } from '../../form/editor-form';
import { typeInto } from '../../form/normalize-input';

/** The status codes of a rule. With script, a text with a wrong code is replaced by the previous one. */
export function StatusCodesField({ field }: { field: FieldMetadata<string, EditorForm> }) {
  const before = useRef('');
  const [refused, setRefused] = useState<string>();
  const remember = ({ currentTarget: input }: FocusEvent<HTMLInputElement>) => {
    before.current = findWrongCode(input.value) === undefined ? input.value : '';
  };
  const revert = ({ currentTarget: input }: FocusEvent<HTMLInputElement>) => {
    const wrong = findWrongCode(input.value);
    setRefused(wrong);
    if (wrong !== undefined) typeInto(input, before.current);
  };
  return (
    <div className="min-w-0">
      <TextField
        field={field}
        label="Status codes"
        placeholder="429, 500-599"
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
        onFocus={remember}
        onBlurCapture={revert}
      />
      <output className="mt-1 block text-[0.8125rem] text-warn-ink empty:hidden">
        {refused !== undefined && `“${refused}” is not a status code, so the field was reset.`}
      </output>
    </div>
  );
}

/** Returns the first wrong code. An empty field has none: it stands for every response, or the save reports it. */
function findWrongCode(typed: string): string | undefined {
  if (typed.trim() === '') return undefined;
  const wrong = splitCodes(typed).find((code) => readStatusCode(code) === undefined);
  return wrong === '' ? typed : wrong;
}
