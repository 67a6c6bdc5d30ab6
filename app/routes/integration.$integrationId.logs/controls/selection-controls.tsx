import { Form, useNavigation } from '@remix-run/react';
import { Ban, RotateCcw, StepForward } from 'lucide-react';
import { Button } from '~/components/ui/button';
import { Checkbox } from '~/components/ui/fields/checkbox';
import { describeField } from '~/components/ui/fields/field';
import { logUrl, type LogQuery } from '../filters/log-url';

const formId = 'selected-executions';

/** What can be done with the ticked executions at once. */
export function SelectionControls({ view }: { view: LogQuery }) {
  const pending = useNavigation().formData?.has('selected') ?? false;
  return (
    <Form
      id={formId}
      method="post"
      action={logUrl(view)}
      preventScrollReset
      aria-label="Selected executions"
      className="flex flex-wrap items-center gap-2 border-b border-line bg-surface-sunken px-5 py-2.5 sm:px-6"
    >
      <span className="mr-1 text-[0.8125rem] text-ink-muted">Selected:</span>
      <Button
        type="submit"
        size="sm"
        icon={RotateCcw}
        name="intent"
        value="replay-selected"
        pending={pending}
      >
        Replay
      </Button>
      <Button
        type="submit"
        size="sm"
        icon={StepForward}
        name="intent"
        value="replay-failed-selected"
        pending={pending}
      >
        Replay from failed call
      </Button>
      <Button type="submit" size="sm" icon={Ban} name="intent" value="cancel-selected" pending={pending}>
        Cancel
      </Button>
    </Form>
  );
}

/** The box that selects an execution. */
export function SelectionBox({ id }: { id: string }) {
  return (
    <Checkbox
      field={describeField('selected', { id: `select-${id}`, formId })}
      value={id}
      label={<span className="sr-only">Select execution {id}</span>}
    />
  );
}
