import { useFormMetadata } from '@conform-to/react';
import { createContext, type ReactNode, useContext, useDeferredValue, useMemo } from 'react';
import type { EditorForm } from '../editor-form';
import { listVariablesInScope } from '../variable-scope';

const ScopeContext = createContext<string[]>([]);

/** The names that the fields around may use in placeholders. */
export function useScope(): string[] {
  return useContext(ScopeContext);
}

/** Looks at the form on every key, but tells those below only when the names change. */
export function ScopeProvider({ callIndex, children }: { callIndex: number; children: ReactNode }) {
  const { value } = useFormMetadata<EditorForm>();
  // The key that is pressed is painted first, then what follows from it.
  const shown = useDeferredValue(value);
  const names = useMemo(() => listVariablesInScope(shown, callIndex).join('\n'), [shown, callIndex]);
  const scope = useMemo(() => names.split('\n'), [names]);
  return <ScopeContext.Provider value={scope}>{children}</ScopeContext.Provider>;
}
