import { Form } from '@remix-run/react';
import { Search } from '~/components/icons/icons';
import { statusChips } from '~/components/integration/status-labels';
import { spellTag, type TagCount, TagSelect } from '~/components/integration/tag-select';
import { Button } from '~/components/ui/button';
import { Input } from '~/components/ui/fields/input';
import { Select, submitOnChange } from '~/components/ui/fields/select';
import { useAddressValues } from '~/components/ui/fields/use-address-values';
import { LinkButton } from '~/components/ui/link';
import type { ExecutionsQuery } from './execution-query';

interface ExecutionFiltersProps {
  query: ExecutionsQuery;
  tags: TagCount[];
}

/** The filters of the list, which are part of the address. With script, a chosen status or tag applies at once. */
export function ExecutionFilters({ query, tags }: ExecutionFiltersProps) {
  const { q, status } = query;
  const tag = spellTag(tags, query.tag);
  const formProps = useAddressValues({ q, status, tag });
  return (
    <search aria-label="Find executions">
      <Form {...formProps} action="/executions" className="flex flex-wrap gap-3">
        <Input
          type="search"
          name="q"
          aria-label="Search"
          placeholder="Order id, URL, body, error"
          defaultValue={q}
          className="w-full sm:w-72"
        />
        <Select
          name="status"
          aria-label="Status"
          defaultValue={status}
          onChange={submitOnChange}
          className="max-sm:grow max-sm:basis-2/5"
        >
          {statusChips.map(({ value, text }) => (
            <option key={value} value={value}>
              {value === '' ? 'Any status' : text}
            </option>
          ))}
        </Select>
        <TagSelect chosen={tag} tags={tags} />
        <Button type="submit" icon={Search} className="min-h-10">
          Find
        </Button>
        {(q || status || tag) && (
          <LinkButton to="/executions" variant="quiet" className="min-h-10! max-sm:min-h-11!">
            Clear
          </LinkButton>
        )}
      </Form>
    </search>
  );
}
