import { Form } from '@remix-run/react';
import { Search } from 'lucide-react';
import { Button } from '~/components/ui/button';
import { Input } from '~/components/ui/fields/input';
import { Select } from '~/components/ui/fields/select';
import { useAddressValues } from '~/components/ui/fields/use-address-values';
import { type ListQuery, cardOrders } from './list-query';

/** Narrows the cards down. Its address can be kept and shared; with script a chosen order counts at once. */
export function SearchForm({ list }: { list: ListQuery }) {
  const formProps = useAddressValues({ q: list.search, sort: list.order });
  return (
    <search>
      <Form {...formProps} action="/" className="flex flex-wrap gap-3">
        <Input
          type="search"
          name="q"
          aria-label="Search integrations"
          placeholder="Name or description"
          defaultValue={list.search}
          className="w-full sm:w-56"
        />
        <Select
          name="sort"
          aria-label="Sort by"
          defaultValue={list.order}
          onChange={({ currentTarget }) => currentTarget.form?.requestSubmit()}
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
