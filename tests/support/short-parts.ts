import { onTestFinished, vi } from 'vitest';

/** More than a part of a piece of work may take, in milliseconds. */
const stepMs = 10;

/**
 * Gives others a turn after each part of a piece of work, however fast the machine is: until the test ends, the clock that tells
 * how long a part has taken goes forward with each look at it.
 */
export function shortenParts(): void {
  const now = performance.now.bind(performance);
  let ahead = 0;
  const clock = vi.spyOn(performance, 'now').mockImplementation(() => {
    ahead += stepMs;
    return now() + ahead;
  });
  onTestFinished(() => clock.mockRestore());
}
