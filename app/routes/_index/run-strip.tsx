import { joinClassNames } from '~/components/ui/class-names';

export interface CardRuns {
  /** The oldest first. */
  bars: RunBar[];
  /** How the newest run that ended failed; null when it did not. */
  failure: { at: number; message: string | null } | null;
}

export interface RunBar {
  id: string;
  status: string;
  /** In percent, by how long it took beside the others. */
  height: number;
}

const places = 12;
const height = 28;
/** In percent of the width. */
const step = 100 / places;
const barWidth = step * 0.8;

/** A colour and a pattern each: who cannot tell the colours apart still tells the runs apart. `StripPatterns` has the patterns. */
const fills: Record<string, string> = {
  completed: 'fill-good',
  error: 'fill-[url(#strip-failed)]',
  cancelled: 'fill-[url(#strip-cancelled)]',
  running: 'animate-pulse fill-info',
};

const words: Record<string, string> = {
  completed: 'completed',
  error: 'failed',
  cancelled: 'cancelled',
  running: 'running',
};

/** The newest runs as bars, the newest at the right; a line in the place of each that has not been. */
export function RunStrip({ bars }: { bars: RunBar[] }) {
  const empty = places - bars.length;
  return (
    <svg role="img" aria-label={describeBars(bars)} width="100%" height={height} className="block">
      {Array.from({ length: places }, (_, place) => {
        const bar = bars[place - empty];
        const high = bar ? (height * bar.height) / 100 : 2;
        return (
          <rect
            key={bar?.id ?? place}
            x={`${place * step}%`}
            width={`${barWidth}%`}
            y={height - high}
            height={high}
            rx="2"
            className={joinClassNames(bar ? (fills[bar.status] ?? 'fill-line-strong') : 'fill-line')}
          />
        );
      })}
    </svg>
  );
}

/** 'Last 12 runs: 9 completed, 3 failed. The newest failed.' */
export function describeBars(bars: RunBar[]): string {
  const newest = bars.at(-1);
  if (!newest) return 'No runs yet';
  const counts = Object.entries(words).flatMap(([status, word]) => {
    const count = bars.filter((bar) => bar.status === status).length;
    return count > 0 ? [`${count} ${word}`] : [];
  });
  const runs = bars.length === 1 ? 'Last run' : `Last ${bars.length} runs`;
  const last = newest.status === 'running' ? 'is running' : (words[newest.status] ?? newest.status);
  return `${runs}: ${counts.join(', ')}. The newest ${newest.status === 'cancelled' ? 'was cancelled' : last}.`;
}

/** Stands once on a page, before its strips. */
export function StripPatterns() {
  return (
    <svg aria-hidden width="0" height="0" className="absolute">
      <defs>
        <pattern id="strip-failed" width="5" height="5" patternUnits="userSpaceOnUse">
          <rect width="5" height="5" className="fill-bad" />
          <path d="M-1 1l2-2M0 5L5 0M4 6l2-2" className="stroke-surface-raised" strokeWidth="1.4" />
        </pattern>
        <pattern id="strip-cancelled" width="4" height="4" patternUnits="userSpaceOnUse">
          <rect width="4" height="4" className="fill-surface-hover" />
          <circle cx="2" cy="2" r="1.2" className="fill-line-strong" />
        </pattern>
      </defs>
    </svg>
  );
}
