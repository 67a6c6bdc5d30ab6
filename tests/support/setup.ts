import { afterEach, beforeEach, expect, vi } from 'vitest';

let complaints: unknown[][] = [];

/** Anything that reaches console.error or console.warn during a test is a defect of the code under test. */
beforeEach(() => {
  // The next file runs in the same process.
  expect(vi.isFakeTimers(), 'an earlier test left its fake timers').toBe(false);
  complaints = [];
  for (const method of ['error', 'warn'] as const) {
    vi.spyOn(console, method).mockImplementation((...args) => void complaints.push(args));
  }
});

afterEach(() => {
  vi.restoreAllMocks();
  expect(complaints).toEqual([]);
});
