// Runs everything that failed again, once what was wrong with a target is over.
import { useSearchParams } from '@remix-run/react';
import { StepForward } from '~/components/icons/icons';
import { ReplayQuestion } from '~/components/dialog-form/replay-question';
import { LinkButton } from '~/components/ui/link';
import { Permitted, useMay } from '~/components/user/permitted';
import type { ReplayableFailures } from '~/services/runs/replay-failures';
import { asksToReplayAll, type LogQuery, logUrl, replayAllUrl } from '../filters/log-url';

/** Leads to the question, which says how many there are. */
export function ReplayAllFailed({ view }: { view: LogQuery }) {
  return (
    <Permitted to="run">
      <div className="flex flex-wrap items-center gap-x-4 gap-y-2 border-b border-line px-4 py-3 sm:px-5">
        <LinkButton to={replayAllUrl(view)} preventScrollReset size="sm" icon={StepForward}>
          Replay all failed…
        </LinkButton>
        <p className="min-w-0 flex-1 basis-60 text-[0.8125rem] text-ink-muted">
          From the call that failed, also those on older pages; 500 at a time. Tests and those that were
          replayed before are left out.
        </p>
      </div>
    </Permitted>
  );
}

interface QuestionProps {
  view: LogQuery;
  replayable: ReplayableFailures | null;
}

/** Asks before all failed executions are replayed, which may send hundreds of calls. */
export function ReplayAllQuestion({ view, replayable }: QuestionProps) {
  const [search] = useSearchParams();
  const mayRun = useMay().run;
  if (!replayable || !mayRun || !asksToReplayAll(search)) return null;
  return <ReplayQuestion replayable={replayable} action={logUrl(view)} intent="replay-all-failed" />;
}
