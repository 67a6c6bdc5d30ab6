import { useFormMetadata } from '@conform-to/react';
import type { EditorForm } from './editor-schema';
import { listVariablesInScope } from './scope';

/** The placeholders a call may use, as the form stands now. */
export function ScopeVariables({ callIndex }: { callIndex: number }) {
  const { value } = useFormMetadata<EditorForm>();
  return (
    <div className="flex flex-wrap items-center gap-2 text-[0.8125rem] text-ink-muted">
      <span>Variables you can use here:</span>
      <ul className="contents">
        {listVariablesInScope(value, callIndex).map((name) => (
          <li
            key={name}
            className="max-w-full truncate rounded-sm bg-surface-hover px-2 py-0.5 font-mono text-xs text-ink"
          >
            {`{{${name}}}`}
          </li>
        ))}
      </ul>
    </div>
  );
}
