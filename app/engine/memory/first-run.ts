// The words about a first run that only remembers what is there, and the counts that a loop over new items leaves in the log.
import { formatCount } from '../texts/format-count';

/** How many items were left out as seen; and, in a first run that runs nothing, how many it remembered. */
interface Found {
  known?: number | undefined;
  remembered?: number | undefined;
}

/** Picks what is there, and nothing else. */
export function pickFound({ known, remembered }: Found = {}): { known?: number; remembered?: number } {
  return { ...(known !== undefined && { known }), ...(remembered !== undefined && { remembered }) };
}

/**
 * Checks whether the note on a completed run says nothing but that first runs remembered what is there, as they were to. Such a
 * run is a success, and a note with anything else warns of something.
 */
export function saysOnlyFirstRun(note: string): boolean {
  return /^(?:For each [^\s:]+: [\d,]+ items? remembered, none run: this is the first run\.(?: |$))+$/.test(
    note,
  );
}

/** Returns `42 items remembered, none run: this is the first run.` `unkeyed`: items that have no key, so they cannot be remembered. */
export function describeFirstRun(remembered: number, unkeyed: number): string {
  const items = remembered === 1 ? '1 item' : `${formatCount(remembered)} items`;
  const text = `${items} remembered, none run: this is the first run.`;
  if (unkeyed === 0) return text;
  return `${text} ${formatCount(unkeyed)} without a key ${unkeyed === 1 ? 'is' : 'are'} run each time from now on.`;
}
