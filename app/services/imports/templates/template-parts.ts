// What several templates have.

/** Slack shows this address when an incoming webhook is added to a channel. */
export const slackAddress = 'https://hooks.slack.com/services/';

/** The rule for an answer that says to come back later, and for none. */
export const retryLater = {
  statusCodes: [429, '5xx', 'network'],
  action: 'retry',
  retryConfig: { maxRetries: 3, retryDelay: 5_000, backoffStrategy: 'exponential' },
};

export const goOn = { statusCodes: ['2xx'], action: 'continue' };

/** The note on a call whose text has amounts of Stripe. */
export const hundredths =
  'Amounts are divided by 100, which is wrong for currencies without cents, such as the yen.';
