// The exports of every route that handles forms: `export { headers, shouldRevalidate } from …`.

export { revalidateUnlessFailed as shouldRevalidate } from './network-error';

/** Passes on the action's headers, which say how long to wait after too many tries. */
export function headers({ actionHeaders }: { actionHeaders: Headers }): Headers {
  return actionHeaders;
}
