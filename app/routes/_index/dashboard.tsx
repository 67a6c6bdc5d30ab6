import { FileInput, Plus, Workflow } from 'lucide-react';
import { PageHeader } from '~/components/page-header';
import type { Person } from '~/components/person-name';
import { SignedInShell } from '~/components/signed-in-shell';
import { EmptyState } from '~/components/ui/empty-state';
import { LinkButton } from '~/components/ui/link';
import { DeleteDialog, type DeleteOutcome } from './delete-dialog';
import { IntegrationCard, type IntegrationSummary } from './integration-card';
import { SummaryCards } from './summary-cards';

interface DashboardProps {
  user: Person;
  organizationName: string;
  integrations: IntegrationSummary[];
  isFirstPage: boolean;
  nextCursor: string | null;
  /** The integration that is about to be deleted. */
  deleting: { id: string; name: string } | null;
  counts: { integrationCount: number; callCount: number };
  triggersUsed: number;
  outcome: DeleteOutcome | undefined;
}

export function Dashboard({
  user,
  organizationName,
  integrations,
  isFirstPage,
  nextCursor,
  deleting,
  counts,
  triggersUsed,
  outcome,
}: DashboardProps) {
  return (
    <SignedInShell user={user} organizationName={organizationName}>
      {deleting && <DeleteDialog integration={deleting} outcome={outcome} />}
      <PageHeader
        title="Wicked Integrations"
        subtitle="Manage and monitor your API connections"
        actions={
          <>
            <LinkButton to="/integration/import" variant="quiet" icon={FileInput}>
              Import integration
            </LinkButton>
            <LinkButton to="/integration" variant="primary" icon={Plus}>
              New Integration
            </LinkButton>
          </>
        }
      />
      {counts.integrationCount > 0 ? (
        <>
          <SummaryCards {...counts} triggersUsed={triggersUsed} />
          <h2 className="mt-10 mb-4 text-base font-semibold">Your integrations</h2>
          <ul className="grid gap-4 sm:grid-cols-2 lg:grid-cols-3">
            {integrations.map((integration) => (
              <IntegrationCard key={integration.id} integration={integration} />
            ))}
          </ul>
          <nav aria-label="Pages" className="mt-6 flex justify-center gap-3 empty:hidden">
            {!isFirstPage && <LinkButton to="/">Newest integrations</LinkButton>}
            {nextCursor && <LinkButton to={`/?cursor=${nextCursor}`}>Older integrations</LinkButton>}
          </nav>
        </>
      ) : (
        <div className="rounded-lg border border-dashed border-line-strong/50">
          <EmptyState
            icon={Workflow}
            title="No integrations yet"
            text="Get started by creating your first API integration"
            action={
              <LinkButton to="/integration" variant="primary" icon={Plus}>
                Create Integration
              </LinkButton>
            }
          />
        </div>
      )}
    </SignedInShell>
  );
}
