import { useFormMetadata } from '@conform-to/react';
import { useLoaderData } from '@remix-run/react';
import { TriangleAlert } from '~/components/icons/icons';
import { useDeferredValue, useMemo } from 'react';
import { callAnchor } from '../chain/chosen/anchors';
import { useChosen } from '../chain/chosen/chosen-call';
import { focusOpened } from '../chain/chosen/focus-opened';
import { useNodes } from '../chain/nodes/nodes';
import type { EditorForm } from '../form/editor-form';
import { listOf } from '../form/variable-scope';
import { listDoubts } from './list-doubts';

/** The number of warnings about calls that can still be saved, as a link to the first call concerned. */
export function Warnings() {
  const { choose } = useChosen();
  const { value } = useFormMetadata<EditorForm>();
  // Deferred, as the nodes are.
  const shown = useDeferredValue(value);
  const { openedHosts } = useLoaderData() as { openedHosts: string[] };
  const doubts = useMemo(
    () => listOf(shown?.apiCalls).map((call) => listDoubts(call, openedHosts)),
    [shown, openedHosts],
  );
  const warned = useNodes().flatMap((node) => {
    if (node.kind !== 'call') return [];
    const texts = node.unknown.map((name) => `${node.label}: {{${name}}} is not known here`);
    if (node.isBodyBroken) texts.push(`${node.label}: the body is not valid JSON`);
    texts.push(...(doubts[node.index] ?? []).map((doubt) => `${node.label}: ${doubt}`));
    return texts.map((text) => ({ index: node.index, text }));
  });
  const [first] = warned;
  if (!first) return null;
  return (
    <a
      href={`#${callAnchor(first.index)}`}
      title={warned.map(({ text }) => text).join('\n')}
      onClick={(event) => {
        if (event.metaKey || event.ctrlKey || event.shiftKey) return;
        event.preventDefault();
        choose(first.index);
        focusOpened(callAnchor(first.index));
      }}
      className="flex items-center gap-1.5 rounded-full bg-warn-soft px-2.5 py-0.5 text-[0.8125rem] font-medium text-warn-ink hover:underline"
    >
      <TriangleAlert aria-hidden className="size-3.5" />
      {warned.length === 1 ? '1 warning' : `${warned.length} warnings`}
    </a>
  );
}
