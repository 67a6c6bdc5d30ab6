import { Form, useNavigation } from '@remix-run/react';
import { Badge } from '~/components/ui/badge';
import { Banner } from '~/components/ui/banner';
import { Button } from '~/components/ui/button';
import { describeField } from '~/components/ui/fields/field';
import { Select } from '~/components/ui/fields/select';
import { SelectField } from '~/components/ui/fields/text-field';
import { LinkButton, TextLink } from '~/components/ui/link';
import type { Tone } from '~/components/ui/tone';
import { ConnectionChoice } from './connection-choice';
import { choicePrefix, commonFields } from './several-choices';
import { type PreviewedIntegration, SeveralDetails } from './several-details';

interface SeveralPreview {
  keptId: string;
  /** How many integrations of the file have each status. */
  counts: Record<Status, number>;
  /** The first of them, those that may need a decision before the others. */
  listed: PreviewedIntegration[];
  /** The names of connections in the file; `connections` are the organization's. */
  named: string[];
  connections: { id: string; name: string }[];
  missing: { connections: { name: string; kind: string | null }[]; values: string[] };
}

type Status = PreviewedIntegration['status'];

const looks: Record<Status, { text: string; tone: Tone }> = {
  new: { text: 'New', tone: 'good' },
  changed: { text: 'Differs', tone: 'warn' },
  same: { text: 'Same as here', tone: 'neutral' },
  invalid: { text: 'Cannot be imported', tone: 'bad' },
};

/** What a file of several integrations would bring, with a choice for each that is new or differs. */
export function SeveralForm({ preview, screen }: { preview: SeveralPreview; screen: string }) {
  const { keptId, counts, listed, named, connections, missing } = preview;
  const isPending = useNavigation().formMethod === 'POST';
  const total = Object.values(counts).reduce((sum, count) => sum + count, 0);
  return (
    <Form method="post" action={`${screen}?document=${keptId}`} className="flex flex-col gap-6">
      <input type="hidden" name="document" value={keptId} />
      <input type="hidden" name="several" value="yes" />
      <Banner
        tone="info"
        title={`${total.toLocaleString('en')} ${total === 1 ? 'integration' : 'integrations'}`}
        live
      >
        {describeCounts(counts)}. Nothing is deployed by an import.
      </Banner>
      <MissingParts {...missing} />
      {named.map((each) => (
        <ConnectionChoice key={each} named={each} connections={connections} />
      ))}
      {counts.new > 0 && (
        <SelectField field={describeField(commonFields.new)} label="New integrations">
          <option value="create">Import as drafts</option>
          <option value="skip">Skip</option>
        </SelectField>
      )}
      {counts.changed > 0 && (
        <SelectField
          field={describeField(commonFields.changed)}
          label="Integrations that differ"
          hint="A replacement is a new version. A deployed integration runs on as it does, with its limits, until you deploy that version. Secrets stay."
        >
          <option value="skip">Skip</option>
          <option value="replace">Replace with a new version</option>
          <option value="copy">Import as a copy</option>
        </SelectField>
      )}
      <ul
        aria-label="Integrations in the file"
        className="divide-y divide-line rounded-lg border border-line bg-surface-raised"
      >
        {listed.map((integration) => (
          <li
            key={integration.place}
            className="flex flex-wrap items-start justify-between gap-x-4 gap-y-3 px-5 py-4"
          >
            <div className="flex min-w-0 flex-1 basis-64 flex-col gap-1.5">
              <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
                <ShownName {...integration} />
                <Badge tone={looks[integration.status].tone}>{looks[integration.status].text}</Badge>
              </div>
              {integration.message && (
                <p className="text-[0.8125rem] wrap-anywhere text-ink-muted">{integration.message}</p>
              )}
              <SeveralDetails {...integration} />
            </div>
            <Choice {...integration} />
          </li>
        ))}
      </ul>
      {total > listed.length && (
        <p className="text-ink-muted">
          And {(total - listed.length).toLocaleString('en')} more, which are treated as chosen above. To
          choose among them, export fewer at a time, by tag.
        </p>
      )}
      <div className="flex flex-wrap gap-3">
        <Button type="submit" variant="primary" pending={isPending} pendingText="Importing...">
          Import
        </Button>
        <LinkButton to={screen}>Choose another file</LinkButton>
      </div>
    </Form>
  );
}

function ShownName({ name, integrationId }: PreviewedIntegration) {
  if (!name) return <span className="text-ink-muted">Without a name</span>;
  return integrationId === null ? (
    <span className="font-medium wrap-anywhere">{name}</span>
  ) : (
    <TextLink to={`/integration/${integrationId}`} className="wrap-anywhere">
      {name}
    </TextLink>
  );
}

function Choice({ place, status, name, integrationId }: PreviewedIntegration) {
  if (status !== 'new' && status !== 'changed') return null;
  return (
    <Select
      name={`${choicePrefix}${place}`}
      aria-label={`What to do with “${name}”`}
      className="w-full sm:w-60"
    >
      <option value="">As chosen above</option>
      {status === 'new' && <option value="create">Import as a draft</option>}
      {status === 'changed' && integrationId !== null && (
        <option value="replace">Replace with a new version</option>
      )}
      {status === 'changed' && <option value="copy">Import as a copy</option>}
      <option value="skip">Skip</option>
    </Select>
  );
}

/** Says which connections and values the organization does not have. */
function MissingParts({ connections, values }: SeveralPreview['missing']) {
  if (connections.length + values.length === 0) return null;
  return (
    <Banner tone="warn" title="What this organization does not have">
      <ul className="list-disc pl-5">
        {connections.map(({ name, kind }) => (
          <li key={`connection ${name}`}>
            The connection “{name}”{kind !== null && ` (${kind})`}. Calls that use it come without
            authentication unless you choose another.
          </li>
        ))}
        {values.length > 0 && (
          <li>
            {values.length === 1 ? 'The value' : 'The values'}{' '}
            {values.map((value) => `{{org.${value}}}`).join(', ')}. Enter{' '}
            {values.length === 1 ? 'it' : 'them'} in the organization settings.
          </li>
        )}
      </ul>
    </Banner>
  );
}

function describeCounts(counts: Record<Status, number>): string {
  const words: [Status, string][] = [
    ['new', 'new'],
    ['changed', 'different from those here'],
    ['same', 'the same as here'],
    ['invalid', 'that cannot be imported'],
  ];
  const counted = words.flatMap(([status, text]) =>
    counts[status] > 0 ? [`${counts[status].toLocaleString('en')} ${text}`] : [],
  );
  return counted.join(', ');
}
