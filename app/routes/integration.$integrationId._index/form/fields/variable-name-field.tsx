import type { FieldMetadata } from '@conform-to/react';
import type { ReactNode } from 'react';
import { lazyPart, Nothing } from '~/components/network/lazy-part';
import { TextField } from '~/components/ui/fields/text-field';
import { useHydrated } from '~/components/ui/use-hydrated';
import { useEditorFeedback } from '../editor-feedback';
import type { EditorForm } from '../editor-form';
import { normalizeNameOnBlur } from '../normalize-input';
import { RenameOffer } from './rename-offer';

/** Loaded when the name of a variable is changed. */
const LazyRenameOffer = lazyPart(
  import.meta.env.SSR && RenameOffer,
  () => import('./rename-offer').then((loaded) => loaded.RenameOffer),
  { without: Nothing },
);

interface VariableNameFieldProps {
  field: FieldMetadata<string, EditorForm>;
  label?: string;
  aside?: ReactNode;
}

/** The name of a variable. When it is changed, the uses of the former name can be renamed, too. */
export function VariableNameField({ field, label = 'Variable name', aside }: VariableNameFieldProps) {
  const hydrated = useHydrated();
  return (
    <>
      <TextField
        field={field}
        label={label}
        aside={aside}
        onBlurCapture={normalizeNameOnBlur(useEditorFeedback().storedNames)}
        autoComplete="off"
        spellCheck={false}
      />
      {hydrated && field.dirty && field.initialValue && <LazyRenameOffer field={field} />}
    </>
  );
}
