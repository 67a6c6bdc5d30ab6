import { type ComponentType, lazy, Suspense } from 'react';
import { Banner } from '~/components/ui/banner';
import { TestResult, type TestResultProps } from './test-result';

/** Loaded when a test has an answer. What the server drew stays until it is there; the server has it already. */
const Result: ComponentType<TestResultProps> = import.meta.env.SSR
  ? TestResult
  : lazy<ComponentType<TestResultProps>>(() =>
      import('./test-result').then(
        (loaded) => ({ default: loaded.TestResult }),
        () => ({ default: PlainResult }),
      ),
    );

export function LazyTestResult(props: TestResultProps) {
  return (
    <Suspense>
      <Result {...props} />
    </Suspense>
  );
}

/** When the network is gone by then. */
function PlainResult({ test: { statusCode, body, error } }: TestResultProps) {
  return (
    <Banner tone={error ? 'bad' : 'good'} title={error ?? `HTTP ${statusCode}`}>
      {body.slice(0, 2_000)}
    </Banner>
  );
}
