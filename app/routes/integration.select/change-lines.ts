import { describeProblem, type Problem } from '~/problem';
import type { Changed } from '~/services/integrations/many/change-each';
import type { ChangeOutcome } from './kept-change.server';

/** What became of an integration, as the screen lists it. */
export interface ChangeLine {
  id: string;
  /** Null for one that was deleted meanwhile, or that the person may not know any more. */
  name: string | null;
  outcome: 'done' | 'same' | 'not';
  /** Why it was not done. */
  message: string | null;
}

/** Returns the outcome of a change as the screen lists it. */
export function describeOutcome({ change, changed }: ChangeOutcome) {
  const lines = changed.map((each) => describe(each, change));
  // Those that need a look come first.
  return { change, lines: [...lines.filter(isNotDone), ...lines.filter((line) => !isNotDone(line))] };
}

function isNotDone({ outcome }: ChangeLine): boolean {
  return outcome === 'not';
}

function describe({ id, name, outcome }: Changed, change: ChangeOutcome['change']): ChangeLine {
  if (outcome.kind === 'done' || outcome.kind === 'same') {
    return { id, name, outcome: outcome.kind, message: null };
  }
  const isDeleted = change === 'delete' && outcome.kind === 'not-found';
  return isDeleted
    ? { id, name, outcome: 'same', message: null }
    : { id, name, outcome: 'not', message: describeRefusal(outcome) };
}

function describeRefusal(problem: Problem): string {
  if (problem.kind === 'not-found') return 'It was deleted meanwhile.';
  const { body } = describeProblem(problem);
  return Object.values(body.fields ?? {}).flat()[0] ?? body.message;
}
