export interface CardRuns {
  /** The oldest first. */
  bars: RunBar[];
  /** The failure of the newest run that ended; null when that run did not fail. */
  failure: { at: number; message: string | null } | null;
  /** The end of the newest run's wait before a call, in milliseconds since 1970; null when it does not wait. */
  waitsUntil: number | null;
}

export interface RunBar {
  status: string;
  /** The height in percent, by the run's duration relative to the others. */
  height: number;
}

const places = 12;
/** The strip is drawn in these units and scaled to the width of its card. */
const step = 20;
const barWidth = 16;
const height = 28;
const corner = 2;

/** Each status has a colour and a pattern, for users who cannot tell the colours apart. `StripPatterns` has the patterns. */
const fills: Record<string, string> = {
  completed: 'fill-good',
  error: 'fill-[url(#strip-failed)]',
  cancelled: 'fill-[url(#strip-cancelled)]',
  running: 'animate-pulse fill-info',
  waiting: 'fill-[url(#strip-waiting)]',
};

const words: Record<string, string> = {
  completed: 'completed',
  error: 'failed',
  cancelled: 'cancelled',
  running: 'running',
  waiting: 'waiting',
};

/**
 * Shows the newest runs as bars, the newest at the right, and a line for each missing run. Bars of one status are one
 * path, since a page has many strips.
 */
export function RunStrip({ bars }: { bars: RunBar[] }) {
  const empty = places - bars.length;
  const paths = new Map<string, string>();
  for (let place = 0; place < places; place += 1) {
    const bar = bars[place - empty];
    const fill = bar ? (fills[bar.status] ?? 'fill-line-strong') : 'fill-line';
    const path = bar ? drawBar(place, (height * bar.height) / 100) : drawLine(place);
    paths.set(fill, (paths.get(fill) ?? '') + path);
  }
  return (
    <svg
      role="img"
      aria-label={describeBars(bars)}
      viewBox={`0 0 ${places * step} ${height}`}
      preserveAspectRatio="none"
      width="100%"
      height={height}
      className="mt-3 block"
    >
      {[...paths].map(([fill, path]) => (
        <path key={fill} className={fill} d={path} />
      ))}
    </svg>
  );
}

function drawBar(place: number, high: number): string {
  const side = Math.round((high - corner) * 10) / 10;
  const round = `a${corner} ${corner} 0 0 1 ${corner}`;
  return `M${place * step} ${height}v-${side}${round}-${corner}h${barWidth - 2 * corner}${round} ${corner}v${side}z`;
}

function drawLine(place: number): string {
  return `M${place * step} ${height}v-2h${barWidth}v2z`;
}

/** Describes the runs: 'Last 12 runs: 9 completed, 3 failed. The newest failed.' */
function describeBars(bars: RunBar[]): string {
  const newest = bars.at(-1);
  if (!newest) return 'No runs yet';
  const counts = Object.entries(words).flatMap(([status, word]) => {
    const count = bars.filter((bar) => bar.status === status).length;
    return count > 0 ? [`${count} ${word}`] : [];
  });
  const runs = bars.length === 1 ? 'Last run' : `Last ${bars.length} runs`;
  const isOn = newest.status === 'running' || newest.status === 'waiting';
  const last = isOn ? `is ${words[newest.status]}` : (words[newest.status] ?? newest.status);
  return `${runs}: ${counts.join(', ')}. The newest ${newest.status === 'cancelled' ? 'was cancelled' : last}.`;
}

/** Renders the patterns, once on a page, before its strips. */
export function StripPatterns() {
  return (
    <svg aria-hidden width="0" height="0" className="absolute">
      <defs>
        <pattern id="strip-failed" width="5" height="5" patternUnits="userSpaceOnUse">
          <rect width="5" height="5" className="fill-bad" />
          <path d="M-1 1l2-2M0 5L5 0M4 6l2-2" className="stroke-surface-raised" strokeWidth="1.4" />
        </pattern>
        <pattern id="strip-waiting" width="4" height="4" patternUnits="userSpaceOnUse">
          <rect width="4" height="4" className="fill-surface-raised" />
          <rect width="4" height="2.4" className="fill-info" />
        </pattern>
        <pattern id="strip-cancelled" width="4" height="4" patternUnits="userSpaceOnUse">
          <rect width="4" height="4" className="fill-surface-hover" />
          <circle cx="2" cy="2" r="1.2" className="fill-line-strong" />
        </pattern>
      </defs>
    </svg>
  );
}
