import { Link } from '@remix-run/react';
import { Download, Pencil } from '~/components/icons/icons';
import { type ComponentProps, useEffect, useRef, useState } from 'react';
import { describePause } from '~/components/integration/pause';
import { TagLinks } from '~/components/integration/tag-links';
import { lazyPart } from '~/components/network/lazy-part';
import { PageHeader } from '~/components/shell/page-header';
import { RelativeTime } from '~/components/time/relative-time';
import { Badge } from '~/components/ui/badge';
import { LinkButton } from '~/components/ui/link';
import { useToasts } from '~/components/ui/toast';
import { useMay } from '~/components/user/permitted';
import type { IntegrationResponse } from '~/services/integrations/integration-response';
import { deployUrl } from './deploy-url';
import type { DetailsForm } from './details-form';

const pencilId = 'edit-details';

function loadDetailsForm() {
  return import('./details-form').then((loaded) => loaded.DetailsForm);
}

type DetailsFormProps = ComponentProps<typeof DetailsForm>;

/** Shown when the script of the form cannot be loaded. */
function NotEditable({ onClose }: DetailsFormProps) {
  const { add } = useToasts();
  useEffect(() => {
    add({ tone: 'destructive', title: 'Operation failed', description: 'Please try again.' });
    onClose();
  }, [add, onClose]);
  return null;
}

const LazyDetailsForm = lazyPart<DetailsFormProps>(false, loadDetailsForm, { without: NotEditable });

/** What the frame shows of an integration. */
export interface IntegrationSummary extends Pick<
  IntegrationResponse,
  | 'id'
  | 'name'
  | 'description'
  | 'tags'
  | 'isActive'
  | 'createdAt'
  | 'pauseAfterErrors'
  | 'pausedAt'
  | 'version'
  | 'deployedVersion'
> {
  /** The tags of all integrations. */
  offeredTags: string[];
  /** How many executions failed since the last one that completed; 0 while the integration is not deployed. */
  failuresInRow: number;
  /** Whether the integration has memory for later runs. */
  remembers: boolean;
}

interface IntegrationHeaderProps {
  address: string;
  /** The URL of the open step. */
  pageUrl: string;
  /** Whether to show if the integration is deployed; not where the step itself shows it. */
  showsState: boolean;
  integration: IntegrationSummary;
}

/** Shows the integration's name. The pencil opens a form in its place; without script, a page with a dialog. */
export function IntegrationHeader({ address, pageUrl, showsState, integration }: IntegrationHeaderProps) {
  const { id, name, description, tags, isActive, createdAt, pauseAfterErrors, pausedAt } = integration;
  const { version, deployedVersion, failuresInRow } = integration;
  const mayEdit = useMay().edit;
  const [isEditing, setEditing] = useState(false);
  const wasEditing = useRef(false);

  // Loads the form's script before the user needs it.
  useEffect(() => void loadDetailsForm().catch(() => undefined), []);

  useEffect(() => {
    if (!isEditing && wasEditing.current) document.getElementById(pencilId)?.focus();
    wasEditing.current = isEditing;
  }, [isEditing]);

  return (
    <PageHeader
      isDense
      title={name}
      instead={
        isEditing && (
          <LazyDetailsForm
            pageUrl={pageUrl}
            name={name}
            description={description}
            tags={tags}
            offeredTags={integration.offeredTags}
            onClose={() => setEditing(false)}
          />
        )
      }
      subtitle={
        <>
          {description && (
            <span dir="auto" className="mb-1 block wrap-anywhere">
              {description}
            </span>
          )}
          {tags.length > 0 && (
            <span className="my-2 block">
              <TagLinks tags={tags} />
            </span>
          )}
          Created <RelativeTime at={createdAt} />
        </>
      }
      back={{ to: '/', label: 'Back' }}
      badges={
        <>
          {showsState && (
            <>
              <Badge tone={isActive ? 'good' : 'neutral'}>{isActive ? 'Deployed' : 'Draft'}</Badge>
              {deployedVersion !== null && deployedVersion !== version && (
                <Link to={`${address}/versions?former=${deployedVersion}&next=${version}`}>
                  <Badge tone="warn">Version {deployedVersion} is live</Badge>
                </Link>
              )}
              {pausedAt !== null && (
                <Link to={deployUrl(id)}>
                  <Badge tone="warn">{describePause(pauseAfterErrors)}</Badge>
                </Link>
              )}
            </>
          )}
          {failuresInRow > 0 && (
            <Link to={`${address}/logs?status=error`}>
              <Badge tone="bad">
                {failuresInRow === 1 ? 'Last execution failed' : `Last ${failuresInRow} executions failed`}
              </Badge>
            </Link>
          )}
        </>
      }
      actions={
        <>
          {mayEdit && !isEditing && (
            <LinkButton
              id={pencilId}
              to={`${pageUrl}?dialog=details`}
              variant="quiet"
              icon={Pencil}
              preventScrollReset
              onClick={(event) => {
                if (event.metaKey || event.ctrlKey || event.shiftKey) return;
                event.preventDefault();
                setEditing(true);
              }}
            >
              {/* One element, since separate ones would have a gap between them. */}
              <span>
                Edit<span className="max-sm:sr-only"> details</span>
              </span>
            </LinkButton>
          )}
          <LinkButton
            to={`/api/integrations/${id}/export`}
            variant="quiet"
            icon={Download}
            reloadDocument
            download
          >
            Export
          </LinkButton>
          {integration.remembers && <LinkButton to={`${address}/memory`}>Memory</LinkButton>}
          <LinkButton to={`${address}/versions`}>Versions</LinkButton>
          <LinkButton to={`${address}/logs`}>
            <span>
              <span className="max-sm:sr-only">View All </span>Logs
            </span>
          </LinkButton>
        </>
      }
    />
  );
}
