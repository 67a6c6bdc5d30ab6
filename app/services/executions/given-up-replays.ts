// Tells the operator of automatic replays that do not come, since their executions were removed.
import type { AppContext } from '~/context';

/** `because` says in a few words why they were removed. */
export function noteGivenUpReplays(
  { log, metrics }: Pick<AppContext, 'log' | 'metrics'>,
  replays: number,
  because: string,
): void {
  if (replays === 0) return;
  for (let counted = 0; counted < replays; counted += 1) metrics.countAutomaticReplay('given_up');
  log.warn({ replays, because }, 'automatic replays were given up, since their executions were removed');
}
