import { type FieldMetadata, useFormMetadata } from '@conform-to/react';
import { Blocks, FileInput, Mail, Plus } from '~/components/icons/icons';
import { useRef } from 'react';
import { Button } from '~/components/ui/button';
import { LinkButton } from '~/components/ui/link';
import { useChosen } from '../chosen/chosen-call';
import { pressedBy } from '../chosen/use-chain-keys';
import type { CallForm, EditorForm } from '../../form/editor-form';
import { nameNewCall, newCall, newMail, newStoreCall } from '../../form/new-call';
import { LazyStepMenu } from './lazy-step-menu';

/**
 * The buttons that add to the chain: a call at its end, or by the menu 'Add step' a step at the open call. Import leads
 * to a separate screen, and the guard asks before unsaved changes are lost.
 */
export function OutlineActions({ list }: { list: FieldMetadata<CallForm[], EditorForm> }) {
  const form = useFormMetadata<EditorForm>();
  const { index: chosen, choose } = useChosen();
  const menu = useRef<HTMLDetailsElement>(null);
  const rows = list.getFieldList();
  // Server and browser must make the same id, so it is counted and not random.
  const freeId = nameNewCall(rows.map((call) => call.getFieldset().id.initialValue));
  const call = rows[chosen];
  const addCall = form.insert.getButtonProps({ name: list.name, defaultValue: newCall(freeId) });
  const showCall = () => {
    choose(chosen);
    if (menu.current) menu.current.open = false;
  };
  return (
    <div className="mt-2 flex flex-wrap items-start gap-x-2 gap-y-1">
      <Button type="submit" size="sm" icon={Plus} aria-keyshortcuts="N" {...pressedBy.add} {...addCall}>
        Add API Call
      </Button>
      <details ref={menu} className="min-w-0 open:basis-full">
        <summary className="flex h-8 items-center gap-1.5 rounded-md px-3 text-[0.8125rem] font-medium text-ink-muted -outline-offset-2! hover:bg-surface-hover hover:text-ink">
          <Plus aria-hidden className="size-4" />
          Add step
        </summary>
        <ul aria-label="Add to the chain" className="mt-1 flex flex-col items-start pl-1">
          {call && (
            <LazyStepMenu
              steps={call.getFieldset()}
              index={chosen}
              isLast={rows.length === chosen + 1}
              onPress={showCall}
            />
          )}
          <li>
            <Button
              type="submit"
              variant="quiet"
              size="sm"
              icon={Mail}
              {...form.insert.getButtonProps({ name: list.name, defaultValue: newMail(freeId) })}
            >
              Email
            </Button>
          </li>
          <li>
            <Button
              type="submit"
              variant="quiet"
              size="sm"
              icon={Blocks}
              {...form.insert.getButtonProps({ name: list.name, defaultValue: newStoreCall(freeId) })}
            >
              Store
            </Button>
          </li>
          <li>
            <LinkButton to="import" variant="quiet" size="sm" icon={FileInput}>
              Import
            </LinkButton>
          </li>
        </ul>
      </details>
    </div>
  );
}
