/** The button below a call that adds response handling with retries; the log names it, too. */
export const retryLabel = 'Retry three times, then email the owners';
