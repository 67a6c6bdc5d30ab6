// A histogram of durations for which counting is one addition. prom-client creates, checks and hashes an object of labels at
// each observation, which would cost each delivery a microsecond. The library still writes the metric as text.
import { Histogram, type Registry } from 'prom-client';

interface Described {
  name: string;
  help: string;
  /** Upper bounds in seconds, ascending. */
  buckets: readonly number[];
}

interface Series {
  labels: Record<string, string>;
  /** The observations of each bucket that the bucket before does not hold; the last number is those beyond all bounds. */
  counts: number[];
  sumSeconds: number;
}

class CountedHistogram extends Histogram {
  constructor(
    private readonly described: Described,
    private readonly series: readonly Series[],
  ) {
    const labelNames = Object.keys(series[0]?.labels ?? {});
    super({ ...described, buckets: [...described.buckets], labelNames, registers: [] });
  }

  /** Called by prom-client for its text format and for `get`. */
  async getForPromString() {
    const { name, help } = this.described;
    const values = this.series.flatMap((series) => this.list(series));
    return { name, help, type: 'histogram', aggregator: 'sum', values };
  }

  /** Buckets are cumulative: https://prometheus.io/docs/concepts/metric_types/#histogram */
  private list({ labels, counts, sumSeconds }: Series) {
    const { name, buckets } = this.described;
    let count = 0;
    const listed = counts.map((added, index) => {
      count += added;
      const le = buckets[index] ?? '+Inf';
      return { metricName: `${name}_bucket`, labels: { le, ...labels }, value: count };
    });
    const sum = { metricName: `${name}_sum`, labels, value: sumSeconds };
    return [...listed, sum, { metricName: `${name}_count`, labels, value: count }];
  }
}

/**
 * Adds a histogram to the registry. `series`: the labels of each series, by the caller's name for it. All series exist from
 * the start, and no others. Returns the function that counts a duration, in milliseconds, in one of them.
 */
export function addDurations<Name extends string>(
  registry: Registry,
  described: Described,
  series: Record<Name, Record<string, string>>,
): (name: Name, durationMs: number) => void {
  const { buckets } = described;
  const counted = new Map<string, Series>();
  for (const [name, labels] of Object.entries<Record<string, string>>(series)) {
    counted.set(name, { labels, counts: Array.from({ length: buckets.length + 1 }, () => 0), sumSeconds: 0 });
  }
  registry.registerMetric(new CountedHistogram(described, [...counted.values()]));
  return (name, durationMs) => {
    const found = counted.get(name);
    if (!found) return;
    const seconds = durationMs / 1000;
    let index = 0;
    while (index < buckets.length && seconds > (buckets[index] ?? 0)) index += 1;
    found.counts[index] = (found.counts[index] ?? 0) + 1;
    found.sumSeconds += seconds;
  };
}
