import { type ComponentType, lazy, Suspense, useState } from 'react';
import type { TestedCall } from '../../form/tested-call';
import { TestVariablesDialog, type TestVariablesDialogProps } from './test-variables-dialog';

/** Few visits test a call that uses variables, so its script is loaded when one does. The server, which must not wait, has it. */
const Shown: ComponentType<TestVariablesDialogProps> = import.meta.env.SSR
  ? TestVariablesDialog
  : lazy<ComponentType<TestVariablesDialogProps>>(() =>
      import('./test-variables-dialog').then(
        (loaded) => ({ default: loaded.TestVariablesDialog }),
        () => ({ default: () => null }),
      ),
    );

interface LazyTestVariablesDialogProps extends Omit<TestVariablesDialogProps, 'asked' | 'given' | 'onClose'> {
  tested: TestedCall | undefined;
}

/** Open from the answer that asks until another answer of a test or until it is closed, whatever is answered meanwhile. */
export function LazyTestVariablesDialog({ tested, ...props }: LazyTestVariablesDialogProps) {
  const [given] = useState(() => new Map<string, string>());
  const [seen, setSeen] = useState<TestedCall>();
  const [isClosed, setClosed] = useState(false);
  if (tested && tested !== seen) {
    setSeen(tested);
    setClosed(false);
  }
  if (isClosed || seen?.kind !== 'asked') return null;
  return (
    <Suspense>
      <Shown key={seen.callIndex} asked={seen} given={given} onClose={() => setClosed(true)} {...props} />
    </Suspense>
  );
}
