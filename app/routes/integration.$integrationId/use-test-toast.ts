import { useEffect, useRef } from 'react';
import { useToasts } from '~/components/ui/toast';
import { hasEnded } from '~/engine/run/execution-status';
import type { TestRun } from '~/services/test-runs/log';

type EndedTest = Pick<TestRun, 'id' | 'status' | 'errorMessage'>;

export function describeEnd({ status }: Pick<EndedTest, 'status'>): string {
  return status === 'completed' ? 'Test completed successfully' : 'Test completed with issues';
}

/** Says that the test which is followed has ended, wherever on the page one is by then. */
export function useTestToast(run: EndedTest | undefined): void {
  const toasts = useToasts();
  const ended = run && hasEnded(run.status) ? run.id : undefined;
  // Of one that had ended before the page came nobody waits to hear.
  const announced = useRef(ended);
  useEffect(() => {
    if (!run || ended === undefined || announced.current === ended) return;
    announced.current = ended;
    toasts.add({
      tone: run.status === 'completed' ? 'success' : 'destructive',
      title: describeEnd(run),
      ...(run.errorMessage !== null && { description: run.errorMessage }),
      durationMs: 3000,
    });
  }, [run, ended, toasts]);
}
