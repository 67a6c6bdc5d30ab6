// What every route exports whose forms are sent to it: `export { headers, shouldRevalidate } from …`.

export { revalidateUnlessFailed as shouldRevalidate } from './network-error';

/** How long to wait after too many tries stands in the action's response. */
export function headers({ actionHeaders }: { actionHeaders: Headers }): Headers {
  return actionHeaders;
}
