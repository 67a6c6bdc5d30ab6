import { Form, useNavigation } from '@remix-run/react';
import { Ban, RotateCcw, StepForward } from '~/components/icons/icons';
import { shortenId } from '~/components/log/short-id';
import { Button } from '~/components/ui/button';
import { TextLink } from '~/components/ui/link';
import { logUrl, type LogQuery } from '../filters/log-url';

const formId = 'selected-executions';

/**
 * The actions on all selected executions. With script the bar appears with the first selected one; without script it is
 * always there. It is at the foot of the window, so that no row moves under the pointer. The style sheet counts the
 * selected executions. The list stays meanwhile; a link shows it with the `newer` ones.
 */
export function SelectionControls({ view, newer }: { view: LogQuery; newer: number }) {
  const pending = useNavigation().formData?.has('selected') ?? false;
  return (
    <Form
      id={formId}
      method="post"
      action={logUrl(view)}
      preventScrollReset
      aria-label="Selected executions"
      className="sticky bottom-0 z-10 short:static flex flex-wrap items-center gap-2 border-t border-line bg-surface-raised/95 px-4 py-2.5 backdrop-blur-md sm:px-5 scripted:hidden scripted:group-has-[[name=selected]:checked]/list:flex"
    >
      <span className="mr-1 text-[0.8125rem] text-ink-muted after:ml-1 after:content-[counter(selected)]">
        Selected:
      </span>
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
      {newer > 0 && (
        <TextLink to={logUrl(view)} preventScrollReset className="ml-auto text-[0.8125rem]">
          {newer === 1 ? 'Show 1 newer execution' : `Show ${newer} newer executions`}
        </TextLink>
      )}
    </Form>
  );
}

/** The check box that selects an execution, with a larger area to press. The heading of the row tells the whole id. */
export function SelectionBox({ id }: { id: string }) {
  return (
    <label className="-m-2 flex p-2">
      <input
        form={formId}
        type="checkbox"
        name="selected"
        value={id}
        aria-label={`Select execution ${shortenId(id)}`}
        className="size-4"
      />
    </label>
  );
}
