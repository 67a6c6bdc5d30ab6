import { type FieldMetadata, useFormMetadata } from '@conform-to/react';
import { Repeat2 } from '~/components/icons/icons';
import { type MouseEvent, useEffect, useRef, useState } from 'react';
import { useHydrated } from '~/components/ui/use-hydrated';
import type { VariableUse } from '../../form/editor-feedback';
import type { EditorForm } from '../../form/editor-form';
import { listLoopUses } from '../../form/variable-uses';
import { readCurrentForm } from '../../form/read-form';
import type { LoopForm } from '../../form/step-schema';
import { LazyInUseDialog } from '../edits/lazy-in-use-dialog';
import { nodeAnchor } from '../chosen/anchors';
import { useChosen } from '../chosen/chosen-call';
import { focusOpened } from '../chosen/focus-opened';
import { focusWhenDrawn } from '../edits/focus-when-drawn';
import { useNodes } from '../nodes/nodes';
import { useCallNames } from '../../form/fields/call-names';
import { describeLoop } from '../outline/step-labels';
import { StepCard } from '../steps/step-card';
import { LoopFields } from './loop-fields';

interface LoopPartProps {
  list: FieldMetadata<LoopForm[], EditorForm>;
  callIndex: number;
  /** The index of the first call of the loop that the call belongs to. */
  first: number;
}

/** Shows the loop above its first call, and a link to the loop above its other calls. */
export function LoopPart({ list, callIndex, first }: LoopPartProps) {
  return (
    <>
      <LoopCards list={list} callIndex={callIndex} />
      {first < callIndex && <LoopNote first={first} />}
    </>
  );
}

/** The cards of the loops that begin with this call. The deletion of one whose variables are used asks first. */
function LoopCards({ list, callIndex }: Omit<LoopPartProps, 'first'>) {
  const calls = useCallNames();
  const form = useFormMetadata<EditorForm>();
  const [asked, setAsked] = useState<{ index: number; uses: VariableUse[] }>();
  const place = useRef<HTMLDivElement>(null);
  const loops = list.getFieldList();
  const isHydrated = useHydrated();
  useFocusAdded(
    place,
    loops.some((loop) => !loop.getFieldset().id.initialValue),
  );
  const leaveDeleted = () => {
    const card = place.current?.closest('[data-call-card]');
    focusWhenDrawn(() => card?.querySelector<HTMLElement>('summary'));
  };
  const askOrLeave = (event: MouseEvent, index: number) => {
    const uses = listLoopUses(readCurrentForm(form.id), callIndex, index);
    if (uses.length === 0) return leaveDeleted();
    event.preventDefault();
    setAsked({ index, uses });
  };
  const removeAnyway = (index: number) => {
    setAsked(undefined);
    // First the closed dialog gives the focus back to the button of the loop.
    requestAnimationFrame(() => {
      form.remove({ name: list.name, index });
      leaveDeleted();
    });
  };
  if (loops.length === 0) return null;
  return (
    <div ref={place} className="flex flex-col gap-3 pb-2">
      {loops.map((loop, index) => (
        <StepCard
          key={loop.key}
          kind="loop"
          icon={Repeat2}
          title="For each"
          place={`from ${calls[callIndex]?.label ?? 'this call'}`}
          summary={describeLoop(isHydrated ? loop.value : loop.initialValue, calls, callIndex)}
          id={loop.getFieldset().id}
          list={list}
          index={index}
          valid={loop.valid && list.valid}
          anchor={nodeAnchor({ kind: 'loop' }, callIndex)}
          onRemoved={(event) => askOrLeave(event, index)}
        >
          <LoopFields loop={loop} callIndex={callIndex} />
        </StepCard>
      ))}
      {asked && (
        <LazyInUseDialog
          uses={asked.uses}
          onRemove={() => removeAnyway(asked.index)}
          onClose={() => setAsked(undefined)}
        />
      )}
    </div>
  );
}

/** Focuses an added loop, unless the focus has moved elsewhere before the script of this part arrived. */
function useFocusAdded(place: { current: HTMLElement | null }, hasNew: boolean): void {
  const wasHydrated = useRef(useHydrated());
  useEffect(() => {
    if (!hasNew || !wasHydrated.current) return;
    const { activeElement } = document;
    const card = place.current?.closest('[data-call-card]');
    if (activeElement !== document.body && !card?.contains(activeElement)) return;
    place.current?.querySelector<HTMLElement>('input:not([type=hidden])')?.focus();
  }, [hasNew, place]);
}

function LoopNote({ first }: { first: number }) {
  const { choose } = useChosen();
  const loop = useNodes().find((node) => node.kind === 'loop' && node.index === first);
  if (loop?.kind !== 'loop') return null;
  const open = (event: MouseEvent) => {
    if (event.metaKey || event.ctrlKey || event.shiftKey) return;
    event.preventDefault();
    choose(first);
    focusOpened(nodeAnchor(loop, first));
  };
  return (
    <p className="pb-1.5 text-[0.8125rem] text-ink-muted">
      <a
        href={`#${nodeAnchor(loop, first)}`}
        onClick={open}
        className="wrap-anywhere underline underline-offset-2"
      >
        {loop.text}
      </a>
    </p>
  );
}
