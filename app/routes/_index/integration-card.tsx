import { formatCount } from '~/engine/texts/format-count';
import { Form, Link } from '@remix-run/react';
import type { IntegrationCard as Summary } from '~/db/integrations/cards';
import { describePause } from '~/components/integration/pause';
import { LastChange } from '~/components/time/last-change';
import { formatSuccessRate } from '~/components/integration/success-rate';
import { TagLinks } from '~/components/integration/tag-links';
import { triggerIcons } from '~/components/integration/trigger-icons';
import { nameTrigger } from '~/components/integration/trigger-names';
import { DayTime } from '~/components/time/day-time';
import { RelativeTime } from '~/components/time/relative-time';
import { Badge } from '~/components/ui/badge';
import { FormKey } from '~/components/network/form-key';
import { useYieldPoint } from '~/components/network/yield-point';
import { LinkButton } from '~/components/ui/link';
import { Menu, MenuButton, MenuLink } from '~/components/ui/menu';
import { CopyPlus, Ellipsis, Play, ScrollText, Trash2 } from '~/components/icons/icons';
import { failedLogsUrl } from './failed-logs-url';
import { dashboardUrl, type ListQuery } from '~/components/integration/list-query';
import { useMay } from '~/components/user/permitted';
import { type CardRuns, RunStrip } from './run-strip';

interface IntegrationCardProps {
  integration: Summary;
  runs: CardRuns | undefined;
  /** The list that the card is in, to return to. */
  list: ListQuery;
}

const duplicateForm = 'duplicate';

/** The form that every card's 'Duplicate' button sends; rendered once on a page, before the cards. */
export function DuplicateForm({ list }: Pick<IntegrationCardProps, 'list'>) {
  return (
    <Form id={duplicateForm} method="post" action={dashboardUrl(list, { index: '' })}>
      <input type="hidden" name="intent" value="duplicate" />
      <FormKey />
    </Form>
  );
}

/**
 * A card that as a whole is one link to the integration; its other links and buttons are above that link. Its texts are whole
 * strings: React puts a comment between the parts of a text, and a page has many cards.
 */
export function IntegrationCard({ integration, runs, list }: IntegrationCardProps) {
  useYieldPoint();
  const may = useMay();
  const { id, name, description, tags, isActive, triggerType, callCount } = integration;
  const { totalExecutions, lastTestAt } = integration;
  const { pauseAfterErrors, pausedAt } = integration;
  const TriggerIcon = triggerIcons[triggerType];
  return (
    <li className="relative flex min-w-0 flex-col rounded-lg border border-line bg-surface-raised p-5 shadow-raised transition-colors focus-within:z-10 hover:border-line-strong">
      <div className="flex items-start gap-2">
        <h3
          dir="auto"
          className="my-1.5 line-clamp-2 text-left min-w-0 grow text-base font-medium wrap-anywhere"
        >
          {name}
        </h3>
        <div className="relative z-10 -mt-0.5 -mr-2 shrink-0">
          <Menu
            button={<span className="sr-only">{`More for ${name}`}</span>}
            marker={<Ellipsis className="size-5 shrink-0 text-ink-muted" />}
          >
            {may.run && triggerType === 'manual' && callCount > 0 && (
              <MenuLink to={`/integration/${id}/run`} icon={Play}>
                Run now
              </MenuLink>
            )}
            <MenuLink to={`/integration/${id}/logs`} icon={ScrollText}>
              Execution Logs
            </MenuLink>
            {may.edit && (
              <MenuButton form={duplicateForm} name="id" value={id} icon={CopyPlus}>
                Duplicate
              </MenuButton>
            )}
          </Menu>
        </div>
      </div>
      <div className="mt-1.5 flex flex-wrap items-center gap-2">
        <Badge tone={isActive ? 'good' : 'neutral'}>{isActive ? 'Active' : 'Draft'}</Badge>
        <Badge tone={isActive ? 'info' : 'neutral'}>{isActive ? 'Enabled' : 'Disabled'}</Badge>
        {pausedAt !== null && (
          <Link to={`/integration/${id}/deploy`} className="relative z-10 rounded-full">
            <Badge tone="warn">{describePause(pauseAfterErrors)}</Badge>
          </Link>
        )}
      </div>
      {description && (
        <p dir="auto" className="mt-3 line-clamp-2 text-left wrap-anywhere text-ink-muted">
          {description}
        </p>
      )}
      {tags.length > 0 && (
        <div className="mt-3">
          <TagLinks tags={tags} />
        </div>
      )}
      <p className="mt-auto flex items-center gap-2 pt-3 text-[0.8125rem] text-ink-muted">
        {TriggerIcon && <TriggerIcon className="size-4 shrink-0" />}
        {`${nameTrigger(triggerType)} · ${callCount} ${callCount === 1 ? 'API call' : 'API calls'}`}
      </p>
      {integration.foundHost !== null && (
        <p className="mt-1 text-[0.8125rem] font-medium wrap-anywhere">{`Calls ${integration.foundHost}`}</p>
      )}
      <p dir="auto" className="mt-1 text-left text-[0.8125rem] text-ink-muted">
        <LastChange {...integration} />
      </p>
      <RunStrip bars={runs?.bars ?? []} />
      <p className="mt-2 line-clamp-2 text-[0.8125rem] wrap-anywhere">
        <LastRuns integration={integration} runs={runs} />
      </p>
      <div className="mt-4 flex flex-wrap items-center gap-2 border-t border-line pt-4">
        <dl className="flex min-w-0 flex-1 basis-24 flex-wrap gap-x-4 gap-y-1 text-[0.8125rem] *:flex *:gap-1.5">
          <div>
            <dt className="text-ink-muted">Executions</dt>
            <dd className="font-medium tabular-nums">{formatCount(totalExecutions)}</dd>
          </div>
          {lastTestAt !== null && (
            <div>
              <dt className="text-ink-muted">Last test</dt>
              <dd className="font-medium">
                <RelativeTime at={lastTestAt} />
              </dd>
            </div>
          )}
        </dl>
        <LinkButton
          to={`/integration/${id}`}
          size="sm"
          className="after:absolute after:inset-0 after:rounded-lg"
        >
          View<span className="sr-only">{` ${name}`}</span>
        </LinkButton>
        {may.edit && (
          <LinkButton
            to={dashboardUrl(list, { delete: id })}
            preventScrollReset
            variant="quiet"
            size="sm"
            icon={Trash2}
            aria-label={`Delete ${name}`}
            title="Delete"
            className="relative z-10 w-8 px-0!"
          />
        )}
      </div>
    </li>
  );
}

