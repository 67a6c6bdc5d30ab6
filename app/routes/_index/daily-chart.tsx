import { formatCount } from '~/engine/texts/format-count';
import { useYieldPoint } from '~/components/network/yield-point';
import { joinClassNames } from '~/components/ui/class-names';
import type { ChartDay, DailyChart as Chart, CountedEnding } from './daily-chart.server';

/** Each ending has a colour and a pattern, for users who cannot tell the colours apart. */
const endings: { ending: CountedEnding; label: string; fill: string }[] = [
  { ending: 'completed', label: 'Completed', fill: 'fill-good' },
  { ending: 'failed', label: 'Failed', fill: 'fill-[url(#chart-failed)]' },
  { ending: 'cancelled', label: 'Cancelled', fill: 'fill-[url(#chart-cancelled)]' },
];

const fills = Object.fromEntries(endings.map(({ ending, fill }) => [ending, fill]));

/** Shows how many executions ended on each of the last days, by ending. */
export function DailyChart({ chart }: { chart: Chart }) {
  useYieldPoint();
  const { totals, days } = chart;
  const total = totals.completed + totals.failed + totals.cancelled;
  return (
    <figure className="mt-10 min-w-0 rounded-lg border border-line bg-surface-raised p-4 shadow-raised sm:p-5">
      <figcaption className="flex flex-wrap items-start justify-between gap-x-6 gap-y-3">
        <div>
          <h2 className="text-base font-medium">Executions of the last {days.length} days</h2>
          <p className="mt-1 text-[0.8125rem] text-ink-muted">By the day they ended, in UTC.</p>
        </div>
        {total > 0 && <Legend totals={totals} />}
      </figcaption>
      {total > 0 ? (
        <>
          <Drawing chart={chart} />
          <DayTable days={days} />
        </>
      ) : (
        <p className="mt-4 text-ink-muted">No runs in the last {days.length} days.</p>
      )}
    </figure>
  );
}

function Legend({ totals }: Pick<Chart, 'totals'>) {
  return (
    <ul className="flex flex-wrap gap-x-5 gap-y-1 text-[0.8125rem]">
      {endings.map(({ ending, label, fill }) => (
        <li key={ending} className="flex items-center gap-2">
          <svg aria-hidden className="size-3.5 shrink-0">
            <rect width="100%" height="100%" rx="3" className={fill} />
          </svg>
          <span className="text-ink-muted">{label}</span>
          <span className="font-medium tabular-nums">{formatCount(totals[ending])}</span>
        </li>
      ))}
    </ul>
  );
}

/** The space above the highest line for its figure, and between the bars and the figures of their days. */
const above = 8;
const belowBars = 4;
const axis = 40;

function Drawing({ chart: { height, lines, days } }: { chart: Chart }) {
  const whole = above + height + axis;
  const share = 100 / days.length;
  return (
    <div aria-hidden className="@container mt-5 flex gap-2 text-[0.75rem]">
      <svg width="2.8em" height={whole} className="shrink-0 fill-ink-muted tabular-nums">
        {lines.map(({ y, figure }) => (
          <text key={y} x="100%" y={above + y} dy="0.32em" textAnchor="end">
            {figure}
          </text>
        ))}
      </svg>
      <svg height={whole} overflow="visible" className="min-w-0 grow">
        <defs>
          <pattern id="chart-failed" width="6" height="6" patternUnits="userSpaceOnUse">
            <rect width="6" height="6" className="fill-bad" />
            <path d="M-1.5 1.5l3-3M0 6L6 0M4.5 7.5l3-3" className="stroke-surface-raised" strokeWidth="1.5" />
          </pattern>
          <pattern id="chart-cancelled" width="4" height="4" patternUnits="userSpaceOnUse">
            <rect width="4" height="4" className="fill-surface-hover" />
            <circle cx="2" cy="2" r="1.2" className="fill-line-strong" />
          </pattern>
        </defs>
        <svg y={above} height={height} overflow="visible">
          {lines.map(({ y }) => (
            <line key={y} x2="100%" y1={y} y2={y} className="stroke-line" />
          ))}
          {days.map((day, index) => (
            <Day
              key={day.date}
              day={day}
              x={index * share}
              width={share}
              height={height}
              hidden={day.month ? undefined : hiddenAt(index)}
            />
          ))}
        </svg>
      </svg>
    </div>
  );
}

interface DayProps {
  day: ChartDay;
  /** The left edge and the width of the day's column, in percent of the chart. */
  x: number;
  width: number;
  height: number;
  /** The class that hides the figure below the day where there is no room for it. */
  hidden: string | undefined;
}

/** The space on either side of a bar, as a part of its column. */
const gap = 0.15;

/** Writes a part of the width, to a hundredth of a percent. */
function percent(value: number): string {
  return `${Math.round(value * 100) / 100}%`;
}

/** In a narrow window every second day has a figure, and with large text in it every fourth. */
function hiddenAt(index: number): string | undefined {
  if (index % 4 === 0) return undefined;
  return index % 2 === 1 ? 'max-sm:hidden' : '@max-[14rem]:hidden';
}

function Day({ day, x, width, height, hidden }: DayProps) {
  const middle = percent(x + width / 2);
  return (
    <g className="group">
      <title>{describeDay(day)}</title>
      {/* Covers the whole column, so that the day's tooltip appears anywhere in it. */}
      <rect
        x={percent(x)}
        width={percent(width)}
        height={height}
        className="fill-transparent group-hover:fill-surface-hover/60"
      />
      {day.parts.map(({ ending, y, height: part }) => (
        <rect
          key={ending}
          x={percent(x + gap * width)}
          width={percent(width - 2 * gap * width)}
          y={y}
          height={part}
          className={joinClassNames('stroke-surface-raised', fills[ending])}
        />
      ))}
      <text
        x={middle}
        y={height + belowBars}
        dy="1em"
        textAnchor="middle"
        className={joinClassNames('fill-ink-muted tabular-nums', hidden)}
      >
        {day.dayOfMonth}
      </text>
      {day.month && (
        <text x={middle} y={height + belowBars} dy="2.4em" textAnchor="middle" className="fill-ink-muted">
          {day.month}
        </text>
      )}
    </g>
  );
}

function describeDay({ date, completed, failed, cancelled }: ChartDay): string {
  return `${date}: ${formatCount(completed)} completed, ${formatCount(failed)} failed, ${formatCount(cancelled)} cancelled`;
}

function DayTable({ days }: Pick<Chart, 'days'>) {
  return (
    // The class is on an element around the table, since a table is never narrower than its text.
    <div className="sr-only">
      <table>
        <caption>Executions by the day they ended, in UTC</caption>
        <thead>
          <tr>
            <th scope="col">Day</th>
            {endings.map(({ ending, label }) => (
              <th key={ending} scope="col">
                {label}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {days.map((day) => (
            <tr key={day.date}>
              <th scope="row">{day.date}</th>
              {endings.map(({ ending }) => (
                <td key={ending}>{formatCount(day[ending])}</td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
