import { type ComponentType, lazy, Suspense, useState } from 'react';
import type { TestedCall } from './tested-call';
import { TestVariables, type TestVariablesProps } from './test-variables';

/** Few visits test a call that uses variables, so its script is loaded when one does. The server, which must not wait, has it. */
const Shown: ComponentType<TestVariablesProps> = import.meta.env.SSR
  ? TestVariables
  : lazy<ComponentType<TestVariablesProps>>(() =>
      import('./test-variables').then(
        (loaded) => ({ default: loaded.TestVariables }),
        () => ({ default: () => null }),
      ),
    );

interface LaterTestVariablesProps extends Omit<TestVariablesProps, 'asked' | 'given' | 'onClose'> {
  tested: TestedCall | undefined;
}

/** Open from the answer that asks until another answer of a test or until it is closed, whatever is answered meanwhile. */
export function LaterTestVariables({ tested, ...props }: LaterTestVariablesProps) {
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
