import { type FieldMetadata, useFormMetadata } from '@conform-to/react';
import { FileInput, GitBranch, ListChecks, type LucideIcon, Plus, Repeat2 } from 'lucide-react';
import { type ComponentProps, type MouseEvent, useRef } from 'react';
import { Button } from '~/components/ui/button';
import { LinkButton } from '~/components/ui/link';
import { useChosen } from '../chosen/chosen-call';
import { pressedBy } from '../chosen/use-chain-keys';
import { useEditorFeedback } from '../../form/editor-feedback';
import type { CallForm, EditorForm } from '../../form/editor-form';
import { nameNewCall, newCall } from '../../form/new-call';
import { readCurrentForm } from '../../form/read-form';
import { newConditional, newHandling, newLoop } from '../../form/new-step';
import { useLoopAround } from './nodes';

/**
 * The buttons that add to the chain: a call at its end, or by the menu 'Add step' a step at the open call. Import leads
 * to a separate screen, and the guard asks before unsaved changes are lost.
 */
export function OutlineActions({ list }: { list: FieldMetadata<CallForm[], EditorForm> }) {
  const form = useFormMetadata<EditorForm>();
  const { index: chosen, choose } = useChosen();
  const around = useLoopAround(chosen);
  const menu = useRef<HTMLDetailsElement>(null);
  const rows = list.getFieldList();
  // Server and browser must make the same id, so it is counted and not random.
  const freeId = nameNewCall(rows.map((call) => call.getFieldset().id.initialValue));
  const addCall = form.insert.getButtonProps({ name: list.name, defaultValue: newCall(freeId) });
  const { responsePaths } = useEditorFeedback();
  const steps = rows[chosen]?.getFieldset();
  const showCall = () => {
    choose(chosen);
    if (menu.current) menu.current.open = false;
  };
  const loop = steps && {
    name: steps.loop.name,
    defaultValue: newLoop(steps.id.initialValue ?? ''),
  };
  // No call comes after the last one to work through its list, so a new call does.
  const addLoop = (event: MouseEvent) => {
    showCall();
    if (!loop || rows[chosen + 1]) return;
    event.preventDefault();
    void import('../../form/loop-over')
      .then(
        (loaded) => loaded.addLoopedCall(readCurrentForm(form.id), chosen, responsePaths),
        () => undefined,
      )
      .then((value) => (value ? form.update({ value: value as EditorForm }) : form.insert(loop)));
  };
  return (
    <div className="mt-2 flex flex-wrap items-start gap-x-2 gap-y-1">
      <Button type="submit" size="sm" icon={Plus} aria-keyshortcuts="N" {...pressedBy.add} {...addCall}>
        Add API Call
      </Button>
      <details ref={menu} className="min-w-0 open:basis-full">
        <summary className="flex h-8 items-center gap-1.5 rounded-md px-3 text-[0.8125rem] font-medium text-ink-muted hover:bg-surface-hover hover:text-ink">
          <Plus aria-hidden className="size-4" />
          Add step
        </summary>
        <ul aria-label="Add to the chain" className="mt-1 flex flex-col items-start pl-1">
          {loop && (
            <>
              <Entry
                icon={GitBranch}
                disabled={steps.conditional.getFieldList().length > 0}
                onClick={showCall}
                {...form.insert.getButtonProps({
                  name: steps.conditional.name,
                  defaultValue: newConditional,
                })}
              >
                Conditional Execution<span className="sr-only"> after call {chosen + 1}</span>
              </Entry>
              <Entry
                icon={ListChecks}
                disabled={steps.handling.getFieldList().length > 0}
                onClick={showCall}
                {...form.insert.getButtonProps({ name: steps.handling.name, defaultValue: newHandling })}
              >
                Response Handling<span className="sr-only"> of call {chosen + 1}</span>
              </Entry>
              <Entry
                icon={Repeat2}
                disabled={around !== undefined || steps.loop.getFieldList().length > 0}
                onClick={addLoop}
                {...form.insert.getButtonProps(loop)}
              >
                For each<span className="sr-only"> item of a list: call {chosen + 1}</span>
              </Entry>
            </>
          )}
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

function Entry({ icon, children, ...rest }: ComponentProps<typeof Button> & { icon: LucideIcon }) {
  return (
    <li>
      <Button type="submit" variant="quiet" size="sm" icon={icon} {...rest}>
        {children}
      </Button>
    </li>
  );
}
