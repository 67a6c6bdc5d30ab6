import { Form } from '@remix-run/react';
import { keepsTyping } from '~/components/typed-form/typing-marks';
import { SeenFields } from '~/components/typed-form/seen-fields';
import { Button } from '~/components/ui/button';
import { RemovedEarly } from '~/components/storage/removed-early';
import { CollapsibleCard } from '~/components/ui/collapsible-card';
import { describeField } from '~/components/ui/fields/field';
import { TextField } from '~/components/ui/fields/text-field';
import { Permitted } from '~/components/user/permitted';
import { describeRetention, type RetentionLimits } from './retention-limits';

export interface Retention extends RetentionLimits {
  /** How many days the installation keeps completed executions, and failed ones. */
  maxDays: number;
  maxDaysFailed: number;
  /** The number of executions that the limits have removed so far, and their size in bytes. */
  prunedEarly: number;
  prunedEarlyBytes: number;
  /** The time of the last removal, in ISO 8601; null when there was none. */
  prunedEarlyAt: string | null;
}

/** The card with the limits on how long, and how many MiB of, ended executions are kept. */
export function RetentionCard({ pageUrl, retention }: { pageUrl: string; retention: Retention }) {
  const { retentionDays, retentionDaysFailed, retentionMib, maxDays, maxDaysFailed } = retention;
  return (
    <CollapsibleCard
      title="Logs kept"
      summary={describeRetention(retention) || 'As for every integration'}
      isValid
      isOpen={false}
    >
      <p className="mb-4 text-ink-muted">
        Executions that ended are removed with their logs. This integration can keep less than the others,
        never more.
      </p>
      <Permitted to="edit">
        <Form method="post" action={pageUrl} preventScrollReset {...keepsTyping}>
          <input type="hidden" name="intent" value="retention" />
          <SeenFields {...{ retentionDays, retentionDaysFailed, retentionMib }} />
          <div className="flex flex-col gap-field">
            <TextField
              field={describeField('retentionDays', {})}
              key={`days-${retentionDays}`}
              label="Days in the logs"
              hint={`Leave empty for the usual ${maxDays}.`}
              type="number"
              inputMode="numeric"
              min={1}
              max={Math.max(maxDays, maxDaysFailed)}
              defaultValue={retentionDays ?? ''}
            />
            <TextField
              field={describeField('retentionDaysFailed', {})}
              key={`days-failed-${retentionDaysFailed}`}
              label="Days of those that failed"
              hint={`Leave empty for as many as the others: ${Math.min(retentionDays ?? maxDaysFailed, maxDaysFailed)}.`}
              type="number"
              inputMode="numeric"
              min={1}
              max={maxDaysFailed}
              defaultValue={retentionDaysFailed ?? ''}
            />
            <TextField
              field={describeField('retentionMib', {})}
              key={`mib-${retentionMib}`}
              label="MiB in the logs"
              hint="Above it, the oldest executions are removed, failed ones last. Executions of the last day are kept. Leave empty for no limit."
              type="number"
              inputMode="numeric"
              min={1}
              max={1_000_000}
              defaultValue={retentionMib ?? ''}
            />
          </div>
          <Button type="submit" className="mt-4">
            Save what is kept
          </Button>
        </Form>
      </Permitted>
      <p className="mt-4 text-[0.8125rem] text-ink-muted">
        Removed by these limits so far:{' '}
        <RemovedEarly
          executions={retention.prunedEarly}
          bytes={retention.prunedEarlyBytes}
          at={retention.prunedEarlyAt}
        />
      </p>
    </CollapsibleCard>
  );
}
