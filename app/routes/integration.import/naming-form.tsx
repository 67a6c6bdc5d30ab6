import { Form, useNavigation } from '@remix-run/react';
import { MethodBadge } from '~/components/http/method-badge';
import { ImportNotes } from '~/components/integration/import-notes';
import { nameTrigger } from '~/components/integration/trigger-names';
import { FormKey } from '~/components/network/form-key';
import { Banner } from '~/components/ui/banner';
import { Button } from '~/components/ui/button';
import { describeField } from '~/components/ui/fields/field';
import { TextField } from '~/components/ui/fields/text-field';
import { LinkButton } from '~/components/ui/link';
import { ConnectionChoice } from './connection-choice';

/** One integration, as it is shown before it is imported. */
export interface Preview {
  /** The field that says which: a kept file, or an example of the documents. */
  field: { name: 'document' | 'example'; value: string };
  /** Where an example is read. */
  place: { address: string; title: string } | null;
  name: string;
  trigger: string;
  calls: { id: string; name: string; method: string; url: string }[];
  /** The names of connections in the file; `connections` are the organization's. */
  named: string[];
  connections: { id: string; name: string }[];
  notes: { call?: string; message: string }[];
}

interface NamingFormProps {
  preview: Preview;
  screen: string;
  name: string;
  errors: string[];
}

/** What will be made of one integration, and the name that it gets. */
export function NamingForm({ preview, screen, name, errors }: NamingFormProps) {
  const { field, place, trigger, calls, notes, named, connections } = preview;
  const isPending = useNavigation().formMethod === 'POST';
  const count = `A draft with ${calls.length} API ${calls.length === 1 ? 'call' : 'calls'}`;
  return (
    <Form
      method="post"
      action={`${screen}?${new URLSearchParams({ [field.name]: field.value })}`}
      className="flex flex-col gap-6"
    >
      <Banner tone="info" title={count} live>
        <ImportNotes notes={notes} />
      </Banner>
      <FormKey />
      <input type="hidden" name={field.name} value={field.value} />
      <CallList trigger={trigger} calls={calls} />
      <TextField
        field={describeField('name', { required: true, initialValue: name, errors })}
        label="Integration Name"
        autoComplete="off"
      />
      {named.map((each) => (
        <ConnectionChoice key={each} named={each} connections={connections} />
      ))}
      <div className="flex flex-wrap gap-3">
        <Button
          type="submit"
          variant="primary"
          pending={isPending}
          pendingText={place ? 'Creating...' : 'Importing...'}
        >
          {place ? 'Create draft' : 'Import as draft'}
        </Button>
        {place && <LinkButton to={place.address}>Back to “{place.title}”</LinkButton>}
      </div>
    </Form>
  );
}

/** What starts the integration, and what it calls, in this order. */
function CallList({ trigger, calls }: Pick<Preview, 'trigger' | 'calls'>) {
  return (
    <ol
      aria-label="What it does"
      className="divide-y divide-line rounded-lg border border-line bg-surface-raised"
    >
      <li className="px-4 py-3 font-medium">{nameTrigger(trigger)}</li>
      {calls.map(({ id, name, method, url }) => (
        <li key={id} className="flex flex-col gap-0.5 px-4 py-3">
          {name && <span className="font-medium wrap-anywhere">{name}</span>}
          <span className="flex flex-wrap items-start gap-x-2 gap-y-1">
            <MethodBadge method={method} />
            <code className="min-w-[min(100%,13rem)] flex-1 font-mono text-[0.8125rem] wrap-anywhere">
              {url}
            </code>
          </span>
        </li>
      ))}
    </ol>
  );
}
