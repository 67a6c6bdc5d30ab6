import type { FieldMetadata } from '@conform-to/react';
import { Braces, TriangleAlert } from '~/components/icons/icons';
import type { MouseEvent } from 'react';
import { Banner } from '~/components/ui/banner';
import { Button } from '~/components/ui/button';
import { SelectField } from '~/components/ui/fields/text-field';
import { useToasts } from '~/components/ui/toast';
import { useIsBodyBroken } from '../nodes/nodes';
import { useEditorFeedback } from '../../form/editor-feedback';
import type { EditorForm } from '../../form/editor-form';
import { typeInto } from '../../form/normalize-input';
import { PlaceholderField } from '../../form/fields/placeholder-field';

interface BodyFieldProps {
  body: FieldMetadata<string, EditorForm>;
  bodyType: FieldMetadata<string, EditorForm>;
  callIndex: number;
}

const bodyTypes = { '': 'Text or JSON', form: 'A form', file: 'A file', multipart: 'A form with files' };

/** Hints on how to write a body that is not sent as text. */
const hints: Partial<Record<string, string>> = {
  form: 'A JSON object of the fields, such as {"to": "{{phone}}"}. The server encodes them.',
  file: 'One placeholder that is a file, such as {{invoice}}.',
  multipart: 'A JSON object of the fields, such as {"document": "{{invoice}}", "note": "Paid"}.',
};

export function BodyField({ body, bodyType, callIndex }: BodyFieldProps) {
  const toasts = useToasts();
  const { notice } = useEditorFeedback();
  const isBroken = useIsBodyBroken(callIndex);
  const beautify = async (event: MouseEvent<HTMLButtonElement>) => {
    event.preventDefault();
    const button = event.currentTarget;
    const field = document.getElementById(body.id);
    if (!(field instanceof HTMLTextAreaElement)) return;
    const loaded = await loadFormatJsonBody();
    if (!loaded) {
      field.form?.requestSubmit(button);
      return;
    }
    const text = loaded.formatJsonBody(field.value);
    if (text === undefined) {
      const description = 'Please check your JSON syntax and try again.';
      toasts.add({ tone: 'destructive', title: 'Invalid JSON Format', description, durationMs: 3000 });
      return;
    }
    typeInto(field, text);
    toasts.add({ tone: 'success', title: 'JSON Beautified' });
  };
  return (
    <div className="flex flex-col gap-3">
      <div className="max-w-md">
        <SelectField field={bodyType} label="Send as">
          {Object.entries(bodyTypes).map(([type, label]) => (
            <option key={type} value={type}>
              {label}
            </option>
          ))}
        </SelectField>
      </div>
      <PlaceholderField
        field={body}
        label="Body"
        hint={hints[bodyType.value ?? ''] ?? 'JSON unless a Content-Type header says otherwise.'}
        rows={5}
        className="max-h-[60dvh]"
        aside={
          <Button
            type="submit"
            size="sm"
            icon={Braces}
            name="intent"
            value={`beautify:${callIndex}`}
            form={body.formId}
            onClick={(event) => void beautify(event)}
          >
            Beautify JSON
          </Button>
        }
      />
      {isBroken && (
        <p className="flex gap-1.5 text-[0.8125rem] text-warn-ink">
          <TriangleAlert aria-hidden className="mt-0.5 size-4 shrink-0" />
          This is not valid JSON and will be sent as is.
        </p>
      )}
      {notice?.callIndex === callIndex && (
        <Banner tone={notice.tone} title={notice.title} live>
          {notice.text}
        </Banner>
      )}
    </div>
  );
}

/** Loads the script on demand; undefined when that fails, and the server formats the body. */
function loadFormatJsonBody() {
  return import('./format-json-body').catch(() => undefined);
}
