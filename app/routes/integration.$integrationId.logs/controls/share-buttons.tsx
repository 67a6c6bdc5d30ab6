import { Download, Link2 } from '~/components/icons/icons';
import { buttonClassName } from '~/components/ui/button';
import { LinkButton } from '~/components/ui/link';
import { executionUrl, type LogQuery } from '../filters/log-url';

/** The link to an execution, for sharing with a colleague, and its log as a file. */
export function ShareButtons({ id, view: { integrationId, only } }: { id: string; view: LogQuery }) {
  return (
    <>
      {!only && (
        <LinkButton size="sm" icon={Link2} to={executionUrl(integrationId, id)}>
          <span>
            Link<span className="max-sm:sr-only"> to this execution</span>
          </span>
        </LinkButton>
      )}
      <a
        href={`/api/integrations/${integrationId}/executions/${id}`}
        className={buttonClassName('secondary', 'sm')}
      >
        <Download aria-hidden className="size-4 shrink-0" />
        Download JSON
      </a>
    </>
  );
}
