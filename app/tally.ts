// Counters that are counted in plain numbers.
import { Counter, type Registry } from 'prom-client';

/** Adds a counter with one label, for which counting is one addition. Returns the function that counts. */
export function addTally<Label extends string | number>(
  registry: Registry,
  { name, help, label, known }: { name: string; help: string; label: string; known: readonly Label[] },
): (value: Label) => void {
  const counts = new Map<Label, number>(known.map((value) => [value, 0]));
  const counter = new Counter({
    name,
    help,
    labelNames: [label],
    registers: [],
    collect() {
      this.reset();
      for (const [value, count] of counts) this.inc({ [label]: String(value) }, count);
    },
  });
  registry.registerMetric(counter);
  return (value) => void counts.set(value, (counts.get(value) ?? 0) + 1);
}
