import { useFormMetadata } from '@conform-to/react';
import { createContext, type ReactNode, useContext, useDeferredValue, useMemo } from 'react';
import { useEditorFeedback } from '../editor-feedback';
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

/** The placeholders a call may use, as the form stands now, with the values they had in the last execution. */
export function ScopeVariables() {
  const scope = useScope();
  const { lastRun } = useEditorFeedback();
  return (
    <div className="flex flex-wrap items-center gap-2 text-[0.8125rem] text-ink-muted">
      <span>Variables you can use here:</span>
      <ul className="contents">
        {scope.map((name) => (
          <li
            key={name}
            title={lastRun.values[name] && `Last value: ${lastRun.values[name]}`}
            className="max-w-full truncate rounded-sm bg-surface-hover px-2 py-0.5 font-mono text-xs text-ink"
          >
            {`{{${name}}}`}
          </li>
        ))}
      </ul>
    </div>
  );
}
