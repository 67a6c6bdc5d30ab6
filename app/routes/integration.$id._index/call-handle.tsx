import { GripVertical } from 'lucide-react';
import { type KeyboardEvent, type PointerEvent, useRef, useState } from 'react';
import { useHydrated } from '~/components/hydrated';
import { useAnnounce } from './chain-announcer';
import { useChainEditing } from './chain-editing';

interface CallHandleProps {
  label: string;
  index: number;
  count: number;
}

/**
 * Moves a call: dragged with a pointer, or with the arrow keys while it has the focus. Without script there are only
 * the buttons beside it, so it stays invisible.
 */
export function CallHandle({ label, index, count }: CallHandleProps) {
  const editChain = useChainEditing();
  const announce = useAnnounce();
  const hydrated = useHydrated();
  const handle = useRef<HTMLButtonElement>(null);
  const [drag, setDrag] = useState<{ startY: number; y: number; to: number }>();

  const move = (to: number) => {
    if (to === index || to < 0 || to >= count) return;
    const list = handle.current?.closest('[data-call-card]')?.parentElement;
    const edited = editChain({ kind: 'move', index, to });
    announce(`${label} moved to position ${to + 1} of ${count}`);
    // Moving an element takes the focus from what is in it, and its card may be another one now.
    void edited.then(() =>
      requestAnimationFrame(() => list?.querySelectorAll<HTMLElement>('[data-call-handle]')[to]?.focus()),
    );
  };
  const moveByKey = (event: KeyboardEvent) => {
    const to = { ArrowUp: index - 1, ArrowDown: index + 1, Home: 0, End: count - 1 }[event.key];
    if (to === undefined) {
      if (event.key === 'Escape') setDrag(undefined);
      return;
    }
    event.preventDefault();
    move(to);
  };
  const begin = (event: PointerEvent<HTMLButtonElement>) => {
    if (event.button !== 0) return;
    event.currentTarget.setPointerCapture(event.pointerId);
    setDrag({ startY: event.clientY, y: event.clientY, to: index });
  };
  const follow = (event: PointerEvent) => {
    if (drag) setDrag({ ...drag, y: event.clientY, to: findPlace(handle.current, event.clientY, index) });
  };
  const end = () => {
    if (drag && Math.abs(drag.y - drag.startY) > 4) move(drag.to);
    setDrag(undefined);
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
        onPointerUp={end}
        onPointerCancel={() => setDrag(undefined)}
        className={`-ml-2 grid size-9 shrink-0 cursor-grab touch-none place-items-center rounded-md text-ink-muted hover:bg-surface-hover active:cursor-grabbing ${hydrated ? '' : 'invisible'}`}
      >
        <GripVertical aria-hidden className="size-4" />
      </button>
      {drag && (
        <span className="pointer-events-none fixed inset-x-0 bottom-24 z-20 mx-auto w-fit rounded-md bg-accent px-3 py-2 text-[0.8125rem] font-medium text-on-accent shadow-overlay">
          {drag.to === index ? `${label} stays at ${index + 1}` : `${label} moves to position ${drag.to + 1}`}
        </span>
      )}
    </>
  );
}

/** The position whose card is under the pointer. */
function findPlace(handle: HTMLElement | null, y: number, index: number): number {
  const own = handle?.closest('[data-call-card]');
  const cards = [...(own?.parentElement?.querySelectorAll(':scope > [data-call-card]') ?? [])];
  const before = cards.filter((card, place) => {
    if (place === index) return false;
    const { top, height } = card.getBoundingClientRect();
    return top + height / 2 < y;
  });
  return before.length;
}
