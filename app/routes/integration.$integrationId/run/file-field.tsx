import { type ChangeEvent, useState } from 'react';
import { formatBytes } from '~/engine/texts/format-bytes';
import { joinSentences } from '~/engine/texts/join-sentences';
import { controlProps, Field, type FieldMeta } from '~/components/ui/fields/field';
import { controlClassName } from '~/components/ui/fields/input';

interface FileFieldProps {
  field: FieldMeta;
  label: string;
  description: string;
  /** The endings and types that it offers; empty for all. */
  accept: string;
  maxBytes: number;
  /** The file that is sent where none is chosen. */
  kept: string | undefined;
  'data-autofocus': true | undefined;
}

/** Chooses a file of a form that starts a run. With script, one that is too large is refused before it is sent. */
export function FileField({ field, label, description, accept, maxBytes, kept, ...rest }: FileFieldProps) {
  const [tooLarge, setTooLarge] = useState<string>();
  const shown = tooLarge === undefined ? field : { ...field, errors: [tooLarge] };
  const most = formatBytes(maxBytes);
  const hint = joinSentences([
    description,
    kept === undefined ? '' : `${kept} is sent unless you choose another file.`,
    `Up to ${most}.`,
  ]);

  function follow({ target }: ChangeEvent<HTMLInputElement>) {
    const [file] = target.files ?? [];
    const isFit = !file || file.size <= maxBytes;
    setTooLarge(
      isFit ? undefined : `${file.name} has ${formatBytes(file.size)}: at most ${most} can be sent`,
    );
    // Sent with the rest, it would only take its time.
    if (!isFit) target.value = '';
  }

  return (
    <Field field={shown} label={label} hint={hint}>
      <input
        type="file"
        accept={accept || undefined}
        onChange={follow}
        {...rest}
        {...controlProps(shown, hint)}
        className={`${controlClassName} px-3 py-2`}
      />
    </Field>
  );
}
