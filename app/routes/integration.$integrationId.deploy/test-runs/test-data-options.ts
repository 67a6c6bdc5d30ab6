import type { TestData } from '~/services/test-runs/input-data';
import type { TestRunsQuery } from './test-runs-url';

type Source = NonNullable<TestRunsQuery['data']>;

/** What the field for trigger data holds at first, and what else it can be filled with. */
export interface TestDataOptions {
  text: string;
  /** Null when it is that of the test that is followed. */
  source: Source | null;
  sources: { source: Source; label: string }[];
}

const labels: [Source, string][] = [
  ['last', 'Last real payload'],
  ['sample', 'Captured sample'],
  ['example', 'Example'],
  ['none', 'Empty'],
];

/** A test that is followed was run with `tested`, so that the next one can be run with the same. */
export function chooseTestData(
  data: TestData,
  chosen: Source | null,
  tested: string | undefined,
): TestDataOptions {
  const sources = labels
    .filter(([source]) => source === 'none' || data[source] !== undefined)
    .map(([source, label]) => ({ source, label }));
  if (!chosen && tested !== undefined) return { text: tested, source: null, sources };
  const source = sources.find((each) => each.source === chosen)?.source ?? sources[0]?.source ?? 'none';
  return { text: source === 'none' ? '' : (data[source] ?? ''), source, sources };
}
