import { formatCount } from '~/engine/texts/format-count';
import { Link } from '@remix-run/react';
import { nameEvent } from '~/components/alerts/describe-incident';
import { RelativeTime } from '~/components/time/relative-time';
import type { IncidentResponse } from '~/services/alerts/incident-response';
import { failedLogsUrl } from './failed-logs-url';

type OpenIncident = Pick<
  IncidentResponse,
  'id' | 'event' | 'status' | 'integration' | 'failure' | 'openedAt'
> & {
  call: { name: string } | null;
};

export interface OpenIncidents {
  /** The newest first. */
  incidents: OpenIncident[];
  /** The number of all open incidents. */
  count: number;
  /** Whether the user may open the organization's alerts. */
  canManage: boolean;
}

const link = 'rounded-sm underline underline-offset-4';

/** Lists incidents that are open; renders nothing when there are none. */
export function IncidentLine({ incidents, count, canManage }: OpenIncidents) {
  if (count === 0) return null;
  const more = count - incidents.length;
  return (
    <section
      aria-labelledby="open-incidents"
      className="rounded-md border border-line bg-surface-raised px-4 py-2"
    >
      <div className="flex min-h-7 flex-wrap items-center justify-between gap-x-4">
        <h2 id="open-incidents" className="font-medium">
          {count === 1 ? '1 incident is open' : `${formatCount(count)} incidents are open`}
        </h2>
        {canManage && (
          <Link to="/organization/settings/alerts" className={link}>
            Alerts
          </Link>
        )}
      </div>
      <ul>
        {incidents.map((incident) => (
          <Item key={incident.id} incident={incident} />
        ))}
        {more > 0 && <li className="py-1 text-ink-muted">And {formatCount(more)} more.</li>}
      </ul>
    </section>
  );
}

function Item({ incident: { event, status, integration, openedAt, ...failed } }: { incident: OpenIncident }) {
  const logsUrl =
    integration &&
    (event === 'failing' ? failedLogsUrl(integration.id) : `/integration/${integration.id}/logs`);
  return (
    <li className="py-1 wrap-anywhere">
      {integration && logsUrl && (
        <>
          {integration.isDeleted ? (
            `${integration.name} (deleted)`
          ) : (
            <Link to={logsUrl} className={link}>
              {integration.name}
            </Link>
          )}
          {': '}
        </>
      )}
      <span className="text-ink-muted">
        {nameEvent({ event, ...failed })}, opened <RelativeTime at={openedAt} />
        {status === 'muted' && ', muted'}.
      </span>
    </li>
  );
}
