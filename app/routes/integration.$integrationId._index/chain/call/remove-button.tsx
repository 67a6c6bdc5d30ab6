import { useFormMetadata } from '@conform-to/react';
import { Trash2, X, type Icon } from '~/components/icons/icons';
import { type MouseEvent, useState } from 'react';
import { IconButton } from '~/components/ui/button';
import { loadForPress, loadUses } from '../edits/press-scripts';
import { useChainEdits } from '../edits/use-chain-edits';
import type { VariableUse } from '../../form/editor-feedback';
import type { EditorForm } from '../../form/editor-form';
import { readCurrentForm } from '../../form/read-form';
import { listCallVariables, type CurrentForm } from '../../form/variable-scope';
import { LazyInUseDialog } from '../edits/lazy-in-use-dialog';

interface GuardedRemoveProps {
  /** The list that the item at `index` is removed from. */
  listName: string;
  index: number;
  label: string;
  icon: Icon;
  className?: string;
  /** Set in a row of a list, which aligns the button with the fields. */
  'data-beside'?: boolean;
  callIndex: number;
  /** Lists the variables that are removed with the item. */
  listVariables: (form: CurrentForm) => string[];
  /** Removes the item, when removing one row of the list is not enough. */
  onRemove?: () => void;
}

/**
 * Removes something that makes variables. When later calls use one of them, it asks first: with script in a dialog,
 * without script the server asks in the banner of `InUseWarning`.
 */
function GuardedRemove({
  listName,
  index,
  label,
  icon,
  callIndex,
  listVariables,
  onRemove,
  ...look
}: GuardedRemoveProps) {
  const form = useFormMetadata<EditorForm>();
  const [uses, setUses] = useState<VariableUse[]>([]);
  const ask = async (event: MouseEvent) => {
    event.preventDefault();
    // Without the script the item is removed unasked, and the editor marks what became unknown.
    const listUses = await loadForPress(form.id, loadUses, () => []);
    if (!listUses) return;
    const current = readCurrentForm(form.id);
    const found = listUses(current, callIndex, listVariables(current));
    if (found.length > 0) setUses(found);
    else remove();
  };
  const remove = () => {
    setUses([]);
    if (onRemove) onRemove();
    else form.remove({ name: listName, index });
  };
  return (
    <>
      <IconButton
        type="submit"
        icon={icon}
        label={label}
        onClick={(event) => void ask(event)}
        {...look}
        {...form.remove.getButtonProps({ name: listName, index })}
      />
      {uses.length > 0 && <LazyInUseDialog uses={uses} onRemove={remove} onClose={() => setUses([])} />}
    </>
  );
}

export function RemoveCallButton({
  listName,
  label,
  index,
}: {
  listName: string;
  label: string;
  index: number;
}) {
  const editChain = useChainEdits();
  return (
    <GuardedRemove
      listName={listName}
      index={index}
      label={`Remove ${label}`}
      icon={Trash2}
      callIndex={index}
      listVariables={(form) => listCallVariables(form, index)}
      onRemove={() => void editChain({ kind: 'delete', index }, label)}
    />
  );
}

interface RemoveMappingProps {
  listName: string;
  index: number;
  callIndex: number;
  variable: string | undefined;
}

export function RemoveMappingButton({ listName, index, callIndex, variable }: RemoveMappingProps) {
  return (
    <GuardedRemove
      listName={listName}
      index={index}
      label={`Remove field ${variable ?? index + 1}`}
      icon={X}
      data-beside
      className="mt-0.5 sm:mt-7"
      callIndex={callIndex}
      listVariables={() => (variable ? [variable] : [])}
    />
  );
}
