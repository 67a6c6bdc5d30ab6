import type { TestData } from '~/services/test-runs/input-data';
import type { TestRunsQuery } from './test-runs-url';

type Source = NonNullable<TestRunsQuery['data']>;

/** The initial text of the field for trigger data, and the sources that can fill it. */
export interface TestDataOptions {
  text: string;
  /** The source of `text`; null when it is other data, of the shown test. */
  source: Source | null;
  sources: { source: Source; label: string }[];
}

const labels: [Source, string][] = [
  ['last', 'Last real payload'],
  ['sample', 'Captured sample'],
  ['example', 'Example'],
  ['none', 'Empty'],
];

/** Chooses the initial trigger data: of the chosen source, or else `tested`, so that the next test can use the same. */
export function chooseTestData(
  data: TestData,
  chosen: Source | null,
  tested: string | undefined,
): TestDataOptions {
  const sources = labels
    .filter(([source]) => source === 'none' || data[source] !== undefined)
    .map(([source, label]) => ({ source, label }));
  if (!chosen && tested !== undefined) {
    const same = sources.find((each) => textOf(data, each.source) === tested);
    return { text: tested, source: same?.source ?? null, sources };
  }
  const source = sources.find((each) => each.source === chosen)?.source ?? sources[0]?.source ?? 'none';
  return { text: textOf(data, source), source, sources };
}

function textOf(data: TestData, source: Source): string {
  return source === 'none' ? '' : (data[source] ?? '');
}
