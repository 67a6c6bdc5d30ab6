import { Form } from '@remix-run/react';
import type { ReactNode } from 'react';
import { Button } from '../ui/button';
import { Input } from '../ui/fields/input';
import { useAddressValues } from '../ui/fields/use-address-values';
import { maxSearchLength } from './search-query';

interface ListSearchProps {
  /** The id of the field. */
  id: string;
  label: string;
  search: string;
  found: Found;
  /** Hidden fields for the other parameters of the address. */
  children?: ReactNode;
}

/** The rows that a page of the list shows. */
interface Found {
  count: number;
  /** Whether there are no other pages. */
  isAll: boolean;
  one: string;
  many: string;
}

/** Narrows the list in a card by a search, and tells a screen reader the result. */
export function ListSearch({ id, label, search, found, children }: ListSearchProps) {
  const formProps = useAddressValues({ search });
  return (
    <search>
      <Form
        {...formProps}
        preventScrollReset
        className="flex flex-wrap items-end gap-3 border-b border-line px-5 py-4 sm:px-6"
      >
        {children}
        <div className="flex min-w-[min(100%,13rem)] flex-1 flex-col gap-1.5 sm:max-w-80">
          <label htmlFor={id} className="font-medium">
            {label}
          </label>
          <Input id={id} type="search" name="search" defaultValue={search} maxLength={maxSearchLength} />
        </div>
        <Button type="submit">Search</Button>
        <output className="sr-only">{search && describeFound(search, found)}</output>
      </Form>
    </search>
  );
}

function describeFound(search: string, { count, isAll, one, many }: Found): string {
  if (count === 0) return `No ${many} found for “${search}”`;
  return `${isAll ? '' : 'More than '}${count} ${count === 1 ? one : many} found for “${search}”`;
}
