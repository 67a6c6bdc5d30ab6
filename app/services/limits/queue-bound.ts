// How many executions may wait. Beyond that, whoever sends something from outside has to try again.

export const maxWaiting = 500_000;
