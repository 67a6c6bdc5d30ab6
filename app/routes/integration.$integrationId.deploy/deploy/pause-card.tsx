import { Form } from '@remix-run/react';
import type { ReactNode } from 'react';
import { ConfirmDialog } from '~/components/dialog-form/confirm-dialog';
import { describePause } from '~/components/integration/pause';
import { keepsTyping } from '~/components/typed-form/typing-marks';
import { SeenFields } from '~/components/typed-form/seen-fields';
import { Banner } from '~/components/ui/banner';
import { Button } from '~/components/ui/button';
import { CollapsibleCard } from '~/components/ui/collapsible-card';
import { describeField } from '~/components/ui/fields/field';
import { TextField } from '~/components/ui/fields/text-field';
import { LinkButton } from '~/components/ui/link';
import { Permitted } from '~/components/user/permitted';

interface PauseCardProps {
  pageUrl: string;
  pauseAfterErrors: number | null;
  /** ISO 8601; null while the integration is not paused. */
  pausedAt: string | null;
}

/** The banner above the step while the integration is paused. It starts the waiting executions, or asks and cancels them. */
export function PauseBanner({
  pageUrl,
  pauseAfterErrors,
  pausedAt,
  discarding,
}: PauseCardProps & { discarding: string | null }) {
  if (pausedAt === null) return null;
  return (
    <>
      {discarding !== null && (
        <Permitted to="run">
          <ConfirmDialog
            title="Discard waiting executions"
            text={discarding}
            action={pageUrl}
            intent="discard"
            confirm="Discard"
            pendingText="Discarding..."
          />
        </Permitted>
      )}
      <Banner
        tone="warn"
        title={describePause(pauseAfterErrors)}
        actions={
          <Permitted to="run">
            <div className="flex flex-wrap gap-3">
              <PauseForm pageUrl={pageUrl} intent="resume">
                <Button type="submit" variant="primary">
                  Resume
                </Button>
              </PauseForm>
              <LinkButton to={`${pageUrl}?dialog=discard`} preventScrollReset>
                Discard waiting executions…
              </LinkButton>
            </div>
          </Permitted>
        }
      >
        New deliveries are accepted and wait. None start until you resume.
      </Banner>
    </>
  );
}

/** The card that sets after how many errors in a row the integration pauses. */
export function PauseCard({ pageUrl, pauseAfterErrors }: Omit<PauseCardProps, 'pausedAt'>) {
  return (
    <CollapsibleCard
      title="Pause"
      summary={
        pauseAfterErrors === null ? 'Errors never pause it' : `After errors in a row: ${pauseAfterErrors}`
      }
      isValid
      isOpen={false}
    >
      <p className="mb-4 text-ink-muted">
        Errors in a row can pause this integration. New deliveries then wait.
      </p>
      <Permitted to="edit">
        <PauseForm pageUrl={pageUrl} intent="pause-limit">
          <SeenFields pauseAfterErrors={pauseAfterErrors} />
          <TextField
            field={describeField('pauseAfterErrors', {})}
            key={pauseAfterErrors}
            label="Errors in a row"
            hint="From 1 to 1,000. Leave empty to never pause."
            type="number"
            inputMode="numeric"
            min={1}
            max={1000}
            defaultValue={pauseAfterErrors ?? ''}
          />
          <Button type="submit" className="mt-4">
            Save limit
          </Button>
        </PauseForm>
      </Permitted>
    </CollapsibleCard>
  );
}

interface PauseFormProps {
  pageUrl: string;
  intent: string;
  children: ReactNode;
}

function PauseForm({ pageUrl, intent, children }: PauseFormProps) {
  return (
    <Form method="post" action={pageUrl} preventScrollReset {...keepsTyping}>
      <input type="hidden" name="intent" value={intent} />
      {children}
    </Form>
  );
}
