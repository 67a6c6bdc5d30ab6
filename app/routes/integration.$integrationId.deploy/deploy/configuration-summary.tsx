import { TriangleAlert } from '~/components/icons/icons';
import { Badge } from '~/components/ui/badge';
import { Card } from '~/components/ui/card';
import type { Checklist } from '~/engine/checks/checklist';

const warningsId = 'configuration-warnings';

interface ConfigurationSummaryProps {
  checklist: Checklist;
  callCount: number;
  /** The warnings, as sentences. */
  warnings: string[];
}

/** Shows the saved configuration in four badges, and warnings about what will probably not work. */
export function ConfigurationSummary({ checklist, callCount, warnings }: ConfigurationSummaryProps) {
  const { nameSet, triggerConfigured, callsConfigured, callsValid } = checklist;
  return (
    <Card title="Configuration Summary">
      <dl className="grid grid-cols-[repeat(auto-fit,minmax(min(100%,8rem),1fr))] gap-x-4 gap-y-5">
        <Fact label="Integration Name" good={nameSet} text={nameSet ? 'Set' : 'Missing'} />
        <Fact
          label="Trigger Config"
          good={triggerConfigured}
          text={triggerConfigured ? 'Configured' : 'Missing'}
        />
        <Fact label="API Calls" good={callsConfigured} text={`${callCount} configured`} />
        <Fact
          label="Valid APIs"
          good={callsValid && warnings.length === 0}
          text={describeCalls(callsValid, warnings.length)}
        />
      </dl>
      {warnings.length > 0 && (
        <ul
          id={warningsId}
          aria-label="Warnings"
          className="mt-5 flex scroll-mt-12 flex-col gap-2 text-[0.8125rem] text-warn-ink"
        >
          {warnings.map((warning) => (
            <li key={warning} className="flex gap-1.5">
              <TriangleAlert aria-hidden className="mt-0.5 size-4 shrink-0" />
              <span className="min-w-0 wrap-anywhere">{warning}</span>
            </li>
          ))}
        </ul>
      )}
    </Card>
  );
}

/** An item of the checklist with the number of warnings in the summary. */
export function WarningItem({ warnings }: { warnings: string[] }) {
  const count = warnings.length;
  if (count === 0) return null;
  return (
    <li className="flex items-center gap-3 text-warn-ink">
      <TriangleAlert aria-hidden className="size-5 shrink-0" />
      <span>
        <a href={`#${warningsId}`} className="underline underline-offset-2">
          {countWarnings(count)}
        </a>{' '}
        in the configuration summary
      </span>
    </li>
  );
}

function describeCalls(valid: boolean, warnings: number): string {
  if (!valid) return 'Some incomplete';
  return warnings === 0 ? 'All valid' : `All valid, ${countWarnings(warnings)}`;
}

function countWarnings(count: number): string {
  return count === 1 ? '1 warning' : `${count} warnings`;
}

function Fact({ label, good, text }: { label: string; good: boolean; text: string }) {
  return (
    <div>
      <dt className="mb-1.5 text-[0.8125rem] text-ink-muted">{label}</dt>
      <dd>
        <Badge tone={good ? 'good' : 'warn'}>{text}</Badge>
      </dd>
    </div>
  );
}
