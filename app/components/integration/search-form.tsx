import { Form } from '@remix-run/react';
import { Search } from '../icons/icons';
import { spellTag, type TagCount, TagSelect } from './tag-select';
import { Button } from '../ui/button';
import { Input } from '../ui/fields/input';
import { Select, submitOnChange } from '../ui/fields/select';
import { useAddressValues } from '../ui/fields/use-address-values';
import { type ListQuery, listOrders } from './list-query';

interface SearchFormProps {
  /** The path of the screen that shows the list. */
  path: string;
  list: ListQuery;
  tags: TagCount[];
}

/**
 * Narrows and sorts a list of integrations. Its address can be bookmarked and shared. With script, a chosen tag or order applies
 * at once.
 */
export function SearchForm({ path, list, tags }: SearchFormProps) {
  const tag = spellTag(tags, list.tag);
  const formProps = useAddressValues({ q: list.search, tag, sort: list.order });
  return (
    <search>
      <Form {...formProps} action={path} preventScrollReset className="flex flex-wrap gap-3">
        <Input
          type="search"
          name="q"
          aria-label="Search integrations"
          placeholder="Name, description, tag or host"
          defaultValue={list.search}
          className="w-full sm:w-64"
        />
        <TagSelect chosen={tag} tags={tags} />
        <Select
          name="sort"
          aria-label="Sort by"
          defaultValue={list.order}
          onChange={submitOnChange}
          className="max-sm:grow max-sm:basis-2/5"
        >
          {listOrders.map(({ value, label }) => (
            <option key={value} value={value}>
              {label}
            </option>
          ))}
        </Select>
        <Button type="submit" icon={Search} className="min-h-10">
          Search
        </Button>
      </Form>
    </search>
  );
}
