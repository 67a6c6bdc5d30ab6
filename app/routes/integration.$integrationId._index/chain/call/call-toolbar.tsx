import { type FieldName, useFormMetadata } from '@conform-to/react';
import { ArrowDown, ArrowUp, Copy, Plus } from '~/components/icons/icons';
import type { MouseEvent } from 'react';
import { IconButton } from '~/components/ui/button';
import { useAnnounce } from '../edits/chain-announcer';
import { focusWhenDrawn } from '../edits/focus-when-drawn';
import { loadCopy, loadForPress } from '../edits/press-scripts';
import { useChainEdits } from '../edits/use-chain-edits';
import type { CallForm, EditorForm } from '../../form/editor-form';
import { useNewCallId } from '../../form/fields/call-names';
import { newCall } from '../../form/new-call';
import { RemoveCallButton } from './remove-button';
import { readCurrentForm } from '../../form/read-form';
import { listOf } from '../../form/variable-scope';

interface CallToolbarProps {
  listName: FieldName<CallForm[], EditorForm>;
  label: string;
  index: number;
  count: number;
}

/** The actions on a whole call. Each is a submit button, so that it works without script. */
export function CallToolbar({ listName, label, index, count }: CallToolbarProps) {
  const form = useFormMetadata<EditorForm>();
  const announce = useAnnounce();
  const editChain = useChainEdits();
  const newId = useNewCallId();
  const move = (event: MouseEvent<HTMLButtonElement>, to: number) => {
    event.preventDefault();
    const { currentTarget: pressed } = event;
    // At an end of the chain the pressed button is disabled, which takes the focus from it: the opposite one gets it.
    const opposite = to < index ? pressed.nextElementSibling : pressed.previousElementSibling;
    void editChain({ kind: 'move', index, to }, label).then(() =>
      focusWhenDrawn(() => (pressed.disabled && opposite instanceof HTMLElement ? opposite : pressed)),
    );
  };
  const duplicate = async (event: MouseEvent<HTMLButtonElement>) => {
    event.preventDefault();
    const { currentTarget: pressed } = event;
    const duplicateCall = await loadForPress(form.id, loadCopy, null);
    // The server makes the copy, too.
    if (duplicateCall === null) pressed.form?.requestSubmit(pressed);
    if (!duplicateCall) return;
    const value = readCurrentForm(form.id);
    const defaultValue = duplicateCall(value, listOf(value?.apiCalls)[index] ?? {});
    form.insert({ name: listName, index: index + 1, defaultValue });
    announce(`A copy of ${label} was added at position ${index + 2}`);
  };
  const up = Math.max(index - 1, 0);
  const down = Math.min(index + 1, count - 1);
  return (
    <div className="flex">
      <IconButton
        type="submit"
        icon={ArrowUp}
        label={`Move ${label} up`}
        disabled={index === 0}
        onClick={(event) => move(event, up)}
        {...form.reorder.getButtonProps({ name: listName, from: index, to: up })}
      />
      <IconButton
        type="submit"
        icon={ArrowDown}
        label={`Move ${label} down`}
        disabled={index === count - 1}
        onClick={(event) => move(event, down)}
        {...form.reorder.getButtonProps({ name: listName, from: index, to: down })}
      />
      <IconButton
        type="submit"
        icon={Plus}
        label={`Insert a call after ${label}`}
        {...form.insert.getButtonProps({ name: listName, index: index + 1, defaultValue: newCall(newId) })}
      />
      <IconButton
        type="submit"
        icon={Copy}
        label={`Duplicate ${label}`}
        name="intent"
        value={`duplicate:${index}`}
        onClick={(event) => void duplicate(event)}
      />
      <RemoveCallButton listName={listName} label={label} index={index} />
    </div>
  );
}
