import { Badge } from '~/components/ui/badge';
import { Banner } from '~/components/ui/banner';
import { Card } from '~/components/ui/card';
import type { Checklist } from '~/engine/checks/checklist';
import { ChecklistItem } from './checklist-item';
import { WarningItem } from './configuration-summary';
import type { DeployOutcome } from './deploy-outcome';

interface DeployCardProps {
  isActive: boolean;
  checklist: Checklist;
  /** As sentences. */
  warnings: string[];
  outcome: DeployOutcome | undefined;
}

/** Whether the integration is deployed, and what has to be done before it can be. */
export function DeployCard({ isActive, checklist, warnings, outcome }: DeployCardProps) {
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
      <ul className="flex flex-col gap-3">
        <ChecklistItem done={checklist.nameSet}>Integration name set</ChecklistItem>
        <ChecklistItem done={checklist.triggerConfigured}>Trigger configured</ChecklistItem>
        <ChecklistItem done={checklist.callsConfigured}>API calls configured</ChecklistItem>
        <ChecklistItem done={checklist.callsValid}>All API calls valid</ChecklistItem>
        <WarningItem warnings={warnings} />
        <ChecklistItem done={isActive}>Integration deployed</ChecklistItem>
      </ul>
    </Card>
  );
}
