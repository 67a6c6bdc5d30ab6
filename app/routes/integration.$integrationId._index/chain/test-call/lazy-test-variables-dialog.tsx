import { useState } from 'react';
import { lazyPart, Nothing } from '~/components/network/lazy-part';
import type { TestedCall } from '../../form/tested-call';
import { TestVariablesDialog, type TestVariablesDialogProps } from './test-variables-dialog';

/** Loaded on demand, since few visits test a call that uses variables. */
const Shown = lazyPart(
  import.meta.env.SSR && TestVariablesDialog,
  () => import('./test-variables-dialog').then((loaded) => loaded.TestVariablesDialog),
  { without: Nothing },
);

interface LazyTestVariablesDialogProps extends Omit<TestVariablesDialogProps, 'asked' | 'onClose'> {
  tested: TestedCall | undefined;
}

/** Asks for variables from the response that names them until the next response of a test, or until the user closes it. */
export function LazyTestVariablesDialog({ tested, ...props }: LazyTestVariablesDialogProps) {
  const [seen, setSeen] = useState<TestedCall>();
  const [isClosed, setClosed] = useState(false);
  if (tested && tested !== seen) {
    setSeen(tested);
    setClosed(false);
  }
  if (isClosed || seen?.kind !== 'asked') return null;
  return <Shown key={seen.callIndex} asked={seen} onClose={() => setClosed(true)} {...props} />;
}
