import { formatCount } from '~/engine/texts/format-count';
import { Form, useNavigation } from '@remix-run/react';
import { FormKey } from '~/components/network/form-key';
import { useEffect, useRef, useState } from 'react';
import { Banner } from '~/components/ui/banner';
import { Button } from '~/components/ui/button';
import { describeField } from '~/components/ui/fields/field';
import { SelectField } from '~/components/ui/fields/text-field';
import { LinkButton } from '~/components/ui/link';
import { useHydrated } from '~/components/ui/use-hydrated';
import { ConnectionChoice } from './connection-choice';
import { IntegrationList } from './list/integration-list';
import type { ListPage } from './list/page.server';
import {
  type ListState,
  readState,
  stateField,
  type Status,
  statuses,
  writeState,
  writeView,
} from './list/state';
import { MissingParts, type MissingPartsProps } from './missing-parts';
import { changedField, readListState } from './list/treatment-fields';

/** The choices of the form that are the same on all pages of its list, as it sent them. */
export interface SentChoices {
  changed: 'replace' | 'copy';
  /** Ids of connections by the names in the file. */
  connections: Record<string, string>;
}

interface IntegrationsFormProps {
  about: {
    /** The names of connections in the file; `connections` are the organization's. */
    named: string[];
    connections: { id: string; name: string }[];
    missing: MissingPartsProps;
  };
  page: ListPage;
  screen: string;
  sent: SentChoices | null;
}

/** What a file of integrations would bring, with a check box for each that is new or differs. */
export function IntegrationsForm({ about, page, screen, sent }: IntegrationsFormProps) {
  const { named, connections, missing } = about;
  const { keptId, movedCount } = page;
  const isImporting = useNavigation().formData?.get('intent') === 'import-list';
  const hydrated = useHydrated();
  const form = useRef<HTMLFormElement>(null);
  const [state, setState] = useState(() => readState(page.state));
  const [read, setRead] = useState(page);
  if (read !== page) {
    setRead(page);
    setState(readState(page.state));
  }
  // A box may have been checked before the script was there.
  useEffect(() => setState(readListState(new FormData(form.current ?? undefined))), []);
  const total = statuses.reduce((sum, status) => sum + state[status].length, 0);
  const offered = state.new.length + state.changed.length;
  const address = `${screen}?document=${keptId}`;
  return (
    <Form
      ref={form}
      method="post"
      // A reload reads the page again that the address names. Going back leaves the list.
      action={address + writeView(state.view)}
      replace
      autoComplete="off"
      className="flex flex-col gap-6"
      onChange={({ currentTarget }) => setState(readListState(new FormData(currentTarget)))}
    >
      <FormKey />
      <input type="hidden" name="document" value={keptId} />
      <input type="hidden" name={stateField} value={writeState(state)} />
      <Banner
        tone="info"
        title={`${formatCount(total)} ${total === 1 ? 'integration' : 'integrations'}`}
        live
      >
        {describeCounts(state)}. Nothing is deployed by an import.
      </Banner>
      {movedCount > 0 && (
        <Banner tone="warn" title="Changed here meanwhile" live>
          {movedCount === 1 ? 'One integration' : `${movedCount} integrations`} of this page changed here
          since the file was compared. What the list says of {movedCount === 1 ? 'it' : 'them'} is new: select
          again what you want to import.
        </Banner>
      )}
      <MissingParts {...missing} />
      {named.map((each) => (
        <ConnectionChoice key={each} named={each} connections={connections} sent={sent?.connections[each]} />
      ))}
      {state.changed.length > 0 && (
        <SelectField
          field={describeField(changedField, { initialValue: sent?.changed ?? 'replace' })}
          label="Selected integrations that differ"
          hint="A replacement is a new version. A deployed integration runs on as it does, with its limits, until you deploy that version. Secrets stay."
        >
          <option value="replace">Replace with a new version</option>
          <option value="copy">Import as a copy</option>
        </SelectField>
      )}
      <IntegrationList page={page} state={state} setState={setState} address={address} />
      <div
        data-bottom-bar
        className="sticky bottom-0 short:static flex flex-wrap items-center gap-3 border-t border-line bg-surface py-4"
      >
        {offered > 0 && (
          <Button
            type="submit"
            name="intent"
            value="import-list"
            variant="primary"
            pending={isImporting}
            pendingText="Importing..."
          >
            {hydrated ? describeImport(state.selected.length) : 'Import selected integrations'}
          </Button>
        )}
        <LinkButton to={screen}>Choose another file</LinkButton>
      </div>
    </Form>
  );
}

function describeImport(count: number): string {
  return `Import ${formatCount(count)} ${count === 1 ? 'integration' : 'integrations'}`;
}

function describeCounts(state: ListState): string {
  const words: [Status, string][] = [
    ['new', 'new'],
    ['changed', 'different from those here'],
    ['same', 'the same as here'],
    ['invalid', 'that cannot be imported'],
  ];
  const counted = words.flatMap(([status, text]) =>
    state[status].length > 0 ? [`${formatCount(state[status].length)} ${text}`] : [],
  );
  return counted.join(', ');
}
