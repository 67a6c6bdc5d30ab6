import { Form, useNavigation } from '@remix-run/react';
import { StepForward } from '~/components/icons/icons';
import { Button } from '~/components/ui/button';
import { type LogQuery, logUrl } from '../filters/log-url';

/** Runs everything that failed again, once what was wrong with a target is over. */
export function ReplayAllFailed({ view }: { view: LogQuery }) {
  const pending = useNavigation().formData?.get('intent') === 'replay-all-failed';
  return (
    <Form
      method="post"
      action={logUrl(view)}
      preventScrollReset
      className="flex flex-wrap items-center gap-x-4 gap-y-2 border-b border-line px-4 py-3 sm:px-5"
    >
      <Button
        type="submit"
        size="sm"
        icon={StepForward}
        name="intent"
        value="replay-all-failed"
        pending={pending}
      >
        Replay all failed
      </Button>
      <p className="min-w-0 flex-1 basis-60 text-[0.8125rem] text-ink-muted">
        From the call that failed, also those on older pages; 500 at a time. Those that were replayed before
        are left out.
      </p>
    </Form>
  );
}
