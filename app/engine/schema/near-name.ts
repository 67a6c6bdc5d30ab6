// Finds the existing name that an unknown name was meant to be.

/** Finds a name that differs only in case, hyphens and underscores, or else by a few typing slips; undefined when none does. */
export function findNearName(name: string, names: readonly string[]): string | undefined {
  const bare = toBare(name);
  return names.find((each) => toBare(each) === bare) ?? names.find((each) => isNearly(bare, toBare(each)));
}

function toBare(name: string): string {
  return name.replaceAll(/[-_]/g, '').toLowerCase();
}

/** Checks whether a name differs by one typing slip if it is short, by at most three if it is long. */
export function isNearly(name: string, meant: string): boolean {
  const slips = Math.max(1, Math.min(3, Math.ceil((meant.length - 7) / 2)));
  return Math.abs(name.length - meant.length) <= slips && countSlips(name, meant) <= slips;
}

/**
 * Counts the letters that were left out, added, changed or swapped with their neighbour: the optimal string alignment distance.
 */
function countSlips(from: string, to: string): number {
  const rows: number[][] = [Array.from({ length: to.length + 1 }, (_, index) => index)];
  const at = (row: number, column: number) => rows[row]?.[column] ?? 0;
  for (let row = 1; row <= from.length; row += 1) {
    const current = [row];
    rows.push(current);
    for (let column = 1; column <= to.length; column += 1) {
      const changed = from[row - 1] === to[column - 1] ? 0 : 1;
      const isSwap = from[row - 1] === to[column - 2] && from[row - 2] === to[column - 1];
      current[column] = Math.min(
        at(row - 1, column) + 1,
        at(row, column - 1) + 1,
        at(row - 1, column - 1) + changed,
        row > 1 && column > 1 && isSwap ? at(row - 2, column - 2) + 1 : Infinity,
      );
    }
  }
  return at(from.length, to.length);
}
