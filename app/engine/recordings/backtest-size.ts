/** On so many executions a version is tried at most. */
export const mostBacktested = 200;
