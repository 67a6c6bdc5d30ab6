/** The most executions that a backtest plays back to a version. */
export const mostBacktested = 200;
