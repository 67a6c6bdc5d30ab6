// The loop that makes automatic replays. It may run in several processes: a transaction makes each replay once.
import type { AppContext } from '~/context';
import { createRepeatedErrors } from '~/repeated-errors';
import { makeDueReplays } from '~/services/runs/automatic-replays';
import { createRepeatingLoop, type RepeatingLoop } from './repeating-loop';

const pollMs = 1_000;

export function createReplayLoop(context: AppContext): RepeatingLoop {
  const errors = createRepeatedErrors(context.log);
  return createRepeatingLoop(async () => ((await makeDueReplays(context)) ? 0 : pollMs), {
    onError: (error) => errors.error({ err: error }, 'executions could not be replayed automatically'),
    restMs: pollMs,
  });
}
