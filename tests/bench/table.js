// Every figure with its bar, in one table at the end.

/** @type {{ what: string, figure: string, bar: string, verdict: string }[]} */
const rows = [];

/**
 * Notes a figure; a bar that is missed fails the bench.
 * @param {string} what
 * @param {{ figure: string, bar: string, holds: boolean }} result
 */
export function note(what, { figure, bar, holds }) {
  rows.push({ what, figure, bar, verdict: holds ? 'holds' : 'MISSED' });
  if (!holds) process.exitCode = 1;
}

/**
 * A figure that must not be larger than its bar.
 * @param {string} what
 * @param {number} value
 * @param {number} bar
 * @param {string} unit
 */
export function noteAtMost(what, value, bar, unit) {
  note(what, { figure: `${value.toFixed(1)} ${unit}`, bar: `≤ ${bar} ${unit}`, holds: value <= bar });
}

/**
 * A figure without a bar, to be compared with that of another day or commit.
 * @param {string} what
 * @param {string} figure
 */
export function tell(what, figure) {
  rows.push({ what, figure, bar: '', verdict: '' });
}

/**
 * A figure that this machine cannot give.
 * @param {string} what
 * @param {string} reason
 */
export function leaveOut(what, reason) {
  rows.push({ what, figure: 'left out', bar: '', verdict: reason });
}

export function printTable() {
  const columns = [
    rows.map(({ what }) => what),
    rows.map(({ figure }) => figure),
    rows.map(({ bar }) => bar),
  ];
  const widths = columns.map((cells) => Math.max(...cells.map((cell) => cell.length)));
  process.stdout.write('\n');
  for (const { what, figure, bar, verdict } of rows) {
    const cells = [what, figure, bar].map((cell, at) => cell.padEnd(widths[at] ?? 0));
    process.stdout.write(`${[...cells, verdict].join('   ').trimEnd()}\n`);
  }
}

/**
 * @param {number[]} values
 * @param {number} share
 */
export function percentile(values, share) {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN;
}
