import { useEffect, useRef } from 'react';
import { useToasts } from '~/components/ui/toast';
import { hasEnded } from '~/engine/run/execution-status';
import type { TestRun } from '~/services/test-runs/log';

type EndedTest = Pick<TestRun, 'id' | 'status' | 'errorMessage'>;

export function describeEnd({ status }: Pick<EndedTest, 'status'>): string {
  return status === 'completed' ? 'Test completed successfully' : 'Test completed with issues';
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
      tone: run.status === 'completed' ? 'success' : 'destructive',
      title: describeEnd(run),
      ...(run.errorMessage !== null && { description: run.errorMessage }),
      durationMs: 3000,
    });
  }, [run, ended, toasts]);
}
