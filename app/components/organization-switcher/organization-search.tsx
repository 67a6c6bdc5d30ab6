import { useSubmit } from '@remix-run/react';
import { type KeyboardEvent, type PointerEvent, useEffect, useId, useRef, useState } from 'react';
import { joinClassNames } from '../ui/class-names';
import { Input } from '../ui/fields/input';
import {
  ChoiceLine,
  type OrganizationChoice,
  switchAction,
  type SwitcherProps,
} from './organization-buttons';

/**
 * A combobox with a list (ARIA Authoring Practices, "Editable Combobox With List Autocomplete"): the focus stays in the field,
 * and the arrow keys move through the options.
 */
export function OrganizationSearch({
  memberships,
  selectedId,
  close,
}: SwitcherProps & { close: () => void }) {
  const submit = useSubmit();
  const id = useId();
  const whole = useRef<HTMLDivElement>(null);
  const [typed, setTyped] = useState('');
  const [at, setAt] = useState(0);
  const wanted = typed.trim().toLowerCase();
  const found = memberships.filter((each) => each.organizationName.toLowerCase().includes(wanted));
  const active = found[at];

  useEffect(() => whole.current?.querySelector('input')?.focus(), []);

  function choose(organizationId: string) {
    close();
    if (organizationId !== selectedId) submit({ organizationId }, { method: 'post', action: switchAction });
  }

  function operate(event: KeyboardEvent) {
    if (event.key === 'Escape') close();
    else if (event.key === 'Enter' && active) choose(active.organizationId);
    else if (event.key === 'ArrowDown') moveTo((at + 1) % Math.max(1, found.length));
    else if (event.key === 'ArrowUp') moveTo((at + found.length - 1) % Math.max(1, found.length));
    else return;
    event.preventDefault();
  }

  function moveTo(next: number) {
    setAt(next);
    whole.current?.querySelectorAll('[role=option]').item(next)?.scrollIntoView({ block: 'nearest' });
  }

  const comboboxProps = {
    role: 'combobox',
    'aria-label': 'Search organizations',
    'aria-expanded': true,
    'aria-controls': `${id}-list`,
    'aria-autocomplete': 'list',
    'aria-activedescendant': active ? `${id}-${active.organizationId}` : undefined,
  } as const;
  const listProps = { id: `${id}-list`, role: 'listbox', 'aria-label': 'Organizations' } as const;
  const optionProps = ({ organizationId }: OrganizationChoice) => ({
    id: `${id}-${organizationId}`,
    role: 'option',
    'aria-selected': organizationId === selectedId,
    // Keeps the focus in the field.
    onPointerDown: (event: PointerEvent) => event.preventDefault(),
    onClick: () => choose(organizationId),
  });

  return (
    <div ref={whole}>
      <div className="p-1">
        <Input
          {...comboboxProps}
          placeholder="Search organizations..."
          autoComplete="off"
          value={typed}
          onChange={({ target }) => {
            setTyped(target.value);
            setAt(0);
          }}
          onKeyDown={operate}
        />
      </div>
      <div {...listProps} className="max-h-72 overflow-y-auto">
        {found.map((each) => (
          <div
            key={each.organizationId}
            {...optionProps(each)}
            className={joinClassNames(
              'flex cursor-default items-center gap-3 rounded-sm px-3 py-2 hover:bg-surface-hover',
              each === active && 'bg-surface-hover',
            )}
          >
            <ChoiceLine choice={each} isSelected={each.organizationId === selectedId} />
          </div>
        ))}
      </div>
      <div aria-live="polite">
        {found.length === 0 && (
          <p className="px-3 py-4 text-center text-ink-muted">No organizations found.</p>
        )}
      </div>
    </div>
  );
}
