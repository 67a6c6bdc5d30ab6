// What a call to a store needs besides its address.
const methods = new Set(['GET', 'PUT', 'PATCH', 'POST', 'DELETE']);

/** Explains why a call to a store would not work as it is written; undefined when it would. */
export function findStoreCallProblem({
  method,
  authConfig,
}: {
  method: string;
  authConfig: { type: string };
}): { field: 'method' | 'authConfig.type'; message: string } | undefined {
  if (!methods.has(method)) {
    return { field: 'method', message: 'A store is read and changed with GET, PUT, PATCH, POST or DELETE' };
  }
  return authConfig.type === 'none'
    ? undefined
    : { field: 'authConfig.type', message: 'A store takes no credentials: choose None under Authentication' };
}
