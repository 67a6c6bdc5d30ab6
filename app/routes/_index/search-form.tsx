import { Form } from '@remix-run/react';
import { Search } from '~/components/icons/icons';
import { spellTag, type TagCount, TagSelect } from '~/components/integration/tag-select';
import { Button } from '~/components/ui/button';
import { Input } from '~/components/ui/fields/input';
import { Select, submitOnChange } from '~/components/ui/fields/select';
import { useAddressValues } from '~/components/ui/fields/use-address-values';
import { type ListQuery, cardOrders } from './list-query';

interface SearchFormProps {
  list: ListQuery;
  tags: TagCount[];
}

/** Filters the cards. Its address can be bookmarked and shared. With script, a chosen tag or order applies at once. */
export function SearchForm({ list, tags }: SearchFormProps) {
  const tag = spellTag(tags, list.tag);
  const formProps = useAddressValues({ q: list.search, tag, sort: list.order });
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
        <TagSelect chosen={tag} tags={tags} />
        <Select
          name="sort"
          aria-label="Sort by"
          defaultValue={list.order}
          onChange={submitOnChange}
          className="max-sm:grow max-sm:basis-2/5"
        >
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
