import type { AppContext } from '~/context';
import type { Problem } from '~/problem';
import type { Actor } from '../actor';
import type { ReplayFrom } from './replay';
import { cancelExecution, replayExecution } from './control';

export type Control = { kind: 'cancel' } | { kind: 'replay'; from: 'start' | ReplayFrom };

/** What became of one of them; `queued` names the execution that repeats it. */
export interface Controlled {
  executionId: string;
  outcome: { kind: 'cancelled' } | { kind: 'queued'; executionId: string } | Problem;
}

/** Does the same with each of some executions of an integration, the oldest first. One that cannot be is no hindrance to the others. */
export async function controlEach(
  context: AppContext,
  actor: Actor,
  {
    integrationId,
    executionIds,
    control,
  }: { integrationId: string; executionIds: string[]; control: Control },
): Promise<Controlled[]> {
  const done: Controlled[] = [];
  for (const executionId of [...new Set(executionIds)].toSorted()) {
    const target = { integrationId, executionId };
    const outcome =
      control.kind === 'cancel'
        ? await cancelExecution(context, actor, target)
        : await replayExecution(context, actor, { ...target, from: control.from });
    done.push({ executionId, outcome });
  }
  return done;
}
