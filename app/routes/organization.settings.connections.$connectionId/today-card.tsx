import { formatCount } from '~/engine/texts/format-count';
import { Card } from '~/components/ui/card';

/** Shows the calls that executions have sent with the connection since midnight UTC. */
export function TodayCard({ calls, refused }: { calls: number; refused: number }) {
  return (
    <Card title="Calls today" text="Made by executions since midnight UTC.">
      <p className="tabular-nums">
        {formatCount(calls)} sent
        {refused > 0 && (
          <>
            , <span className="text-bad-ink">{formatCount(refused)} answered 429 Too Many Requests</span>
          </>
        )}
      </p>
    </Card>
  );
}
