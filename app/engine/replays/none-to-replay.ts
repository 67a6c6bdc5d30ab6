/** Says that no failed execution is replayed; `hasMore`: there may be some behind those that were looked through. */
export function describeNoneToReplay(hasMore: boolean): string {
  return hasMore
    ? 'Not all that failed were looked through. Choose a time.'
    : 'None are left that failed and have not been replayed.';
}
