import type { TestData } from '~/services/test-data';
import type { TestView } from './test-view';

type Source = NonNullable<TestView['data']>;

/** What the field for trigger data holds at first, and what else it can be filled with. */
export interface FilledData {
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
export function fillData(data: TestData, chosen: Source | null, tested: string | undefined): FilledData {
  const sources = labels
    .filter(([source]) => source === 'none' || data[source] !== undefined)
    .map(([source, label]) => ({ source, label }));
  if (!chosen && tested !== undefined) return { text: tested, source: null, sources };
  const source = sources.find((each) => each.source === chosen)?.source ?? sources[0]?.source ?? 'none';
  return { text: source === 'none' ? '' : (data[source] ?? ''), source, sources };
}
