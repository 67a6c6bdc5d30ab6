import { Form } from '@remix-run/react';
import type { ChangeEvent } from 'react';
import { Search } from 'lucide-react';
import { Button } from '~/components/ui/button';
import { Input } from '~/components/ui/fields/input';
import { Select } from '~/components/ui/fields/select';
import { useAddressValues } from '~/components/ui/fields/use-address-values';
import { type ListQuery, cardOrders } from './list-query';

interface SearchFormProps {
  list: ListQuery;
  tags: { tag: string; count: number }[];
}

/** Narrows the cards down. Its address can be kept and shared; with script a chosen tag or order counts at once. */
export function SearchForm({ list, tags }: SearchFormProps) {
  const formProps = useAddressValues({ q: list.search, tag: list.tag, sort: list.order });
  const asked = list.tag.toLowerCase();
  const chosen = tags.find(({ tag }) => tag.toLowerCase() === asked)?.tag ?? list.tag;
  return (
    <search>
      <Form {...formProps} action="/" className="flex flex-wrap gap-3">
        <Input
          type="search"
          name="q"
          aria-label="Search integrations"
          placeholder="Name, description or tag"
          defaultValue={list.search}
          className="w-full sm:w-56"
        />
        {(tags.length > 0 || chosen) && (
          <Select
            name="tag"
            aria-label="Tag"
            defaultValue={chosen}
            onChange={submitForm}
            className="max-w-48"
          >
            <option value="">Any tag</option>
            {tags.map(({ tag, count }) => (
              <option key={tag} value={tag}>
                {tag} ({count})
              </option>
            ))}
            {!tags.some(({ tag }) => tag === chosen) && chosen && (
              <option value={chosen}>{chosen} (0)</option>
            )}
          </Select>
        )}
        <Select name="sort" aria-label="Sort by" defaultValue={list.order} onChange={submitForm}>
          {cardOrders.map(({ value, label }) => (
            <option key={value} value={value}>
              {label}
            </option>
          ))}
        </Select>
        <Button type="submit" icon={Search} className="h-10">
          Search
        </Button>
      </Form>
    </search>
  );
}

function submitForm({ currentTarget }: ChangeEvent<HTMLSelectElement>) {
  currentTarget.form?.requestSubmit();
}
