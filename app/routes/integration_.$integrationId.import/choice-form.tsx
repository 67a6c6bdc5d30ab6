import { Form, useNavigation } from '@remix-run/react';
import { useState } from 'react';
import { useHydrated } from '~/components/hydrated';
import { Button } from '~/components/ui/button';
import { describeField } from '~/components/ui/field';
import { LinkButton } from '~/components/ui/link';
import { TextField } from '~/components/ui/text-field';
import { ChoiceItem, type ShownChoice } from './choice-item';

interface ChoiceFormProps {
  action: string;
  back: string;
  text: string;
  version: number;
  choices: ShownChoice[];
  /** The keys that are checked at first. */
  checked: string[];
}

/** The second step: which of the calls to add. The text travels along, for nothing is saved yet. */
export function ChoiceForm({ action, back, text, version, choices, checked }: ChoiceFormProps) {
  const hydrated = useHydrated();
  const isPending = useNavigation().formAction === action;
  const [selected, setSelected] = useState(() => new Set(checked));
  const [search, setSearch] = useState('');
  const wanted = search.trim().toLowerCase();
  const isShown = ({ label, group, url }: ShownChoice) =>
    `${label}\n${group}\n${url}`.toLowerCase().includes(wanted);
  const shown = choices.filter(isShown);
  const isAllSelected = shown.every(({ key }) => selected.has(key));

  function toggle(keys: string[], isSelected: boolean) {
    const next = new Set(selected);
    for (const key of keys) {
      if (isSelected) next.add(key);
      else next.delete(key);
    }
    setSelected(next);
  }

  return (
    <Form method="post" action={action} encType="multipart/form-data" className="flex flex-col gap-5">
      <input type="hidden" name="text" value={text} />
      <input type="hidden" name="version" value={version} />
      {hydrated && choices.length > 5 && (
        <div className="flex flex-wrap items-end gap-3">
          <div className="min-w-0 flex-1 basis-60">
            <TextField
              field={describeField('search')}
              label="Search"
              type="search"
              value={search}
              onChange={(event) => setSearch(event.currentTarget.value)}
              onKeyDown={(event) => {
                if (event.key === 'Enter') event.preventDefault();
              }}
            />
          </div>
          <Button
            onClick={() =>
              toggle(
                shown.map(({ key }) => key),
                !isAllSelected,
              )
            }
          >
            {isAllSelected ? 'Select none' : 'Select all'}
          </Button>
        </div>
      )}
      <ul className="divide-y divide-line rounded-lg border border-line bg-surface-raised">
        {choices.map((choice) => (
          <ChoiceItem
            key={choice.key}
            choice={choice}
            hidden={!isShown(choice)}
            selected={selected.has(choice.key)}
            onToggle={(isSelected) => toggle([choice.key], isSelected)}
          />
        ))}
      </ul>
      {shown.length === 0 && <p className="text-ink-muted">No API call matches “{search}”.</p>}
      <div className="sticky bottom-0 flex flex-wrap gap-3 border-t border-line bg-surface py-4">
        <Button
          type="submit"
          name="intent"
          value="add"
          variant="primary"
          pending={isPending}
          pendingText="Adding..."
        >
          {hydrated
            ? `Add ${selected.size} API ${selected.size === 1 ? 'call' : 'calls'}`
            : 'Add selected API calls'}
        </Button>
        <LinkButton to={back}>Cancel</LinkButton>
      </div>
    </Form>
  );
}
