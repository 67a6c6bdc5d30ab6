import { useFormMetadata } from '@conform-to/react';
import { createContext, type ReactNode, useContext, useDeferredValue, useMemo, useState } from 'react';
import { useYieldPoint } from '~/components/network/yield-point';
import { useEditorFeedback } from '../../form/editor-feedback';
import type { EditorForm } from '../../form/editor-form';
import { listNodes, type OutlineNode } from './list-nodes';

const NodesContext = createContext<OutlineNode[]>([]);
const BrokenBodiesContext = createContext<ReadonlySet<number>>(new Set());

/** Returns the nodes of the current form. The list and its nodes stay the same objects until they change. */
export function useNodes(): OutlineNode[] {
  return useContext(NodesContext);
}

/** Checks whether the body of the call at an index is sent as JSON but is not valid JSON. */
export function useIsBodyBroken(callIndex: number): boolean {
  return useContext(BrokenBodiesContext).has(callIndex);
}

/** The indexes of a loop's first and last call. */
interface LoopRange {
  first: number;
  last: number;
}

const LoopsContext = createContext<LoopRange[]>([]);

/** Returns the loop that the call at an index belongs to. */
export function useLoopAround(callIndex: number): LoopRange | undefined {
  return useContext(LoopsContext).find(({ first, last }) => first <= callIndex && callIndex <= last);
}

export function NodesProvider({ children }: { children: ReactNode }) {
  useYieldPoint();
  const { value } = useFormMetadata<EditorForm>();
  // Deferred, so that the browser paints the key press first.
  const shown = useDeferredValue(value);
  const { values } = useEditorFeedback();
  const [known] = useState(() => new Map<string, OutlineNode>());
  const text = useMemo(
    () =>
      listNodes(shown, values)
        .map((node) => JSON.stringify(node))
        .join('\n'),
    [shown, values],
  );
  const nodes = useMemo(() => {
    const lines = text.split('\n').filter(Boolean);
    const list = lines.map((line) => known.get(line) ?? (JSON.parse(line) as OutlineNode));
    known.clear();
    for (const [index, node] of list.entries()) known.set(lines[index] ?? '', node);
    return list;
  }, [text, known]);
  const broken = nodes.flatMap((node) => (node.kind === 'call' && node.isBodyBroken ? node.index : []));
  const brokenText = broken.join(' ');
  const rangesText = JSON.stringify(listRanges(nodes));
  const ranges = useMemo(() => JSON.parse(rangesText) as LoopRange[], [rangesText]);
  const brokenBodies = useMemo(
    () => new Set(brokenText.split(' ').filter(Boolean).map(Number)),
    [brokenText],
  );
  return (
    <NodesContext.Provider value={nodes}>
      <LoopsContext.Provider value={ranges}>
        <BrokenBodiesContext.Provider value={brokenBodies}>{children}</BrokenBodiesContext.Provider>
      </LoopsContext.Provider>
    </NodesContext.Provider>
  );
}

function listRanges(nodes: OutlineNode[]): LoopRange[] {
  return nodes.flatMap((node) => (node.kind === 'loop' ? { first: node.index, last: node.last } : []));
}
