import { useFormMetadata } from '@conform-to/react';
import { type KeyboardEvent, useDeferredValue, useEffect, useMemo, useState } from 'react';
import { joinClassNames } from '~/components/ui/class-names';
import { Input } from '~/components/ui/fields/input';
import type { EditorForm } from '../../form/editor-form';
import { findCalls } from './find-calls';
import { useNodes } from './nodes';

interface OutlineFilterProps {
  count: number;
  /** Receives the indexes of the calls to show; undefined for all. */
  onFound: (found: ReadonlySet<number> | undefined) => void;
}

/**
 * The field that narrows a long outline. The arrow key goes on to the first call that is left, Enter opens it, and Escape
 * empties the field. A call that is added is always shown: the field is emptied.
 */
export function OutlineFilter({ count, onFound }: OutlineFilterProps) {
  const { value } = useFormMetadata<EditorForm>();
  const nodes = useNodes();
  const [{ typed, countThen }, setTyped] = useState({ typed: '', countThen: count });
  if (count !== countThen) setTyped({ typed: '', countThen: count });
  const wanted = useDeferredValue(typed);
  const found = useMemo(() => findCalls(nodes, value, wanted), [nodes, value, wanted]);
  useEffect(() => onFound(found), [found, onFound]);

  function operate(event: KeyboardEvent<HTMLInputElement>) {
    const first = event.currentTarget.closest('nav')?.querySelector<HTMLElement>('[data-outline-call] a');
    if (event.key === 'Escape' && typed !== '') setTyped({ typed: '', countThen: count });
    else if (event.key === 'ArrowDown') first?.focus();
    // Also without a call to open, or Enter would send the form.
    else if (event.key === 'Enter') first?.click();
    else return;
    event.preventDefault();
  }

  return (
    <div className="relative">
      <Input
        type="search"
        aria-label="Filter calls"
        placeholder="Name, method or host"
        autoComplete="off"
        spellCheck={false}
        value={typed}
        onChange={({ target }) => setTyped({ typed: target.value, countThen: count })}
        onKeyDown={operate}
        className={joinClassNames('-outline-offset-2!', found && 'pr-20')}
      />
      <output className="pointer-events-none absolute inset-y-0 right-3 flex items-center text-xs text-ink-muted tabular-nums">
        {found && `${found.size} of ${count}`}
        {found && <span className="sr-only">&nbsp;calls</span>}
      </output>
    </div>
  );
}
