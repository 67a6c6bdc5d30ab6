import { Form } from '@remix-run/react';
import { Search } from 'lucide-react';
import { Banner } from '~/components/ui/banner';
import { Button } from '~/components/ui/button';
import { Card } from '~/components/ui/card';
import { describeField } from '~/components/ui/fields/field';
import { LinkButton } from '~/components/ui/link';
import { SelectField, TextField } from '~/components/ui/fields/text-field';
import { statusOptions, triggerOptions } from './status-labels';
import { isFiltered, type LogQuery, logsPath } from './log-url';

/** What the list is narrowed to. It stands in the address, so a narrowed list can be kept and shared. */
export function LogFilters({ view, isBehind }: { view: LogQuery; isBehind: boolean }) {
  const { filter } = view;
  const path = logsPath(view.integrationId);
  return (
    <Card title="Find Executions">
      <search>
        <Form method="get" action={path} className="flex flex-col gap-4">
          <TextField
            field={describeField('q', { initialValue: filter.q })}
            type="search"
            label="Search"
            hint='Whole words of trigger data, URLs, bodies and errors; several must all occur. Use "quotes" for words in a row.'
            placeholder="ord_12345"
          />
          <div className="grid gap-4 sm:grid-cols-2 lg:grid-cols-4">
            <SelectField field={describeField('status', { initialValue: filter.status })} label="Status">
              <option value="">All statuses</option>
              {statusOptions.map(({ value, text }) => (
                <option key={value} value={value}>
                  {text}
                </option>
              ))}
            </SelectField>
            <SelectField field={describeField('trigger', { initialValue: filter.trigger })} label="Trigger">
              <option value="">All triggers</option>
              {triggerOptions.map(({ value, text }) => (
                <option key={value} value={value}>
                  {text}
                </option>
              ))}
            </SelectField>
            <TextField
              field={describeField('from', { initialValue: filter.from })}
              type="datetime-local"
              label="From (UTC)"
            />
            <TextField
              field={describeField('to', { initialValue: filter.to })}
              type="datetime-local"
              label="To (UTC)"
            />
          </div>
          <div className="flex flex-wrap gap-3">
            <Button type="submit" variant="primary" icon={Search}>
              Find
            </Button>
            {isFiltered(view) && <LinkButton to={path}>Clear</LinkButton>}
          </div>
          {isBehind && (
            <Banner tone="info">The newest executions are still being indexed and found in a moment.</Banner>
          )}
        </Form>
      </search>
    </Card>
  );
}
