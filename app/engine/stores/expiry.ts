// When a record ends, as `?expires=7d` says.
import { formatCount } from '../texts/format-count';

const seconds: Record<string, number> = { s: 1, m: 60, h: 3_600, d: 86_400 };
const maxDays = 3_650;

const rule = `expires is a whole number with s, m, h or d behind it, such as 7d, of at most ${formatCount(maxDays)} days.`;

/** Reads how many milliseconds a record stands, or returns in a sentence why the text says none. */
export function readExpiry(text: string): { ms: number } | { problem: string } {
  const [, count = '', unit = ''] = /^([1-9]\d{0,9})([smhd])$/.exec(text) ?? [];
  const length = Number(count) * (seconds[unit] ?? NaN);
  return length <= maxDays * 86_400 ? { ms: length * 1_000 } : { problem: rule };
}
