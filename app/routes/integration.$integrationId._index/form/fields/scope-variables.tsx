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

/** The names that the fields around may use in placeholders. */
export function useScope(): string[] {
  return useContext(ScopeContext);
}

interface ScopeProviderProps {
  callIndex: number;
  /** What the fields are: of the call, conditions or the list of a loop before it, or what is taken out of the loop's items. */
  place?: 'call' | 'check' | 'list' | 'item';
  children: ReactNode;
}

const listers = {
  call: listVariablesInScope,
  check: listVariablesBefore,
  list: listVariablesBefore,
  item: listVariablesOfItem,
};

/** Looks at the form on every key, but tells those below only when the names change. */
export function ScopeProvider({ callIndex, place = 'call', children }: ScopeProviderProps) {
  const { value } = useFormMetadata<EditorForm>();
  // The key that is pressed is painted first, then what follows from it.
  const shown = useDeferredValue(value);
  const { values } = useEditorFeedback();
  const names = useMemo(() => {
    // What is gone through, or taken out of items, is of the run.
    const offered = place === 'call' || place === 'check' ? values : [];
    const ofOrganization = listValuesInScope(shown, offered, { areChecked: place === 'check' });
    return [...listers[place](shown, callIndex), ...ofOrganization].join('\n');
  }, [shown, callIndex, values, place]);
  const scope = useMemo(() => names.split('\n'), [names]);
  return <ScopeContext.Provider value={scope}>{children}</ScopeContext.Provider>;
}
