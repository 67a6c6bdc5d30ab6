// Computes the heights of bars, lines and figures in the chart of days. Only the server scales; the browser gets
// numbers to draw.
import { scaleLinear } from 'd3-scale';
import type { DayCounts, ExecutionDay } from '~/db/executions/daily-counts';

export type CountedEnding = keyof DayCounts;

export interface DailyChart {
  /** The counts of all days together. */
  totals: DayCounts;
  /** The height in pixels. */
  height: number;
  /** Horizontal lines with their figures, the lowest first. */
  lines: { y: number; figure: string }[];
  days: ChartDay[];
}

export interface ChartDay extends DayCounts {
  /** '2026-03-09' */
  date: string;
  /** For example '9'. */
  dayOfMonth: string;
  /** For example 'Mar'; set on the first day shown and on the first of a month. */
  month: string | undefined;
  /** The parts of the bar from bottom to top; an ending without executions has none. */
  parts: { ending: CountedEnding; y: number; height: number }[];
}

const height = 160;
/** The least height of a part, so that a single failure among thousands is visible. */
const smallestPart = 4;
/** The space for the smallest parts above the highest bar. */
const headroom = 2 * smallestPart;
const lineCount = 4;
const endings: CountedEnding[] = ['completed', 'cancelled', 'failed'];

const figures = new Intl.NumberFormat('en', { notation: 'compact', maximumFractionDigits: 1 });
const months = new Intl.DateTimeFormat('en', { month: 'short', timeZone: 'UTC' });

/** Computes the chart of consecutive days, the oldest first. */
export function drawDailyChart(days: ExecutionDay[]): DailyChart {
  const highest = Math.max(...days.map(({ completed, failed, cancelled }) => completed + failed + cancelled));
  // The domain has at least `lineCount` executions, so that all lines are at whole numbers.
  const up = scaleLinear([0, Math.max(lineCount, highest)], [height, headroom]).nice(lineCount);
  return {
    totals: {
      completed: sumOf(days, 'completed'),
      failed: sumOf(days, 'failed'),
      cancelled: sumOf(days, 'cancelled'),
    },
    height,
    lines: up.ticks(lineCount).map((value) => ({ y: round(up(value)), figure: figures.format(value) })),
    days: days.map(({ startsAt, ...counts }, index) => {
      const date = new Date(startsAt);
      const isFirst = index === 0 || date.getUTCDate() === 1;
      return {
        ...counts,
        date: date.toISOString().slice(0, 10),
        dayOfMonth: String(date.getUTCDate()),
        month: isFirst ? months.format(date) : undefined,
        parts: stack(counts, (count) => height - up(count)),
      };
    }),
  };
}

function stack(counts: DayCounts, heightOf: (count: number) => number): ChartDay['parts'] {
  let top = height;
  return endings.flatMap((ending) => {
    if (counts[ending] === 0) return [];
    const part = Math.max(smallestPart, heightOf(counts[ending]));
    top -= part;
    return [{ ending, y: round(top), height: round(part) }];
  });
}

function sumOf(days: ExecutionDay[], ending: CountedEnding): number {
  return days.reduce((sum, day) => sum + day[ending], 0);
}

/** Rounds to two decimal places, a hundredth of a pixel. */
function round(value: number): number {
  return Math.round(value * 100) / 100;
}
