import type { AppContext } from '~/context';
import { describeProblem } from '~/problem';
import type { Actor } from '~/services/actor';
import { type Control, controlEach, countControlled } from '~/services/runs/control-many';
import {
  countReplayable,
  describeReplayed,
  type ReplayableFailures,
  replayFailures,
} from '~/services/runs/replay-failures';
import { readTimes } from '../filters/load-page';
import { asksToReplayAll, listsAllFailed, type LogQuery } from '../filters/log-url';

const doneWords = {
  'cancel-selected': 'cancelled',
  'replay-selected': 'replayed',
  'replay-failed-selected': 'replayed from the failed call',
};

type SelectionIntent = keyof typeof doneWords;

const controls: Record<SelectionIntent, Control> = {
  'cancel-selected': { kind: 'cancel' },
  'replay-selected': { kind: 'replay', from: 'start', again: false },
  'replay-failed-selected': { kind: 'replay', from: 'failed', again: false },
};

export function isSelectionIntent(intent: unknown): intent is SelectionIntent {
  return typeof intent === 'string' && intent in doneWords;
}

interface Selection {
  integrationId: string;
  intent: SelectionIntent;
  selected: string[];
}

/** The most executions that one press controls; a page lists no more. */
const maxSelected = 20;

/** Cancels or replays each selected execution, the oldest first. Returns a toast with the numbers of successes and refusals. */
export async function controlExecutions(context: AppContext, actor: Actor, selection: Selection) {
  const { integrationId, intent, selected } = selection;
  if (selected.length === 0) {
    return {
      tone: 'destructive' as const,
      title: 'No execution is selected',
      description: 'Select executions first.',
    };
  }
  const executionIds = selected.slice(0, maxSelected);
  const controlled = await controlEach(context, actor, {
    integrationId,
    executionIds,
    control: controls[intent],
  });
  const { done, replayedBefore, refused, problem } = countControlled(controlled);
  const sentences = [
    ...(replayedBefore > 0
      ? [
          `${replayedBefore} ${replayedBefore === 1 ? 'was' : 'were'} replayed before. Open an execution to replay it once more.`,
        ]
      : []),
    ...(problem ? [`${refused} not: ${describeProblem(problem).body.message}`] : []),
  ];
  return {
    tone: problem ? ('destructive' as const) : ('success' as const),
    title: `${done} ${done === 1 ? 'execution' : 'executions'} ${doneWords[intent]}`,
    ...(sentences.length > 0 && { description: sentences.join(' ') }),
  };
}

/** Counts what {@link replayAllFailed} would replay; null when the address does not ask about it. */
export async function countAllFailed(
  context: AppContext,
  owner: Pick<Actor, 'organizationId'>,
  view: LogQuery,
  search: URLSearchParams,
): Promise<ReplayableFailures | null> {
  if (!asksToReplayAll(search) || !listsAllFailed(view)) return null;
  return countReplayable(context, owner, describeFailed(context, view));
}

function describeFailed({ now }: AppContext, view: LogQuery) {
  return { integrationId: view.integrationId, from: 0, to: now(), ...readTimes(view) };
}

/** Replays the failed executions of the times that the view shows. Returns a toast with what became of them. */
export async function replayAllFailed(context: AppContext, actor: Actor, view: LogQuery) {
  const replayed = await replayFailures(context, actor, describeFailed(context, view));
  const tone = replayed.refused > 0 ? ('destructive' as const) : ('success' as const);
  return { tone, ...describeReplayed(replayed) };
}
