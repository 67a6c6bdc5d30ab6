// Waits for work, but not for longer than it may take.

/**
 * Returns whether a promise is settled, after `ms` milliseconds at most. Who needs its result or its error awaits the promise
 * itself.
 */
export async function isSettledWithin(promise: Promise<unknown>, ms: number): Promise<boolean> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<false>((resolve) => {
    timer = setTimeout(() => resolve(false), ms);
  });
  const settled = promise.then(
    () => true,
    () => true,
  );
  const isSettled = await Promise.race([settled, late]);
  clearTimeout(timer);
  return isSettled;
}
