import { formatCount } from '~/engine/texts/format-count';
import { Form } from '@remix-run/react';
import { keepsTyping } from '~/components/typed-form/typing-marks';
import { type ShownWait, WaitText } from '~/components/time/wait-text';
import { SeenFields } from '~/components/typed-form/seen-fields';
import { Banner } from '~/components/ui/banner';
import { Button } from '~/components/ui/button';
import { CollapsibleCard } from '~/components/ui/collapsible-card';
import { describeField } from '~/components/ui/fields/field';
import { TextField } from '~/components/ui/fields/text-field';
import { Permitted } from '~/components/user/permitted';

interface LimitsCardProps {
  pageUrl: string;
  executionsAtOnce: number | null;
  executionsPerHour: number | null;
  deliveriesPerSecond: number | null;
  /** The most deliveries a second that the installation allows; undefined without a webhook. */
  maxPerSecond: number | undefined;
}

/** The banner above the step while executions wait because of the limits. */
export function WaitingBanner({ waiting }: { waiting: ShownWait | null }) {
  if (waiting === null) return null;
  return (
    <Banner tone="info" title="Limit reached">
      <WaitText {...waiting} />. New deliveries are accepted and wait.
    </Banner>
  );
}

/** The card with the limits on executions at once, executions an hour, and deliveries a second. */
export function LimitsCard({
  pageUrl,
  executionsAtOnce,
  executionsPerHour,
  deliveriesPerSecond,
  maxPerSecond,
}: LimitsCardProps) {
  return (
    <CollapsibleCard
      title="Limits"
      summary={describeLimits({ executionsAtOnce, executionsPerHour, deliveriesPerSecond })}
      isValid
      isOpen={false}
    >
      <p className="mb-4 text-ink-muted">Executions beyond a limit wait in the queue. None are lost.</p>
      <Permitted to="edit">
        <Form method="post" action={pageUrl} preventScrollReset {...keepsTyping}>
          <input type="hidden" name="intent" value="limits" />
          <SeenFields {...{ executionsAtOnce, executionsPerHour, deliveriesPerSecond }} />
          <div className="flex flex-col gap-field">
            <TextField
              field={describeField('executionsAtOnce', {})}
              key={`at-once-${executionsAtOnce}`}
              label="Executions at once"
              hint="From 1 to 1,000. Leave empty for no limit."
              type="number"
              inputMode="numeric"
              min={1}
              max={1000}
              defaultValue={executionsAtOnce ?? ''}
            />
            <TextField
              field={describeField('executionsPerHour', {})}
              key={`per-hour-${executionsPerHour}`}
              label="Executions an hour"
              hint="From 1 to 1,000,000. Leave empty for no limit."
              type="number"
              inputMode="numeric"
              min={1}
              max={1_000_000}
              defaultValue={executionsPerHour ?? ''}
            />
            {maxPerSecond === undefined ? (
              <input type="hidden" name="deliveriesPerSecond" value={deliveriesPerSecond ?? ''} />
            ) : (
              <TextField
                field={describeField('deliveriesPerSecond', {})}
                key={`per-second-${deliveriesPerSecond}`}
                label="Deliveries a second"
                hint={`More are rejected with 429, so that senders retry. Leave empty for the usual ${formatCount(maxPerSecond)}.`}
                type="number"
                inputMode="numeric"
                min={1}
                max={maxPerSecond}
                defaultValue={deliveriesPerSecond ?? ''}
              />
            )}
          </div>
          <Button type="submit" className="mt-4">
            Save limits
          </Button>
        </Form>
      </Permitted>
    </CollapsibleCard>
  );
}

/** Describes the limits: `4 at once, 60 an hour`. */
function describeLimits(limits: Record<keyof typeof limitNames, number | null>): string {
  const set = (Object.keys(limitNames) as (keyof typeof limitNames)[]).flatMap((name) =>
    limits[name] === null ? [] : [`${limits[name]} ${limitNames[name]}`],
  );
  return set.join(', ') || 'None set';
}

const limitNames = {
  executionsAtOnce: 'at once',
  executionsPerHour: 'an hour',
  deliveriesPerSecond: 'deliveries a second',
} as const;
