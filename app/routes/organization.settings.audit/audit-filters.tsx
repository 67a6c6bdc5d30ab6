import { Form } from '@remix-run/react';
import { maxSearchLength } from '~/components/list-search/search-query';
import { Button } from '~/components/ui/button';
import { describeField } from '~/components/ui/fields/field';
import { SelectField, TextField } from '~/components/ui/fields/text-field';
import { useAddressValues } from '~/components/ui/fields/use-address-values';
import { LinkButton } from '~/components/ui/link';
import { type AuditQuery, isFiltered } from './audit-query';
import { describeKind } from './audit-table';

interface AuditFiltersProps {
  query: AuditQuery;
  /** The kinds that the log has. */
  kinds: string[];
  /** What the page shows, in words for a screen reader. */
  found: string;
}

/** The filters of the audit log, which are part of the address. */
export function AuditFilters({ query, kinds, found }: AuditFiltersProps) {
  const { kind, search, from, to } = query;
  const formProps = useAddressValues({ kind, search, from, to });
  return (
    <search aria-label="Find entries">
      <Form
        {...formProps}
        preventScrollReset
        className="grid items-end gap-3 border-b border-line px-5 py-4 sm:grid-cols-2 sm:px-6 lg:grid-cols-[1fr_1.4fr_auto_auto_auto]"
      >
        <SelectField field={describeField('kind', { initialValue: kind })} label="Event">
          <option value="">Everything</option>
          {kinds.map((each) => (
            <option key={each} value={each}>
              {describeKind(each)}
            </option>
          ))}
        </SelectField>
        <TextField
          field={describeField('search', { initialValue: search })}
          type="search"
          maxLength={maxSearchLength}
          label="Person, integration or detail"
        />
        <TextField field={describeField('from', { initialValue: from })} type="date" label="From (UTC)" />
        <TextField field={describeField('to', { initialValue: to })} type="date" label="To (UTC)" />
        <div className="flex gap-3">
          <Button type="submit" className="min-h-10! max-sm:min-h-11!">
            Filter
          </Button>
          {isFiltered(query) && (
            <LinkButton to="?" variant="quiet" className="min-h-10! max-sm:min-h-11!">
              Clear
            </LinkButton>
          )}
        </div>
        <output className="sr-only">{isFiltered(query) && found}</output>
      </Form>
    </search>
  );
}
