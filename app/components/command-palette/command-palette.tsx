import { useNavigate } from '@remix-run/react';
import { BookOpen, type Icon, Play, Plus, ScrollText, Settings, Workflow } from '~/components/icons/icons';
import { type KeyboardEvent, type PointerEvent, useEffect, useId, useRef, useState } from 'react';
import { joinClassNames } from '../ui/class-names';
import { Dialog } from '../ui/dialog';
import { Input } from '../ui/fields/input';
import { useMay } from '../user/permitted';
import { type SearchResults, useSearchResults } from './use-search-results';

interface Entry {
  group: string;
  label: string;
  to: string;
  icon: Icon;
}

const editorPages: Entry[] = [
  { group: 'Actions', label: 'New integration', to: '/integration', icon: Plus },
  { group: 'Actions', label: 'Import integrations', to: '/integration/import', icon: Plus },
];

/** The entries before and after the pages of the organization's settings that not every role may open. */
const firstPages: Entry[] = [
  { group: 'Actions', label: 'Create organization', to: '/organization/new', icon: Plus },
  { group: 'Pages', label: 'Dashboard', to: '/', icon: Workflow },
  { group: 'Pages', label: 'Executions', to: '/executions', icon: ScrollText },
  { group: 'Pages', label: 'Deleted integrations', to: '/integration/deleted', icon: Workflow },
  { group: 'Pages', label: 'Organization settings', to: '/organization/settings', icon: Settings },
  { group: 'Pages', label: 'Members', to: '/organization/settings/members', icon: Settings },
];

const lastPages: Entry[] = [
  { group: 'Pages', label: 'Edit profile', to: '/profile', icon: Settings },
  { group: 'Pages', label: 'Billing & account', to: '/billing', icon: Settings },
  { group: 'Pages', label: 'Documentation', to: '/docs', icon: BookOpen },
];

interface CommandPaletteProps {
  /** The text of the field, which can be typed before the field is there. */
  typed: string;
  type: (text: string) => void;
  close: () => void;
}

/**
 * A combobox with a list (ARIA Authoring Practices, "Editable Combobox With List Autocomplete"): the focus stays in the field,
 * and the arrow keys move through the options.
 */
export function CommandPalette({ typed, type, close }: CommandPaletteProps) {
  const navigate = useNavigate();
  const id = useId();
  const list = useRef<HTMLDivElement>(null);
  const words = typed.trim();
  const found = useSearchResults(words);
  const may = useMay();
  const named = listEntries(words, found, may);
  const isNothingNamed = named.length === 0 && found.words === words;
  const entries = isNothingNamed ? [searchLogs(words)] : named;
  for (const { to, label } of found.sections) {
    entries.push({ group: 'Documentation', label, to, icon: BookOpen });
  }
  /** The address of the entry that the arrow keys reached: later results may stand above it. */
  const [chosen, setChosen] = useState<string>();
  const active = entries.find(({ to }) => to === chosen) ?? entries[0];
  const at = active ? entries.indexOf(active) : 0;
  useEffect(() => {
    if (chosen === undefined) return;
    list.current?.querySelectorAll('[role=option]').item(at)?.scrollIntoView({ block: 'nearest' });
  }, [list, chosen, at]);
  const groups = [...new Set(entries.map(({ group }) => group))];

  function choose({ to }: Entry) {
    close();
    navigate(to);
  }

  function operate(event: KeyboardEvent) {
    const count = Math.max(1, entries.length);
    if (event.key === 'Enter' && active) choose(active);
    else if (event.key === 'ArrowDown') setChosen(entries[(at + 1) % count]?.to);
    else if (event.key === 'ArrowUp') setChosen(entries[(at + count - 1) % count]?.to);
    else return;
    event.preventDefault();
  }

  const comboboxProps = {
    role: 'combobox',
    'aria-label': 'Search or jump to',
    'aria-expanded': true,
    'aria-controls': `${id}-list`,
    'aria-autocomplete': 'list',
    'aria-activedescendant': active ? `${id}-${active.to}` : undefined,
  } as const;
  const optionProps = (entry: Entry) => ({
    id: `${id}-${entry.to}`,
    role: 'option',
    'aria-selected': entry === active,
    // Keeps the focus in the field.
    onPointerDown: (event: PointerEvent) => event.preventDefault(),
    onClick: () => choose(entry),
  });

  return (
    <Dialog title="Search or jump to" closeTo={close} width="md">
      <Input
        {...comboboxProps}
        data-autofocus
        placeholder="An integration, an execution id, a page …"
        autoComplete="off"
        spellCheck={false}
        value={typed}
        onChange={({ target }) => {
          type(target.value);
          setChosen(undefined);
        }}
        onKeyDown={operate}
      />
      <div
        ref={list}
        {...{ id: `${id}-list`, role: 'listbox', 'aria-label': 'Results' }}
        className="mt-3 h-80 max-h-[50dvh] overflow-y-auto"
      >
        {groups.map((group) => (
          <div key={group} {...{ role: 'group', 'aria-label': group }}>
            <div aria-hidden className="px-3 pt-3 pb-1 text-xs font-medium text-ink-muted">
              {group}
            </div>
            {entries
              .filter((entry) => entry.group === group)
              .map((entry) => (
                <div
                  key={entry.to}
                  {...optionProps(entry)}
                  className={joinClassNames(
                    'flex min-h-9 cursor-default items-center gap-3 rounded-sm px-3 py-2 hover:bg-surface-hover',
                    entry === active && 'bg-surface-hover',
                  )}
                >
                  <entry.icon aria-hidden className="size-4 shrink-0 text-ink-muted" />
                  <span dir="auto" className="truncate">
                    {entry.label}
                  </span>
                </div>
              ))}
          </div>
        ))}
      </div>
      <div aria-live="polite">
        {isNothingNamed && <p className="pb-2 text-center text-ink-muted">No name has these words.</p>}
      </div>
    </Dialog>
  );
}

/** Returns the way to the executions whose logs hold the words, such as an order's number. */
function searchLogs(words: string): Entry {
  const to = `/executions?${new URLSearchParams({ q: words })}`;
  return {
    group: 'Executions',
    label: `Find “${words}” in all logs`,
    to,
    icon: ScrollText,
  };
}

function listEntries(
  typed: string,
  { integrations, execution, settingsPages }: SearchResults,
  may: ReturnType<typeof useMay>,
): Entry[] {
  const words = typed.toLowerCase();
  const pages = [
    ...(may.edit ? editorPages : []),
    ...firstPages,
    ...settingsPages.map((page) => ({ group: 'Pages', icon: Settings, ...page })),
    ...lastPages,
  ];
  return [
    ...(execution
      ? [
          {
            group: 'Executions',
            label: execution.id,
            to: `/integration/${execution.integrationId}/logs?execution=${execution.id}`,
            icon: ScrollText,
          },
        ]
      : []),
    ...integrations.flatMap(({ id, name, host, isRun }) => {
      const group = 'Integrations';
      const label = host ? `${name} · calls ${host}` : name;
      const shown = { group, label, to: `/integration/${id}`, icon: Workflow };
      const run = { group, label: `Run ${name}`, to: `/integration/${id}/run`, icon: Play };
      if (!isRun || !may.run || words === '') return [shown];
      // The words say which of the two is meant first.
      return words.startsWith('run ') ? [run, shown] : [shown, run];
    }),
    ...pages.filter(({ label }) => label.toLowerCase().includes(words)),
  ];
}
