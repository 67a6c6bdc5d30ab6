import { useFormMetadata } from '@conform-to/react';
import { createContext, type ReactNode, useContext, useDeferredValue, useMemo } from 'react';
import type { EditorForm } from '../../form/editor-form';
import { listNodes, type OutlineNode } from './list-nodes';

const NodesContext = createContext<OutlineNode[]>([]);

/** The chain's line as the form stands now, the same list until something of it changes. */
export function useNodes(): OutlineNode[] {
  return useContext(NodesContext);
}

export function NodesProvider({ children }: { children: ReactNode }) {
  const { value } = useFormMetadata<EditorForm>();
  // The key that is pressed is painted first, then what follows from it.
  const shown = useDeferredValue(value);
  const text = useMemo(() => JSON.stringify(listNodes(shown)), [shown]);
  const nodes = useMemo(() => JSON.parse(text) as OutlineNode[], [text]);
  return <NodesContext.Provider value={nodes}>{children}</NodesContext.Provider>;
}
