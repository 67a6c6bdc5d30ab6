// Lists the lines in which two texts differ, with a few lines around them.
import { diffLines } from 'diff';
import { z } from 'zod';
import { showAround } from '~/engine/versions/compare-values';

export const LineChange = z.object({
  /** `left-out` stands for lines that are the same in both; `text` says how many. */
  kind: z.enum(['same', 'removed', 'added', 'left-out']),
  text: z.string(),
});
export type LineChange = z.infer<typeof LineChange>;

/** How many equal lines are shown before and after a change. */
const around = 2;
/** The limit of lines that are shown. It also ends the search for the fewest changes, which takes long for more. */
const maxLines = 300;
/** The limit of lines of one text; splitting a longer one takes long, too. */
const maxTextLines = 20_000;

/** Returns both texts around their first difference; and their lines, where a text has several and they are alike enough. */
export function showTexts(
  former: string,
  next: string,
): [former: string, next: string, lines: LineChange[] | null] {
  const hasLines = former.includes('\n') || next.includes('\n');
  return [...showAround(former, next), (hasLines && listLineChanges(former, next)) || null];
}

/** Returns undefined when the texts have too little in common, or too many lines, to be shown line by line. */
export function listLineChanges(former: string, next: string): LineChange[] | undefined {
  if (hasManyLines(former) || hasManyLines(next)) return undefined;
  const parts = diffLines(former, next, { maxEditLength: maxLines });
  if (!parts) return undefined;
  const changes = parts.flatMap(({ value, added, removed }, index): LineChange[] => {
    const lines = value.replace(/\n$/, '').split('\n');
    if (added || removed) return lines.map((text) => ({ kind: added ? 'added' : 'removed', text }));
    return leaveOut(lines, index === 0, index === parts.length - 1);
  });
  return changes.length > maxLines ? undefined : changes;
}

function hasManyLines(text: string): boolean {
  let count = 0;
  for (let at = text.indexOf('\n'); at >= 0 && count <= maxTextLines; at = text.indexOf('\n', at + 1))
    count += 1;
  return count > maxTextLines;
}

function keep(text: string): LineChange {
  return { kind: 'same', text };
}

/** Keeps the first and last few of the lines between two changes; at the ends of the text, only those beside a change. */
function leaveOut(lines: string[], isFirst: boolean, isLast: boolean): LineChange[] {
  const before = isFirst ? 0 : around;
  const after = isLast ? 0 : around;
  const count = lines.length - before - after;
  if (count <= 1) return lines.map(keep);
  return [
    ...lines.slice(0, before).map(keep),
    { kind: 'left-out', text: `${count} lines the same` },
    ...lines.slice(lines.length - after).map(keep),
  ];
}
