import { Form, useNavigation } from '@remix-run/react';
import { type FormEvent, useState } from 'react';
import { Banner } from '~/components/ui/banner';
import { Button } from '~/components/ui/button';
import { describeField } from '~/components/ui/fields/field';
import { SelectField, TextField } from '~/components/ui/fields/text-field';
import { LinkButton } from '~/components/ui/link';
import { useHydrated } from '~/components/ui/use-hydrated';
import { ConnectionChoice } from './connection-choice';
import type { PreviewedIntegration } from './integration-details';
import { canImport, IntegrationOption, isSelectedAtFirst } from './integration-option';
import { MissingParts, type MissingPartsProps } from './missing-parts';
import {
  changedField,
  type Selection,
  selectedField,
  selections,
  type SentTreatments,
} from './treatment-fields';

interface IntegrationsPreview {
  keptId: string;
  /** How many integrations of the file have each status. */
  counts: Record<PreviewedIntegration['status'], number>;
  /** All of them, those that may need a decision before the others. */
  listed: PreviewedIntegration[];
  /** The names of connections in the file; `connections` are the organization's. */
  named: string[];
  connections: { id: string; name: string }[];
  missing: MissingPartsProps;
}

interface IntegrationsFormProps {
  preview: IntegrationsPreview;
  screen: string;
  /** What is checked at first. */
  selection: Selection;
  /** The form as it was sent before, when that failed. */
  sent: SentTreatments | null;
}

/** What a file of integrations would bring, with a check box for each that is new or differs. */
export function IntegrationsForm({ preview, screen, selection, sent }: IntegrationsFormProps) {
  const { keptId, counts, listed, named, connections, missing } = preview;
  const isPending = useNavigation().formMethod === 'POST';
  const hydrated = useHydrated();
  const [search, setSearch] = useState('');
  const offered = listed.filter(canImport);
  const first = sent?.selected ?? offered.filter(({ status }) => isSelectedAtFirst(status, selection));
  const [count, setCount] = useState(first.length);
  const words = search.toLowerCase().split(/\s+/);
  const isFound = ({ name }: PreviewedIntegration) =>
    words.every((word) => name.toLowerCase().includes(word));
  const total = listed.length;
  return (
    <Form
      method="post"
      action={`${screen}?document=${keptId}`}
      className="flex flex-col gap-6"
      onChange={({ currentTarget }) => setCount(listBoxes(currentTarget).filter(isChecked).length)}
    >
      <input type="hidden" name="document" value={keptId} />
      <input type="hidden" name="intent" value="import-list" />
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
      {counts.changed > 0 && (
        <SelectField
          field={describeField(changedField, { initialValue: sent?.changed ?? 'replace' })}
          label="Selected integrations that differ"
          hint="A replacement is a new version. A deployed integration runs on as it does, with its limits, until you deploy that version. Secrets stay."
        >
          <option value="replace">Replace with a new version</option>
          <option value="copy">Import as a copy</option>
        </SelectField>
      )}
      {hydrated && total > 10 && (
        <TextField
          field={describeField('find')}
          label="Search"
          hint="Words in a name. What the search does not find keeps its check."
          type="search"
          maxLength={200}
          value={search}
          onChange={({ currentTarget }) => setSearch(currentTarget.value)}
          onKeyDown={(event) => {
            if (event.key === 'Enter') event.preventDefault();
          }}
        />
      )}
      {offered.length > 1 && (
        <SelectionButtons
          address={`${screen}?document=${keptId}`}
          hydrated={hydrated}
          onSelected={setCount}
          texts={counts.changed > 0 && counts.new > 0 ? texts : { all: texts.all, none: texts.none }}
        />
      )}
      {search && (
        <output className="text-ink-muted">
          {listed.filter(isFound).length.toLocaleString('en')} of {total.toLocaleString('en')} integrations
        </output>
      )}
      <ul
        aria-label="Integrations in the file"
        className="divide-y divide-line rounded-lg border border-line bg-surface-raised"
      >
        {listed.map((integration) => (
          <IntegrationOption
            key={integration.place}
            integration={integration}
            selection={selection}
            sent={sent}
            isHidden={!isFound(integration)}
          />
        ))}
      </ul>
      <div
        data-bottom-bar
        className="sticky bottom-0 short:static flex flex-wrap gap-3 border-t border-line bg-surface py-4"
      >
        {offered.length > 0 && (
          <Button type="submit" variant="primary" pending={isPending} pendingText="Importing...">
            {hydrated ? describeImport(count) : 'Import selected integrations'}
          </Button>
        )}
        <LinkButton to={screen}>Choose another file</LinkButton>
      </div>
    </Form>
  );
}

const texts: Partial<Record<Selection, string>> = {
  new: 'Select new ones',
  all: 'Select all',
  none: 'Select none',
};

interface SelectionButtonsProps {
  address: string;
  hydrated: boolean;
  texts: Partial<Record<Selection, string>>;
  onSelected: (count: number) => void;
}

/** Buttons that check the boxes which are shown; without script, links to the screen with those boxes checked. */
function SelectionButtons({ address, hydrated, texts: shown, onSelected }: SelectionButtonsProps) {
  function select(form: HTMLFormElement | null, selection: Selection) {
    const boxes = form ? listBoxes(form) : [];
    for (const box of boxes.filter((each) => !each.closest('li')?.hidden)) {
      const status = box.dataset.status === 'new' ? 'new' : 'changed';
      box.checked = isSelectedAtFirst(status, selection);
    }
    onSelected(boxes.filter(isChecked).length);
  }
  return (
    <div className="flex flex-wrap gap-3">
      {selections.map((selection) => {
        const text = shown[selection];
        if (text === undefined) return null;
        return hydrated ? (
          <Button key={selection} onClick={({ currentTarget }) => select(currentTarget.form, selection)}>
            {text}
          </Button>
        ) : (
          <LinkButton key={selection} to={`${address}&${selectedField}=${selection}`}>
            {text}
          </LinkButton>
        );
      })}
    </div>
  );
}

function listBoxes(form: FormEvent<HTMLFormElement>['currentTarget']): HTMLInputElement[] {
  return [...form.querySelectorAll<HTMLInputElement>(`input[name=${selectedField}]`)];
}

function isChecked({ checked }: HTMLInputElement): boolean {
  return checked;
}

function describeImport(count: number): string {
  return `Import ${count.toLocaleString('en')} ${count === 1 ? 'integration' : 'integrations'}`;
}

function describeCounts(counts: IntegrationsPreview['counts']): string {
  const words: [PreviewedIntegration['status'], string][] = [
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
