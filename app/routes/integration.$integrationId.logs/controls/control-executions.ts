import type { AppContext } from '~/context';
import { describeProblem, type Problem } from '~/problem';
import type { Actor } from '~/services/actor';
import { cancelExecution, replayExecution } from '~/services/runs/control';

const doneWords = {
  'cancel-selected': 'cancelled',
  'replay-selected': 'replayed',
  'replay-failed-selected': 'replayed from the failed call',
};

export type SelectionIntent = keyof typeof doneWords;

export function isSelectionIntent(intent: unknown): intent is SelectionIntent {
  return typeof intent === 'string' && intent in doneWords;
}

interface Selection {
  integrationId: string;
  intent: SelectionIntent;
  selected: string[];
}

/** More than stands on a page was not selected on one. */
const maxSelected = 20;

/** Does the same with each of some executions, the oldest first, and says for how many it could be done. */
export async function controlExecutions(context: AppContext, actor: Actor, selection: Selection) {
  const { integrationId, intent, selected } = selection;
  if (selected.length === 0) {
    return {
      tone: 'destructive' as const,
      title: 'No execution is selected',
      description: 'Tick the boxes of the executions first.',
    };
  }
  const refused: Problem[] = [];
  const ids = selected.slice(0, maxSelected).toSorted();
  for (const executionId of ids) {
    const outcome = await control(context, actor, { integrationId, executionId }, intent);
    if (outcome.kind !== 'queued' && outcome.kind !== 'cancelled') refused.push(outcome);
  }
  const done = ids.length - refused.length;
  const [problem] = refused;
  return {
    tone: problem ? ('destructive' as const) : ('success' as const),
    title: `${done} ${done === 1 ? 'execution' : 'executions'} ${doneWords[intent]}`,
    ...(problem && { description: `${refused.length} not: ${describeProblem(problem).body.message}` }),
  };
}

function control(
  context: AppContext,
  actor: Actor,
  target: { integrationId: string; executionId: string },
  intent: SelectionIntent,
) {
  if (intent === 'cancel-selected') return cancelExecution(context, actor, target);
  const from = intent === 'replay-selected' ? 'start' : 'failed';
  return replayExecution(context, actor, { ...target, from });
}
