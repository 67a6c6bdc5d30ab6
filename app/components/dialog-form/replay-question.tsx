import { describeNoneToReplay } from '~/engine/replays/none-to-replay';
import { formatCount } from '~/engine/texts/format-count';
import { Dialog, DialogActions } from '../ui/dialog';
import { LinkButton } from '../ui/link';
import { ConfirmDialog } from './confirm-dialog';

interface ReplayQuestionProps {
  /** How many failed executions would be replayed, how many were before, and whether there are more. */
  replayable: { count: number; replayedBefore: number; hasMore: boolean };
  /** The address without the question, to which the form is sent. */
  action: string;
  intent: string;
  fields?: Record<string, string>;
}

/** Asks before failed executions are replayed, which may send hundreds of calls, or says that there are none. */
export function ReplayQuestion({ replayable, action, intent, fields }: ReplayQuestionProps) {
  const { count, replayedBefore, hasMore } = replayable;
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
      intent={intent}
      fields={fields}
      confirm={count === 1 ? 'Replay it' : `Replay ${formatCount(count)}`}
      pendingText="Replaying..."
      variant="primary"
    />
  );
}
