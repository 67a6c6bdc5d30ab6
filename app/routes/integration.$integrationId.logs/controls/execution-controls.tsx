import { Form, useNavigation } from '@remix-run/react';
import { BadgeCheck, Ban, Repeat2, RotateCcw, StepForward } from '~/components/icons/icons';
import { FormKey } from '~/components/network/form-key';
import { Button } from '~/components/ui/button';
import { Permitted } from '~/components/user/permitted';
import type { ReactNode } from 'react';
import type { ExecutionSummary } from '~/services/executions/log-schema';
import { logUrl, type LogQuery } from '../filters/log-url';
import { hasEnded } from '~/engine/run/execution-status';

interface ControlsProps {
  execution: Pick<ExecutionSummary, 'id' | 'status'>;
  view: LogQuery;
}

/** The button for an execution that has not ended. */
export function CancelButton({ execution: { id, status }, view }: ControlsProps) {
  const pending = usePending(id);
  if (hasEnded(status)) return null;
  return (
    <Controls id={id} view={view}>
      <Button
        type="submit"
        size="sm"
        icon={Ban}
        name="intent"
        value="cancel"
        pending={pending}
        pendingText="Cancelling..."
      >
        <span className="max-lg:sr-only">Cancel</span>
        <span className="sr-only"> execution {id}</span>
      </Button>
    </Controls>
  );
}

/** The button for an execution that waits before a call. */
export function ContinueButton({ execution: { id }, view }: ControlsProps) {
  const pending = usePending(id);
  return (
    <Controls id={id} view={view}>
      <Button type="submit" size="sm" icon={StepForward} name="intent" value="continue" pending={pending}>
        Continue now
      </Button>
    </Controls>
  );
}

/** The buttons for an execution that has ended. */
export function ReplayButtons({
  execution: { id, status },
  view,
  hasFailedItems,
}: ControlsProps & { hasFailedItems: boolean }) {
  const pending = usePending(id);
  if (!hasEnded(status)) return null;
  return (
    <Controls id={id} view={view}>
      <Button type="submit" size="sm" icon={RotateCcw} name="intent" value="replay" pending={pending}>
        Replay from start
      </Button>
      {status !== 'completed' && (
        <Button
          type="submit"
          size="sm"
          icon={StepForward}
          name="intent"
          value="replay-failed"
          pending={pending}
        >
          Replay from failed call
        </Button>
      )}
      {hasFailedItems && (
        <Button
          type="submit"
          size="sm"
          icon={Repeat2}
          name="intent"
          value="replay-failed-items"
          pending={pending}
        >
          Replay failed items
        </Button>
      )}
    </Controls>
  );
}

/** The button for a failed execution whose automatic replay is to come. */
export function CancelReplayButton({ execution: { id }, view }: ControlsProps) {
  const pending = usePending(id);
  return (
    <Controls id={id} view={view}>
      <Button type="submit" size="sm" icon={Ban} name="intent" value="cancel-replay" pending={pending}>
        Cancel automatic replay
      </Button>
    </Controls>
  );
}

/** The button for the first message of an Amazon SNS topic. */
export function ConfirmButton({ execution: { id }, view }: ControlsProps) {
  const pending = usePending(id);
  return (
    <Controls id={id} view={view} needs="edit">
      <Button
        type="submit"
        size="sm"
        variant="primary"
        icon={BadgeCheck}
        name="intent"
        value="confirm-subscription"
        pending={pending}
      >
        Confirm subscription
      </Button>
    </Controls>
  );
}

interface ControlsFormProps {
  id: string;
  view: LogQuery;
  /** What the person must be allowed to do. */
  needs?: 'edit' | 'run';
  children: ReactNode;
}

function Controls({ id, view, needs = 'run', children }: ControlsFormProps) {
  return (
    <Permitted to={needs}>
      <Form method="post" action={logUrl(view)} preventScrollReset className="contents">
        <input type="hidden" name="executionId" value={id} />
        <FormKey />
        {children}
      </Form>
    </Permitted>
  );
}

function usePending(id: string): boolean {
  return useNavigation().formData?.get('executionId') === id;
}
