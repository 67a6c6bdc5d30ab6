import { Badge } from '~/components/ui/badge';
import { Card } from '~/components/ui/card';
import type { Checklist } from '~/engine/checklist';

/** The saved configuration in four badges. */
export function ConfigurationSummary({ checklist, callCount }: { checklist: Checklist; callCount: number }) {
  const { nameSet, triggerConfigured, callsConfigured, callsValid } = checklist;
  return (
    <Card title="Configuration Summary">
      <dl className="grid grid-cols-2 gap-x-4 gap-y-5 lg:grid-cols-4">
        <Fact label="Integration Name" good={nameSet} text={nameSet ? 'Set' : 'Missing'} />
        <Fact
          label="Trigger Config"
          good={triggerConfigured}
          text={triggerConfigured ? 'Configured' : 'Missing'}
        />
        <Fact label="API Calls" good={callsConfigured} text={`${callCount} configured`} />
        <Fact label="Valid APIs" good={callsValid} text={callsValid ? 'All valid' : 'Some incomplete'} />
      </dl>
    </Card>
  );
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
