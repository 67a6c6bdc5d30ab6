import { GripVertical } from 'lucide-react';
import { type KeyboardEvent, type PointerEvent, useRef, useState } from 'react';
import { useHydrated } from '~/components/ui/use-hydrated';
import { useChainEdits } from '../edits/use-chain-edits';

interface DragHandleProps {
  label: string;
  index: number;
  count: number;
}

/**
 * Moves a call by dragging it with a pointer, or by the arrow keys while the handle has the focus. Without script only
 * the buttons move calls, so the handle is invisible.
 */
export function DragHandle({ label, index, count }: DragHandleProps) {
  const editChain = useChainEdits();
  const hydrated = useHydrated();
  const handle = useRef<HTMLButtonElement>(null);
  /** The vertical position at which the pointer began to drag; undefined while nothing is dragged. */
  const startY = useRef<number>(undefined);
  /** The position that is shown beside the pointer. */
  const [shown, setShown] = useState<number>();

  const move = (to: number) => {
    if (to === index || to < 0 || to >= count) return;
    const list = handle.current?.closest('[data-outline-call]')?.parentElement;
    // Moving an element takes the focus from its content, and React may use another node for the call now.
    void editChain({ kind: 'move', index, to }, label).then(() =>
      requestAnimationFrame(() => {
        const { activeElement } = document;
        // If the focus has moved elsewhere meanwhile, it stays there.
        if (activeElement !== document.body && !activeElement?.matches('[data-call-handle]')) return;
        list?.querySelectorAll<HTMLElement>('[data-call-handle]')[to]?.focus();
      }),
    );
  };
  const letGo = () => {
    startY.current = undefined;
    setShown(undefined);
  };
  const moveByKey = (event: KeyboardEvent) => {
    const to = { ArrowUp: index - 1, ArrowDown: index + 1, Home: 0, End: count - 1 }[event.key];
    if (to === undefined) {
      if (event.key === 'Escape') letGo();
      return;
    }
    event.preventDefault();
    move(to);
  };
  const begin = (event: PointerEvent<HTMLButtonElement>) => {
    if (event.button !== 0) return;
    event.currentTarget.setPointerCapture(event.pointerId);
    startY.current = event.clientY;
    setShown(index);
  };
  const follow = ({ clientY }: PointerEvent) => {
    if (startY.current !== undefined) setShown(findPlace(handle.current, clientY, index));
  };
  // The shown position may lag behind the pointer, so it is computed again.
  const drop = ({ clientY }: PointerEvent) => {
    const isMoved = startY.current !== undefined && Math.abs(clientY - startY.current) > 4;
    if (isMoved) move(findPlace(handle.current, clientY, index));
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
        className={`grid size-7 shrink-0 cursor-grab touch-none place-items-center rounded-md text-ink-muted group-hover/node:opacity-100 hover:bg-surface-hover focus-visible:opacity-100 active:cursor-grabbing lg:opacity-0 ${hydrated ? '' : 'invisible'}`}
      >
        <GripVertical aria-hidden className="size-4" />
      </button>
      {shown !== undefined && (
        <span className="pointer-events-none fixed inset-x-0 bottom-24 z-20 mx-auto w-fit rounded-md bg-accent px-3 py-2 text-[0.8125rem] font-medium text-on-accent shadow-overlay">
          {shown === index ? `${label} stays at ${index + 1}` : `${label} moves to position ${shown + 1}`}
        </span>
      )}
    </>
  );
}

/** Returns the position in the chain at the height `y`. */
function findPlace(handle: HTMLElement | null, y: number, index: number): number {
  const own = handle?.closest('[data-outline-call]');
  const nodes = [...(own?.parentElement?.querySelectorAll(':scope > [data-outline-call]') ?? [])];
  const before = nodes.filter((node, place) => {
    if (place === index) return false;
    const { top, height } = node.getBoundingClientRect();
    return top + height / 2 < y;
  });
  return before.length;
}
