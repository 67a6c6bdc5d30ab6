// Finds mistyped names of settings. Such a setting has no effect, and nothing else reports it.
import { settingNames } from '~/config';
import { fileSettingNames } from '~/setting-files';

/** Those of the server, and what its commands know beside them. */
const names = [...settingNames, ...fileSettingNames];
const known = new Set<string>(['NEW_APP_KEY', 'FTP_PROXY', ...names]);

/** The names of the environment that are nearly those of settings, each with the setting that is meant. Reads no value. */
export function listMistypedSettings(
  environment: Record<string, string | undefined>,
): { name: string; meant: string }[] {
  return Object.keys(environment).flatMap((name) => {
    if (known.has(name)) return [];
    const meant = names.find((each) => isNearly(name, each));
    return meant === undefined ? [] : [{ name, meant }];
  });
}

/** One slip of the keyboard in a short name, three in the longest. */
function isNearly(name: string, setting: string): boolean {
  const slips = Math.max(1, Math.min(3, Math.ceil((setting.length - 7) / 2)));
  return Math.abs(name.length - setting.length) <= slips && countSlips(name, setting) <= slips;
}

/**
 * How many letters were left out, added, changed or swapped with their neighbour: the optimal string alignment distance.
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
