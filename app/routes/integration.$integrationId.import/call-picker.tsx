import { formatCount } from '~/engine/texts/format-count';
import { Form, useLocation, useNavigation } from '@remix-run/react';
import { useState } from 'react';
import { useHydrated } from '~/components/ui/use-hydrated';
import { Button } from '~/components/ui/button';
import { describeField } from '~/components/ui/fields/field';
import { LinkButton } from '~/components/ui/link';
import { TextField } from '~/components/ui/fields/text-field';
import type { ImportListing, ImportOption } from '~/services/imports/import-choices';
import { CallOption } from './call-option';

interface CallPickerProps {
  action: string;
  back: string;
  /** The id of the document that the server keeps. */
  keptId: string;
  search: string;
  version: number;
  listing: Omit<ImportListing, 'kind'>;
  /** The keys of the calls that are checked at first. */
  checked: string[];
}

/**
 * The second step, which chooses the calls to add. Searching and paging send the checked calls in the address; adding
 * sends them as a form.
 */
export function CallPicker({ action, back, keptId, search, version, listing, checked }: CallPickerProps) {
  const hydrated = useHydrated();
  const navigation = useNavigation();
  const { search: query } = useLocation();
  const isAdding = navigation.formMethod === 'POST';
  const [selected, setSelected] = useState(() => new Set(checked));
  const { choices, elsewhere, isTooMuch, most, found, all, page, pages } = listing;
  const count = [...choices, ...elsewhere].filter(({ key }) => selected.has(key)).length;
  const isAllSelected = choices.every(({ key }) => selected.has(key));

  function toggle(keys: string[], isSelected: boolean) {
    const next = new Set(selected);
    for (const key of keys) {
      if (isSelected) next.add(key);
      else next.delete(key);
    }
    setSelected(next);
  }

  const list = (shown: ImportOption[]) => (
    <ul className="divide-y divide-line rounded-lg border border-line bg-surface-raised">
      {shown.map((choice) => (
        <CallOption
          key={choice.key}
          choice={choice}
          selected={selected.has(choice.key)}
          onToggle={(isSelected) => toggle([choice.key], isSelected)}
        />
      ))}
    </ul>
  );

  return (
    <Form method="get" action={action} className="flex flex-col gap-field">
      <input type="hidden" name="document" value={keptId} />
      <TextField
        field={describeField('search', { initialValue: search })}
        label="Search"
        hint="Words in a name, URL or tag. GET, POST and so on find that method."
        type="search"
        maxLength={200}
      />
      <div className="flex flex-wrap gap-3">
        <Button type="submit">Search</Button>
        {hydrated && choices.length > 1 && (
          <Button
            onClick={() =>
              toggle(
                choices.map(({ key }) => key),
                !isAllSelected,
              )
            }
          >
            {isAllSelected ? 'Select none' : 'Select all'}
            {pages > 1 && ' on this page'}
          </Button>
        )}
      </div>
      <output className="text-ink-muted">{describeFound(listing)}</output>
      {isTooMuch && (
        <p className="font-medium">
          An integration may have at most {most} API calls. Only the first {most} you selected are kept.
        </p>
      )}
      {choices.length > 0 && list(choices)}
      {pages > 1 && (
        <div className="flex flex-wrap items-center gap-3">
          {page > 1 && (
            <Button type="submit" name="page" value={page - 1}>
              Previous page
            </Button>
          )}
          <span className="text-ink-muted max-sm:order-first max-sm:basis-full">
            Page {page} of {pages}
          </span>
          {page < pages && (
            <Button type="submit" name="page" value={page + 1}>
              Next page
            </Button>
          )}
        </div>
      )}
      {elsewhere.length > 0 && (
        <section aria-labelledby="picked-elsewhere" className="flex flex-col gap-3">
          <h2 id="picked-elsewhere" className="text-base font-medium">
            {found < all ? 'Selected before this search' : 'Selected on other pages'}
          </h2>
          {list(elsewhere)}
        </section>
      )}
      <div
        data-bottom-bar
        className="sticky bottom-0 short:static flex flex-wrap gap-3 border-t border-line bg-surface py-4"
      >
        <Button
          type="submit"
          formMethod="post"
          formAction={action + query}
          name="version"
          value={version}
          variant="primary"
          pending={isAdding}
          pendingText="Adding..."
        >
          {hydrated ? `Add ${count} API ${count === 1 ? 'call' : 'calls'}` : 'Add selected API calls'}
        </Button>
        <LinkButton to={back}>Cancel</LinkButton>
      </div>
    </Form>
  );
}

function describeFound({ found, all }: Pick<ImportListing, 'found' | 'all'>): string {
  const calls = all === 1 ? 'API call' : 'API calls';
  return found === all
    ? `${formatCount(all)} ${calls}`
    : `${formatCount(found)} of ${formatCount(all)} ${calls}`;
}
