import { Form } from '@remix-run/react';
import { Search } from '~/components/icons/icons';
import { useEffect, useRef, useState } from 'react';
import { Banner } from '~/components/ui/banner';
import { Button } from '~/components/ui/button';
import { DetailsChevron } from '~/components/ui/details-chevron';
import { describeField, FieldHint } from '~/components/ui/fields/field';
import { Input } from '~/components/ui/fields/input';
import { SelectField, TextField } from '~/components/ui/fields/text-field';
import { useAddressValues } from '~/components/ui/fields/use-address-values';
import { LinkButton } from '~/components/ui/link';
import { isFiltered, type LogQuery, logsPath } from './log-url';
import { StatusChips } from './status-chips';
import { triggerOptions } from '~/components/integration/status-labels';

const search = describeField('q');

/** The filters of the list. They are part of the address, so that a filtered list can be bookmarked and shared. */
export function LogFilters({ view, isBehind }: { view: LogQuery; isBehind: boolean }) {
  const { filter } = view;
  const path = logsPath(view.integrationId);
  const { q, trigger, from, to } = filter;
  const formProps = useAddressValues({ q, trigger, from, to });
  return (
    <search aria-label="Find executions" className="flex flex-col gap-3">
      <Form
        {...formProps}
        method="get"
        action={path}
        className="group/find flex flex-wrap items-center gap-x-3 gap-y-2"
      >
        <div className="flex min-w-0 flex-1 basis-72 gap-2 lg:max-w-md">
          <div className="relative min-w-0 flex-1">
            <label htmlFor={search.id} className="sr-only">
              Search
            </label>
            <Search aria-hidden className="absolute top-3 left-3 size-4 text-ink-muted" />
            <Input
              id={search.id}
              name={search.name}
              type="search"
              defaultValue={q}
              placeholder="Order id, URL, body, error"
              aria-describedby={search.descriptionId}
              className="pl-9!"
            />
          </div>
          {/* Enter presses the form's first button; this one keeps the status. */}
          <Button
            type="submit"
            {...(filter.status && { name: 'status', value: filter.status })}
            className="min-h-10! max-sm:min-h-11!"
          >
            Find
          </Button>
          {isFiltered(view) && (
            <LinkButton to={path} variant="quiet" className="min-h-10! max-sm:min-h-11!">
              Clear
            </LinkButton>
          )}
        </div>
        <StatusChips view={view} onSend={formProps.onSubmit} />
        <MoreFilters view={view} />
      </Form>
      {isBehind && (
        <Banner tone="info">The newest executions are still being indexed. Search again in a moment.</Banner>
      )}
    </search>
  );
}

function MoreFilters({ view }: { view: LogQuery }) {
  const { trigger, from, to } = view.filter;
  const isUsed = trigger !== '' || from !== '' || to !== '';
  return (
    <details
      {...useUnfolded(isUsed)}
      // When open, the fold takes a line of its own below the others.
      className="open:order-1 open:w-full"
    >
      <summary className="flex min-h-8 w-fit items-center gap-1.5 rounded-md px-2 font-medium text-ink-muted hover:bg-surface-hover hover:text-ink">
        <DetailsChevron />
        More filters
      </summary>
      <div className="mt-2 flex flex-col gap-4 rounded-lg border border-line bg-surface-raised p-4 sm:p-5">
        <div className="grid gap-4 sm:grid-cols-3">
          <SelectField field={describeField('trigger', { initialValue: trigger })} label="Trigger">
            <option value="">All triggers</option>
            {triggerOptions.map(({ value, text }) => (
              <option key={value} value={value}>
                {text}
              </option>
            ))}
          </SelectField>
          <TextField
            field={describeField('from', { initialValue: from })}
            type="datetime-local"
            label="From (UTC)"
          />
          <TextField
            field={describeField('to', { initialValue: to })}
            type="datetime-local"
            label="To (UTC)"
          />
        </div>
        <FieldHint field={search}>
          Search finds whole words in trigger data, URLs, bodies and errors. All of them must match. Use
          &quot;quotes&quot; for a phrase.
        </FieldHint>
      </div>
    </details>
  );
}

/** Opens a part when its filters come into use, and closes it when they no longer are, unless it has the focus. */
function useUnfolded(isUsed: boolean) {
  const part = useRef<HTMLDetailsElement>(null);
  // React sets only the first state, since it does not know what the user opens or closes.
  const [open] = useState(isUsed);
  const wasUsed = useRef(isUsed);
  useEffect(() => {
    const isSame = wasUsed.current === isUsed;
    wasUsed.current = isUsed;
    if (isSame || !part.current || part.current.contains(document.activeElement)) return;
    part.current.open = isUsed;
  }, [isUsed]);
  return { ref: part, open };
}
