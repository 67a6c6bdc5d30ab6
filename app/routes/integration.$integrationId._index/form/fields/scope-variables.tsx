import { useFormMetadata } from '@conform-to/react';
import { createContext, type ReactNode, useContext, useDeferredValue, useMemo } from 'react';
import type { EditorForm } from '../editor-form';
import { useEditorFeedback } from '../editor-feedback';
import {
  listValuesInScope,
  listVariablesBefore,
  listVariablesInScope,
  listVariablesOfItem,
} from '../variable-scope';

const ScopeContext = createContext<string[]>([]);

/** Returns the names that the enclosed fields may use in placeholders. */
export function useScope(): string[] {
  return useContext(ScopeContext);
}

interface ScopeProviderProps {
  callIndex: number;
  /** The enclosed fields: those of the call, its conditions or loop list before it, or the loop's collected values. */
  place?: 'call' | 'check' | 'list' | 'item';
  children: ReactNode;
}

const listers = {
  call: listVariablesInScope,
  check: listVariablesBefore,
  list: listVariablesBefore,
  item: listVariablesOfItem,
};

/** Reads the form on every key press, but updates its consumers only when the names change. */
export function ScopeProvider({ callIndex, place = 'call', children }: ScopeProviderProps) {
  const { value } = useFormMetadata<EditorForm>();
  // Deferred, so that the browser paints the key press first.
  const shown = useDeferredValue(value);
  const { values } = useEditorFeedback();
  const names = useMemo(() => {
    // A loop's list and its collected values use only variables of the run.
    const offered = place === 'call' || place === 'check' ? values : [];
    const ofOrganization = listValuesInScope(shown, offered, { areChecked: place === 'check' });
    return [...listers[place](shown, callIndex), ...ofOrganization].join('\n');
  }, [shown, callIndex, values, place]);
  const scope = useMemo(() => names.split('\n'), [names]);
  return <ScopeContext.Provider value={scope}>{children}</ScopeContext.Provider>;
}
