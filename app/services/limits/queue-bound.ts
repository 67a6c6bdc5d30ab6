// How many executions may wait. Beyond that, senders from outside have to try again.

export const maxWaiting = 500_000;
