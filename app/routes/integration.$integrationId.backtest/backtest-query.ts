// The query for a backtest, as the address holds it: the version and the number of executions.
import { maxBacktested } from '~/engine/recordings/backtest-size';

export const sizes = [20, 50, 100, maxBacktested] as const;

interface BacktestQuery {
  /** The version to try; undefined for the newest. */
  version: number | undefined;
  /** The number of last executions; undefined until the user starts the backtest. */
  last: number | undefined;
}

export function readBacktestQuery(url: string): BacktestQuery {
  const query = new URL(url).searchParams;
  const read = (name: string, most: number) => {
    const text = query.get(name) ?? '';
    return /^[1-9]\d{0,8}$/.test(text) ? Math.min(Number(text), most) : undefined;
  };
  return { version: read('version', Infinity), last: read('last', maxBacktested) };
}
