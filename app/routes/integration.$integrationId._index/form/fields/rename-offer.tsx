import { type FieldMetadata, useFormMetadata } from '@conform-to/react';
import { Button } from '~/components/ui/button';
import { useAnnounce } from '../../chain/edits/chain-announcer';
import type { EditorForm } from '../editor-form';
import { readCurrentForm } from '../read-form';
import { renameUses } from '../rename-variable';
import { listAllVariables } from '../variable-scope';

/** Offers to rename the uses of a variable whose name was changed; nothing when it has none. */
export function RenameOffer({ field }: { field: FieldMetadata<string, EditorForm> }) {
  const form = useFormMetadata<EditorForm>();
  const announce = useAnnounce();
  const from = field.initialValue ?? '';
  const to = field.value ?? '';
  const names = listAllVariables(form.value);
  if (!/^[A-Za-z_]\w*$/.test(to) || from === to || names.includes(from)) return null;
  const { count } = renameUses(form.value, from, to);
  if (count === 0) return null;
  const places = count === 1 ? '1 field' : `${count} fields`;
  function rename() {
    const { value } = renameUses(readCurrentForm(form.id), from, to);
    form.update({ value: value as EditorForm });
    // The update renders the fields anew, which loses the focus. A response that is still shown announces itself.
    requestAnimationFrame(() => {
      document.getElementById(field.id)?.focus();
      announce(`{{${from}}} is now {{${to}}} in ${places}`);
    });
  }
  return (
    <p className="mt-1.5 flex flex-wrap items-center gap-x-3 gap-y-1.5 text-[0.8125rem] text-warn-ink">
      <span className="min-w-0 wrap-anywhere">
        {places} still {count === 1 ? 'uses' : 'use'} <code className="font-mono">{`{{${from}}}`}</code>.
      </span>
      <Button size="sm" onClick={rename}>
        Rename there, too
      </Button>
    </p>
  );
}
