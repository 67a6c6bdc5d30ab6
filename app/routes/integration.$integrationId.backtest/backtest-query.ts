// Which version is tried, and on how many executions, as the address says.
import { mostBacktested } from '~/engine/recordings/backtest-size';

export const sizes = [20, 50, 100, mostBacktested] as const;

export interface BacktestQuery {
  /** The newest when it is not given. */
  version: number | undefined;
  /** Nothing is tried until it is given. */
  last: number | undefined;
}

export function readBacktestQuery(url: string): BacktestQuery {
  const query = new URL(url).searchParams;
  const read = (name: string, most: number) => {
    const text = query.get(name) ?? '';
    return /^[1-9]\d{0,8}$/.test(text) ? Math.min(Number(text), most) : undefined;
  };
  return { version: read('version', Infinity), last: read('last', mostBacktested) };
}
