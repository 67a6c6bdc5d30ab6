import { useEffect, useRef } from 'react';
import { useToasts } from '~/components/ui/toast';
import { hasEnded } from '~/engine/run/execution-status';
import type { TestRun } from '~/services/test-runs/log';

type EndedTest = Pick<TestRun, 'id' | 'status' | 'errorMessage' | 'failedItems'>;

export function describeEnd({ status, failedItems }: Pick<EndedTest, 'status' | 'failedItems'>): string {
  if (status !== 'completed') return 'Test completed with issues';
  return failedItems ? `Test completed; ${failedItems}` : 'Test completed successfully';
}

/** Shows a toast when the shown test ends, wherever the user is on the page. */
export function useTestToast(run: EndedTest | undefined): void {
  const toasts = useToasts();
  const ended = run && hasEnded(run.status) ? run.id : undefined;
  // A test that had ended before the page loaded gets no toast.
  const announced = useRef(ended);
  useEffect(() => {
    if (!run || ended === undefined || announced.current === ended) return;
    announced.current = ended;
    toasts.add({
      tone: run.status === 'completed' && !run.failedItems ? 'success' : 'destructive',
      title: describeEnd(run),
      ...(run.errorMessage !== null && { description: run.errorMessage }),
      durationMs: 3000,
    });
  }, [run, ended, toasts]);
}
