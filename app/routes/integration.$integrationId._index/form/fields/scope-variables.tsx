import { useFormMetadata } from '@conform-to/react';
import { createContext, type ReactNode, useContext, useDeferredValue, useMemo } from 'react';
import type { EditorForm } from '../editor-form';
import { useEditorFeedback } from '../editor-feedback';
import { listValuesInScope, listVariablesInScope } from '../variable-scope';

const ScopeContext = createContext<string[]>([]);

/** The names that the fields around may use in placeholders. */
export function useScope(): string[] {
  return useContext(ScopeContext);
}

interface ScopeProviderProps {
  callIndex: number;
  /** The fields are conditions rather than templates. */
  areChecked?: boolean;
  children: ReactNode;
}

/** Looks at the form on every key, but tells those below only when the names change. */
export function ScopeProvider({ callIndex, areChecked = false, children }: ScopeProviderProps) {
  const { value } = useFormMetadata<EditorForm>();
  // The key that is pressed is painted first, then what follows from it.
  const shown = useDeferredValue(value);
  const { values } = useEditorFeedback();
  const names = useMemo(() => {
    const ofOrganization = listValuesInScope(shown, values, { areChecked });
    return [...listVariablesInScope(shown, callIndex), ...ofOrganization].join('\n');
  }, [shown, callIndex, values, areChecked]);
  const scope = useMemo(() => names.split('\n'), [names]);
  return <ScopeContext.Provider value={scope}>{children}</ScopeContext.Provider>;
}
