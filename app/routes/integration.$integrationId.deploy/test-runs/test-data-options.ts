import type { TestData } from '~/services/test-runs/input-data';
import type { DataSource } from './test-runs-url';

/** What there is to test with; also of the execution that the user came from. */
type OfferedData = TestData & { execution?: string | undefined };

/** The sources that can fill the field for trigger data. */
export interface OfferedTestData {
  /** The source that has filled it; null when it is other data, of the shown test. */
  source: DataSource | null;
  sources: { source: DataSource; label: string }[];
}

const labels: [DataSource, string][] = [
  ['execution', 'Chosen execution'],
  ['last', 'Last real payload'],
  ['sample', 'Captured sample'],
  ['example', 'Example'],
  ['none', 'Empty'],
];

/** Chooses the initial trigger data: of the chosen source, or else `tested`, so that the next test can use the same. */
export function chooseTestData(
  data: OfferedData,
  chosen: DataSource | null,
  tested: string | undefined,
): OfferedTestData & { text: string } {
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

function textOf(data: OfferedData, source: DataSource): string {
  return source === 'none' ? '' : (data[source] ?? '');
}
