import { TriangleAlert } from '~/components/icons/icons';
import { useEffect, useMemo, useRef } from 'react';
import { useCloseOnOutsideClick } from '~/components/ui/use-close-outside';
import { callAnchor } from '../chain/chosen/anchors';
import { focusOpened } from '../chain/chosen/focus-opened';
import type { OutlineNode } from '../chain/nodes/list-nodes';
import { type CurrentForm, listOf } from '../form/variable-scope';
import { describeFilterProblem } from '~/engine/placeholders/unread-filters';
import { readDoubts } from './list-doubts';

interface WarningsProps {
  calls: NonNullable<CurrentForm>['apiCalls'];
  nodes: OutlineNode[];
  openedHosts: string[];
  /** Opens a call by its index. */
  choose: (index: number) => void;
}

/** What may go wrong with calls that can still be saved: a number that opens the list, in which each leads to its call. */
export function Warnings({ calls, nodes, openedHosts, choose }: WarningsProps) {
  const doubts = useMemo(
    () => listOf(calls).map((call) => readDoubts(call, openedHosts)),
    [calls, openedHosts],
  );
  const warned = nodes.flatMap((node): Warned[] => {
    if (node.kind !== 'call') return [];
    const { unread = [], unclosed = [], addresses = [] } = doubts[node.index] ?? {};
    const names = node.unknown.filter((name) => !unread.some(({ inside }) => inside === name));
    const texts = names.map((name) => `${node.label}: {{${name}}} is not known here`);
    const ofFilters = unread.map(({ inside, problem }) => describeFilterProblem(inside, problem));
    if (node.isBodyBroken) texts.push(`${node.label}: the body is not valid JSON`);
    texts.push(...[...ofFilters, ...unclosed, ...addresses].map((text) => `${node.label}: ${text}`));
    return texts.map((text) => ({ index: node.index, text }));
  });
  return warned.length > 0 && <WarningList warned={warned} choose={choose} />;
}

interface Warned {
  /** The index of the call. */
  index: number;
  text: string;
}

/** A `<details>`, which opens without script. Script closes it by Escape, by a press outside and with a chosen warning. */
function WarningList({ warned, choose }: Pick<WarningsProps, 'choose'> & { warned: Warned[] }) {
  const details = useRef<HTMLDetailsElement>(null);
  useCloseOnOutsideClick(details);
  useEffect(() => {
    const { current } = details;
    const closeByKey = ({ key }: KeyboardEvent) => {
      if (!current || key !== 'Escape') return;
      current.open = false;
      current.querySelector('summary')?.focus();
    };
    current?.addEventListener('keydown', closeByKey);
    return () => current?.removeEventListener('keydown', closeByKey);
  }, []);
  return (
    <details ref={details}>
      <summary className="flex items-center gap-1.5 rounded-full bg-warn-soft px-2.5 py-0.5 text-[0.8125rem] font-medium text-warn-ink hover:underline">
        <TriangleAlert aria-hidden className="size-3.5" />
        {warned.length === 1 ? '1 warning' : `${warned.length} warnings`}
      </summary>
      <ul
        aria-label="Warnings"
        className="absolute inset-x-0 bottom-full z-20 mx-auto mb-2 max-h-64 max-w-2xl overflow-y-auto rounded-md border border-line bg-surface-raised p-1 shadow-overlay"
      >
        {warned.map(({ index, text }) => (
          <li key={`${index} ${text}`}>
            <a
              href={`#${callAnchor(index)}`}
              onClick={(event) => {
                if (event.metaKey || event.ctrlKey || event.shiftKey) return;
                event.preventDefault();
                if (details.current) details.current.open = false;
                choose(index);
                focusOpened(callAnchor(index));
              }}
              className="block rounded-sm px-3 py-2 text-[0.8125rem] wrap-anywhere underline decoration-current/35 underline-offset-4 -outline-offset-2! hover:bg-surface-hover hover:decoration-current"
            >
              {text}
            </a>
          </li>
        ))}
      </ul>
    </details>
  );
}