interface LastRunsProps {
  integration: Summary;
  /** Undefined while the integration has never run. */
  runs: CardRuns | undefined;
}

/** Shows the failure of the newest run, or a summary of the runs. */
function LastRuns({ integration, runs }: LastRunsProps) {
  const { id, name, callCount, totalExecutions, successfulExecutions, lastExecutedAt } = integration;
  const may = useMay();
  const failure = runs?.failure;
  if (failure) {
    return (
      <Link
        to={failedLogsUrl(id)}
        title={failure.message ?? undefined}
        className="relative z-10 rounded-sm font-medium text-bad-ink underline decoration-bad-ink/35 underline-offset-4 hover:decoration-current"
      >
        Failed <RelativeTime at={failure.at} />
        {failure.message && `: ${failure.message}`}
      </Link>
    );
  }
  if (lastExecutedAt === null || totalExecutions === 0) {
    if (runs?.waitsUntil) return <Waits verb="Waits" until={runs.waitsUntil} />;
    if (runs) return <span className="text-ink-muted">No run has ended yet</span>;
    return (
      <span className="text-ink-muted">
        {may.edit ? (
          <>
            Never run ·{' '}
            <Link
              to={`/integration/${id}${callCount > 0 ? '/deploy' : ''}`}
              className="relative z-10 rounded-sm font-medium text-accent-ink underline decoration-accent-ink/35 underline-offset-4 hover:decoration-current"
            >
              {callCount > 0 ? 'Test it' : 'Add a call'}
              <span className="sr-only">: {name}</span>
            </Link>
          </>
        ) : (
          'Never run'
        )}
      </span>
    );
  }
  const rate = formatSuccessRate((100 * successfulExecutions) / totalExecutions);
  const waitsUntil = runs?.waitsUntil;
  return (
    <span className="text-ink-muted tabular-nums">
      {`${rate} completed · ${waitsUntil ? '' : 'last run '}`}
      {waitsUntil ? <Waits verb="waits" until={waitsUntil} /> : <RelativeTime at={lastExecutedAt} />}
    </span>
  );
}

/** Shows until when the newest run waits before a call. */
function Waits({ verb, until }: { verb: string; until: number }) {
  return (
    <span className="text-ink-muted">
      {verb} until <DayTime at={new Date(until).toISOString()} />
    </span>
  );
}
