// Runs everything that failed again, once what was wrong with a target is over.
import { useSearchParams } from '@remix-run/react';
import { describeNoneToReplay } from '~/engine/replays/none-to-replay';
import { formatCount } from '~/engine/texts/format-count';
import { StepForward } from '~/components/icons/icons';
import { ConfirmDialog } from '~/components/dialog-form/confirm-dialog';
import { Dialog, DialogActions } from '~/components/ui/dialog';
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
  const { count, replayedBefore, hasMore } = replayable;
  const action = logUrl(view);
  const before = `${formatCount(replayedBefore)} ${replayedBefore === 1 ? 'was' : 'were'} replayed before.`;
  if (count === 0) {
    return (
      <Dialog
        title="Nothing to replay"
        text={`${describeNoneToReplay(hasMore)}${replayedBefore > 0 ? ` ${before}` : ''}`}
        closeTo={action}
      >
        <DialogActions>
          <LinkButton to={action} preventScrollReset>
            Close
          </LinkButton>
        </DialogActions>
      </Dialog>
    );
  }
  const subject = count === 1 ? '1 failed execution' : `${formatCount(count)} failed executions`;
  const sentences = [
    count === 1
      ? 'It continues from the call that failed.'
      : 'They continue from the call that failed, the oldest first.',
    'That call and those after it are sent.',
    hasMore && 'There are more: replay again for those.',
    replayedBefore > 0 && before,
  ];
  return (
    <ConfirmDialog
      title={`Replay ${subject}?`}
      text={sentences.filter(Boolean).join(' ')}
      action={action}
      intent="replay-all-failed"
      confirm={count === 1 ? 'Replay it' : `Replay ${formatCount(count)}`}
      pendingText="Replaying..."
      variant="primary"
    />
  );
}
