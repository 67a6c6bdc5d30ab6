/** The most executions that a backtest plays back to a version. */
export const maxBacktested = 200;
