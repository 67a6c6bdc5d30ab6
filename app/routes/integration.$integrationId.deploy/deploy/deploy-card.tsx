import { describeHeldBackSave } from '~/components/integration/held-back-save';
import { Badge } from '~/components/ui/badge';
import { Banner } from '~/components/ui/banner';
import { Card } from '~/components/ui/card';
import { LinkButton, TextLink } from '~/components/ui/link';
import { Permitted } from '~/components/user/permitted';
import type { Checklist } from '~/engine/checks/checklist';
import { ChecklistItem } from './checklist-item';
import { WarningItem } from './configuration-summary';
import type { DeployOutcome } from './deploy-outcome';

interface DeployCardProps {
  integration: {
    id: string;
    isActive: boolean;
    version: number;
    /** The version that runs use; null while the integration is not deployed. */
    deployedVersion: number | null;
    /** A sentence about the tests that keep the newest version from going live; null when none does. */
    holdingTests: string | null;
  };
  checklist: Checklist;
  /** The warnings, as sentences. */
  warnings: string[];
  isAnybodyNotified: boolean;
  outcome: DeployOutcome | undefined;
}

/** Shows whether the integration is deployed, and what has to be done first. */
export function DeployCard({
  integration,
  checklist,
  warnings,
  isAnybodyNotified,
  outcome,
}: DeployCardProps) {
  const { id, isActive, version, deployedVersion, holdingTests } = integration;
  const isHeldBack = deployedVersion !== null && deployedVersion !== version;
  return (
    <Card
      title="Deploy"
      text={
        isActive
          ? 'This integration runs whenever it is triggered.'
          : 'Nothing runs by itself until this integration is deployed.'
      }
      actions={
        <>
          <Badge tone={isActive ? 'good' : 'neutral'}>{isActive ? 'Deployed' : 'Draft'}</Badge>
          <Badge tone={isActive ? 'info' : 'neutral'}>{isActive ? 'Enabled' : 'Disabled'}</Badge>
        </>
      }
    >
      {outcome?.kind === 'not-toggled' && (
        <div className="mb-5">
          <Banner tone="bad" title={outcome.title} live>
            {outcome.message}
          </Banner>
        </div>
      )}
      {isHeldBack && (
        <div className="mb-5 flex flex-wrap items-center justify-between gap-3">
          <p>
            {describeHeldBackSave({ version, deployedVersion })}
            {holdingTests && (
              <>
                {' '}
                {holdingTests} <TextLink to={`/integration/${id}/tests`}>See what differs</TextLink>
              </>
            )}
          </p>
          <Permitted to="edit">
            <LinkButton
              to={`/integration/${id}/versions?former=${deployedVersion}&next=${version}`}
              size="sm"
            >
              Deploy version {version}…
            </LinkButton>
          </Permitted>
        </div>
      )}
      <ul className="flex flex-col gap-3">
        <ChecklistItem done={checklist.nameSet}>Integration name set</ChecklistItem>
        <ChecklistItem done={checklist.triggerConfigured}>Trigger configured</ChecklistItem>
        <ChecklistItem done={checklist.callsConfigured}>API calls configured</ChecklistItem>
        <ChecklistItem done={checklist.callsValid}>All API calls valid</ChecklistItem>
        <WarningItem warnings={warnings} />
        <ChecklistItem done={isActive}>Integration deployed</ChecklistItem>
      </ul>
      {isActive && !isAnybodyNotified && (
        <p className="mt-5 text-ink-muted">
          Nobody is notified when it fails.{' '}
          <Permitted to="alerts" otherwise="Ask an owner or an admin to set up an alert.">
            <TextLink to="/organization/settings/alerts">Set up an alert</TextLink>
          </Permitted>
        </p>
      )}
    </Card>
  );
}
