import { Form, useSearchParams } from '@remix-run/react';
import { SeenFields } from '~/components/typed-form/seen-fields';
import { Button } from '~/components/ui/button';
import { DetailsChevron } from '~/components/ui/details-chevron';
import { describeField } from '~/components/ui/fields/field';
import { TextField } from '~/components/ui/fields/text-field';

interface QuotaFormProps {
  id: string;
  name: string;
  /** The organization's quota, in words. */
  quota: string;
  executionsPerHour: number | null;
  executionsPerDay: number | null;
}

/** Shows an organization's quota, with a form to change it. */
export function QuotaForm({ id, name, quota, executionsPerHour, executionsPerDay }: QuotaFormProps) {
  const [query] = useSearchParams();
  return (
    <details className="min-w-0">
      <summary className="flex min-h-6 w-fit items-center gap-1 rounded-sm">
        <span className="inline-block first-letter:uppercase">{quota}</span>
        <span className="sr-only">, change the quota of {name}</span>
        <DetailsChevron />
      </summary>
      <Form method="post" action="/admin" preventScrollReset className="mt-2 flex flex-col gap-3 sm:max-w-56">
        <input type="hidden" name="organizationId" value={id} />
        <SeenFields executionsPerHour={executionsPerHour} executionsPerDay={executionsPerDay} />
        <input type="hidden" name="search" value={query.get('search') ?? ''} />
        <input type="hidden" name="before" value={query.get('before') ?? ''} />
        <TextField
          field={describeField('executionsPerHour', { id: `hour-${id}` })}
          key={`hour-${executionsPerHour}`}
          label="Executions an hour"
          type="number"
          inputMode="numeric"
          min={1}
          max={1_000_000}
          defaultValue={executionsPerHour ?? ''}
        />
        <TextField
          field={describeField('executionsPerDay', {
            id: `day-${id}`,
            descriptionId: `day-${id}-description`,
          })}
          key={`day-${executionsPerDay}`}
          label="Executions a day"
          hint="Leave empty for no limit. Further executions wait in the queue."
          type="number"
          inputMode="numeric"
          min={1}
          max={10_000_000}
          defaultValue={executionsPerDay ?? ''}
        />
        <Button type="submit" size="sm" name="intent" value="quota" className="self-start">
          Save quota
        </Button>
      </Form>
    </details>
  );
}
