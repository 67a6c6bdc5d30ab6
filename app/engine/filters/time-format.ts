// Formats times by the codes of strftime (C, POSIX), as Liquid, Python and Ruby do.
import type { ReadOffset } from '../triggers/zone-offsets';
import { FilterProblem, type FilterWork, keep } from './filtering';

/** The values that codes are written from; `clock` is the zone's clock as though it were UTC. */
interface Shown {
  clock: Date;
  at: number;
  offset: number;
  locale: string;
  work: FilterWork;
}

/** Formats a moment in milliseconds since 1970, by the clock of a zone and with the names of a language. */
export function formatTime(
  pattern: string,
  at: number,
  offsetAt: ReadOffset,
  locale: string,
  work: FilterWork,
): string | FilterProblem {
  const offset = offsetAt(at);
  const shown = { clock: new Date(at + offset), at, offset, locale, work };
  let problem: FilterProblem | undefined;
  // A code means the same wherever it stands, and the names of a language take long to find.
  const known = new Map<string, string>();
  try {
    const text = pattern.replace(/%(-?)(:z|.)/gsu, (written, bare: string, code: string) => {
      const write = Object.hasOwn(codes, code) ? codes[code] : undefined;
      if (!write) problem ??= new FilterProblem(`does not know ${written}`);
      const part = known.get(code) ?? write?.(shown) ?? '';
      known.set(code, part);
      // `%-d`: without the padding in front.
      return bare ? part.replace(/^[0 ]+(?=.)/, '') : part;
    });
    return problem ?? text;
  } catch (error) {
    if (error instanceof RangeError) return new FilterProblem('needs a language like en or de-AT');
    throw error;
  }
}

const minute = 60_000;
const day = 86_400_000;

const codes: Record<string, (shown: Shown) => string> = {
  Y: ({ clock }) => pad(clock.getUTCFullYear(), 4),
  y: ({ clock }) => pad(clock.getUTCFullYear() % 100),
  m: ({ clock }) => pad(clock.getUTCMonth() + 1),
  d: ({ clock }) => pad(clock.getUTCDate()),
  e: ({ clock }) => String(clock.getUTCDate()).padStart(2),
  j: ({ clock }) => pad(dayOfYear(clock), 3),
  H: ({ clock }) => pad(clock.getUTCHours()),
  I: ({ clock }) => pad(clock.getUTCHours() % 12 || 12),
  l: ({ clock }) => String(clock.getUTCHours() % 12 || 12).padStart(2),
  M: ({ clock }) => pad(clock.getUTCMinutes()),
  S: ({ clock }) => pad(clock.getUTCSeconds()),
  L: ({ clock }) => pad(clock.getUTCMilliseconds(), 3),
  p: ({ clock }) => (clock.getUTCHours() < 12 ? 'AM' : 'PM'),
  B: (shown) => name(shown, { month: 'long' }),
  b: (shown) => name(shown, { month: 'short' }),
  A: (shown) => name(shown, { weekday: 'long' }),
  a: (shown) => name(shown, { weekday: 'short' }),
  u: ({ clock }) => String(clock.getUTCDay() || 7),
  w: ({ clock }) => String(clock.getUTCDay()),
  V: ({ clock }) => pad(weekOf(clock)),
  G: ({ clock }) => pad(thursdayOf(clock).getUTCFullYear(), 4),
  z: ({ offset }) => writeOffset(offset, ''),
  ':z': ({ offset }) => writeOffset(offset, ':'),
  s: ({ at }) => String(Math.floor(at / 1000)),
  F: ({ clock }) => clock.toISOString().slice(0, 10),
  T: ({ clock }) => clock.toISOString().slice(11, 19),
  R: ({ clock }) => clock.toISOString().slice(11, 16),
  n: () => '\n',
  '%': () => '%',
};

function pad(value: number, length = 2): string {
  return String(value).padStart(length, '0');
}

function name({ clock, locale, work }: Shown, options: Intl.DateTimeFormatOptions): string {
  const kept = `names ${Object.entries(options).flat().join(' ')} ${locale}`;
  const make = () => new Intl.DateTimeFormat(locale, { ...options, timeZone: 'UTC' });
  return keep(work, kept, make).format(clock);
}

function dayOfYear(clock: Date): number {
  // Date.UTC takes the years 0 to 99 for those from 1900 on.
  const first = new Date(clock);
  first.setUTCMonth(0, 1);
  return Math.floor((clock.getTime() - first.getTime()) / day) + 1;
}

/** Returns the Thursday of the same week; ISO 8601 counts a week by its Thursday. */
function thursdayOf(clock: Date): Date {
  return new Date(clock.getTime() + (4 - (clock.getUTCDay() || 7)) * day);
}

function weekOf(clock: Date): number {
  return Math.ceil(dayOfYear(thursdayOf(clock)) / 7);
}

function writeOffset(offset: number, separator: string): string {
  const minutes = Math.abs(Math.round(offset / minute));
  return `${offset < 0 ? '-' : '+'}${pad(Math.floor(minutes / 60))}${separator}${pad(minutes % 60)}`;
}
