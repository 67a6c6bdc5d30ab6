import { useState } from 'react';
import { formatCount } from '~/engine/texts/format-count';
import { Button } from '~/components/ui/button';
import { describeField } from '~/components/ui/fields/field';
import { SelectField, TextField } from '~/components/ui/fields/text-field';
import { type ListState, maxSearchLength, readView, type Status, statuses, writeView } from './state';

const texts: Record<Status, string> = {
  new: 'New',
  changed: 'Differs',
  same: 'Same as here',
  invalid: 'Cannot be imported',
};

interface ListSearchProps {
  state: ListState;
  action: string;
  isPending: boolean;
}

/** The search in the list of a file. Its button is the first of the form, so that Enter searches. */
export function ListSearch({ state, action, isPending }: ListSearchProps) {
  const { search, status } = state.view;
  // The address names what the button will search for, so that a reload, and Back from another page, find it again.
  const [asked, setAsked] = useState({ search, status });
  const present = statuses.filter((each) => state[each].length > 0);
  return (
    <div
      className="flex flex-col gap-3"
      onChange={({ target }) => {
        const { form } = target as HTMLInputElement | HTMLSelectElement;
        setAsked(readView(new FormData(form ?? undefined), { ...asked, page: 1 }));
      }}
    >
      <div className="grid gap-4 sm:grid-cols-[1fr_15rem]">
        <TextField
          field={describeField('search', { initialValue: search })}
          label="Search"
          hint="Words in a name. What the search does not find keeps its check."
          type="search"
          maxLength={maxSearchLength}
        />
        {present.length > 1 && (
          <SelectField field={describeField('status', { initialValue: status })} label="Show">
            <option value="">All</option>
            {present.map((each) => (
              <option key={each} value={each}>
                {texts[each]} ({formatCount(state[each].length)})
              </option>
            ))}
          </SelectField>
        )}
      </div>
      <div>
        <Button
          type="submit"
          name="page"
          value="1"
          formAction={action + writeView({ ...asked, page: 1 })}
          pending={isPending}
        >
          Search
        </Button>
      </div>
    </div>
  );
}
