/** How long the former secret of a webhook is accepted after it was replaced, in milliseconds. */
export const formerSecretMs = 24 * 3_600_000;

/** How long an integration listens for a sample, in milliseconds. */
export const listeningMs = 10 * 60_000;
