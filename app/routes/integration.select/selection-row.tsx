import { LastChange } from '~/components/time/last-change';
import { TagLinks } from '~/components/integration/tag-links';
import { nameTrigger } from '~/components/integration/trigger-names';
import { useYieldPoint } from '~/components/network/yield-point';
import { Badge } from '~/components/ui/badge';
import { TextLink } from '~/components/ui/link';
import type { IntegrationCard } from '~/db/integrations/cards';

interface SelectionRowProps {
  integration: IntegrationCard;
  isSelected: boolean;
}

/** An integration with the check box that selects it. */
export function SelectionRow({ integration, isSelected }: SelectionRowProps) {
  useYieldPoint();
  const { id, name, tags, isActive, triggerType, callCount } = integration;
  return (
    <li className="flex flex-col gap-1.5 px-5 py-3 has-[[name=selected]:checked]:[counter-increment:selected] has-[[name=selected]:checked]:bg-accent-soft sm:px-6">
      <div className="flex items-start justify-between gap-x-3">
        <label className="flex min-h-6 min-w-0 items-start gap-2.5">
          <input
            type="checkbox"
            name="selected"
            value={id}
            defaultChecked={isSelected}
            className="mt-0.5 size-4 shrink-0"
          />
          <span dir="auto" className="min-w-0 font-medium wrap-anywhere">
            {name}
          </span>
        </label>
        <TextLink
          to={`/integration/${id}`}
          target="_blank"
          aria-label={`Open “${name}” in a new tab`}
          className="shrink-0 text-[0.8125rem]"
        >
          Open
        </TextLink>
      </div>
      <div className="flex flex-wrap items-center gap-x-3 gap-y-1 pl-6.5 text-[0.8125rem] text-ink-muted">
        <Badge tone={isActive ? 'good' : 'neutral'}>{isActive ? 'Active' : 'Draft'}</Badge>
        {`${nameTrigger(triggerType)} · ${callCount} ${callCount === 1 ? 'API call' : 'API calls'}`}
        <span>
          <LastChange {...integration} />
        </span>
        {integration.foundHost !== null && (
          <span className="font-medium text-ink wrap-anywhere">{`Calls ${integration.foundHost}`}</span>
        )}
        {tags.length > 0 && <TagLinks tags={tags} />}
      </div>
    </li>
  );
}
