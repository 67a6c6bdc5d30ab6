import { useFormMetadata } from '@conform-to/react';
import { GripVertical } from '~/components/icons/icons';
import { type KeyboardEvent, type PointerEvent, useRef, useState } from 'react';
import { useChainEdits } from '../edits/use-chain-edits';
import type { EditorForm } from '../../form/editor-form';
import { type DrawnCall, findCall } from './find-call';

interface NamedCall extends DrawnCall {
  label: string;
}

/**
 * Moves a call by dragging it with a pointer, or by the arrow keys while the handle has the focus. Without script only
 * the buttons move calls.
 */
export function DragHandle(current: NamedCall) {
  const { label } = current;
  const { id: formId } = useFormMetadata<EditorForm>();
  const editChain = useChainEdits();
  const handle = useRef<HTMLButtonElement>(null);
  /**
   * The call that is dragged, and the vertical position at which the pointer began; undefined while nothing is dragged. React may
   * use this handle for another call meanwhile.
   */
  const dragged = useRef<NamedCall & { startY: number }>(undefined);
  /** What is shown beside the pointer. */
  const [shown, setShown] = useState<string>();

  const move = ({ label: name, ...call }: NamedCall, to: number) => {
    const { index, count } = findCall(formId, call);
    if (to === index || to < 0 || to >= count) return;
    const list = handle.current?.closest('[data-outline-call]')?.parentElement;
    // Moving an element takes the focus from its content, and React may use another node for the call now.
    void editChain({ kind: 'move', index, to }, name).then(() =>
      requestAnimationFrame(() => {
        const { activeElement } = document;
        // If the focus has moved elsewhere meanwhile, it stays there.
        if (activeElement !== document.body && !activeElement?.matches('[data-call-handle]')) return;
        list?.querySelectorAll<HTMLElement>('[data-call-handle]')[to]?.focus();
      }),
    );
  };
  const findDrop = (call: NamedCall, y: number) => {
    const { index } = findCall(formId, call);
    return { index, to: findPlace(handle.current, y, index) };
  };
  const letGo = () => {
    dragged.current = undefined;
    setShown(undefined);
  };
  const moveByKey = (event: KeyboardEvent) => {
    const { index, count } = findCall(formId, current);
    const to = { ArrowUp: index - 1, ArrowDown: index + 1, Home: 0, End: count - 1 }[event.key];
    if (to === undefined) {
      if (event.key === 'Escape') letGo();
      return;
    }
    event.preventDefault();
    move(current, to);
  };
  const begin = (event: PointerEvent<HTMLButtonElement>) => {
    if (event.button !== 0) return;
    event.currentTarget.setPointerCapture(event.pointerId);
    dragged.current = { ...current, startY: event.clientY };
    follow(event);
  };
  const follow = ({ clientY }: PointerEvent) => {
    const call = dragged.current;
    if (!call) return;
    const { index, to } = findDrop(call, clientY);
    setShown(to === index ? `${call.label} stays at ${to + 1}` : `${call.label} moves to position ${to + 1}`);
  };
  // The shown position may lag behind the pointer, so it is computed again.
  const drop = ({ clientY }: PointerEvent) => {
    const call = dragged.current;
    if (call && Math.abs(clientY - call.startY) > 4) move(call, findDrop(call, clientY).to);
    letGo();
  };

  return (
    <>
      <button
        ref={handle}
        data-call-handle
        type="button"
        aria-label={`Reorder ${label}`}
        title="Drag, or press the arrow keys"
        onKeyDown={moveByKey}
        onPointerDown={begin}
        onPointerMove={follow}
        onPointerUp={drop}
        onPointerCancel={letGo}
        className="grid size-7 shrink-0 cursor-grab touch-none place-items-center rounded-md text-ink-muted group-hover/node:opacity-100 hover:bg-surface-hover focus-visible:opacity-100 active:cursor-grabbing lg:opacity-0"
      >
        <GripVertical aria-hidden className="size-4" />
      </button>
      {shown !== undefined && (
        <span className="pointer-events-none fixed inset-x-0 bottom-24 z-20 mx-auto w-fit rounded-md bg-accent px-3 py-2 text-[0.8125rem] font-medium text-on-accent shadow-overlay">
          {shown}
        </span>
      )}
    </>
  );
}

/** Returns the position in the chain at the height `y`. */
function findPlace(handle: HTMLElement | null, y: number, index: number): number {
  const list = handle?.closest('[data-outline-call]')?.parentElement;
  const nodes = [...(list?.querySelectorAll(':scope > [data-outline-call]') ?? [])];
  const before = nodes.filter((node, place) => {
    if (place === index) return false;
    const { top, height } = node.getBoundingClientRect();
    return top + height / 2 < y;
  });
  return before.length;
}
