/** In CI, what failed is tried a second time, and listed as flaky when it succeeds. */
export const retries = process.env.CI ? 1 : 0;
