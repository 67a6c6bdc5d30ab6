import { maxSearchLength } from '~/components/list-search/search-query';
import { Button } from '~/components/ui/button';
import { Input } from '~/components/ui/fields/input';

/** Asks for the words that are sought in all documents. */
export function DocumentSearch({ search = '' }: { search?: string }) {
  return (
    <search>
      <form action="/docs" className="mt-6 flex max-w-xl flex-wrap items-end gap-3">
        <div className="flex min-w-[min(100%,13rem)] flex-1 flex-col gap-1.5">
          <label htmlFor="document-search" className="font-medium">
            Search the documentation
          </label>
          <Input
            id="document-search"
            type="search"
            name="search"
            defaultValue={search}
            maxLength={maxSearchLength}
          />
        </div>
        <Button type="submit" className="min-h-10">
          Search
        </Button>
      </form>
    </search>
  );
}
