import type { SyntheticEvent } from 'react';
import { useYieldPoint } from '~/components/network/yield-point';
import { Badge } from '~/components/ui/badge';
import { Select } from '~/components/ui/fields/select';
import { TextLink } from '~/components/ui/link';
import type { Tone } from '~/components/ui/tone';
import { IntegrationDetails, type PreviewedIntegration } from './integration-details';
import type { ListState } from './state';
import { selectedField, treatmentPrefix } from './treatment-fields';

const looks: Record<PreviewedIntegration['status'], { text: string; tone: Tone }> = {
  new: { text: 'New', tone: 'good' },
  changed: { text: 'Differs', tone: 'warn' },
  same: { text: 'Same as here', tone: 'neutral' },
  invalid: { text: 'Cannot be imported', tone: 'bad' },
};

interface IntegrationOptionProps {
  integration: PreviewedIntegration;
  state: ListState;
  /** Whether another page is on its way: a choice made now would be lost. */
  isPending: boolean;
}

/** An integration of the file, with a check box when it is new or differs. The form keeps its state. */
export function IntegrationOption({ integration, state, isPending }: IntegrationOptionProps) {
  useYieldPoint();
  const { place, status, integrationId, message } = integration;
  const name = integration.name || 'Without a name';
  const isOffered = status === 'new' || status === 'changed';
  const leaveOrKeep = isPending ? keepFromForm : leaveToForm;
  const own = (['replace', 'copy'] as const).find((each) => state[each].includes(Number(place)));
  return (
    <li className="flex flex-wrap items-start justify-between gap-x-4 gap-y-3 px-5 py-4">
      <div className="flex min-w-0 flex-1 basis-64 flex-col gap-1.5">
        <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
          {isOffered ? (
            <label className="flex min-h-6 min-w-0 items-start gap-2.5">
              <input
                type="checkbox"
                name={selectedField}
                value={place}
                checked={state.selected.includes(Number(place))}
                onChange={leaveOrKeep}
                className="mt-0.5 size-4 shrink-0"
              />
              <span className="min-w-0 font-medium wrap-anywhere">{name}</span>
            </label>
          ) : (
            <span className="min-w-0 font-medium wrap-anywhere text-ink-muted">{name}</span>
          )}
          <Badge tone={looks[status].tone}>{looks[status].text}</Badge>
          {integrationId !== null && (
            <TextLink
              to={`/integration/${integrationId}`}
              target="_blank"
              aria-label={`Open “${name}” in a new tab`}
              className="text-[0.8125rem]"
            >
              Open
            </TextLink>
          )}
        </div>
        <div className={isOffered ? 'flex flex-col gap-1.5 pl-6.5 empty:hidden' : 'contents'}>
          {message && <p className="text-[0.8125rem] wrap-anywhere text-ink-muted">{message}</p>}
          <IntegrationDetails {...integration} />
        </div>
      </div>
      {status === 'changed' && integrationId !== null && (
        <Select
          name={treatmentPrefix + place}
          value={own ?? ''}
          onChange={leaveOrKeep}
          aria-label={`How to import “${name}”`}
          className="w-full sm:w-60"
        >
          <option value="">As chosen above</option>
          <option value="replace">Replace with a new version</option>
          <option value="copy">Import as a copy</option>
        </Select>
      )}
    </li>
  );
}

/** The form reads all its fields at once, whenever one of them changes. */
function leaveToForm() {}

/** React takes a change back that nobody reads. */
function keepFromForm(event: SyntheticEvent) {
  event.stopPropagation();
}
