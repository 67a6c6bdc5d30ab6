import { Banner } from '~/components/ui/banner';
import { lazyPart } from '~/components/network/lazy-part';
import { TestResult, type TestResultProps } from './test-result';

function PlainResult({ test: { statusCode, body, error } }: TestResultProps) {
  return (
    <Banner tone={error ? 'bad' : 'good'} title={error ?? `HTTP ${statusCode}`}>
      {body.slice(0, 2_000)}
    </Banner>
  );
}

/** Loaded when a test has a result. */
export const LazyTestResult = lazyPart(
  import.meta.env.SSR && TestResult,
  () => import('./test-result').then((loaded) => loaded.TestResult),
  { without: PlainResult },
);
