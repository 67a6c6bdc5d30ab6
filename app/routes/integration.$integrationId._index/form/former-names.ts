/** Pages, drafts and forms that a browser or the server kept before this name changed call the endpoint `door`. */
export function renameDoor(webhook: unknown): unknown {
  if (typeof webhook !== 'object' || webhook === null || !('door' in webhook)) return webhook;
  const { door: endpoint, ...others } = webhook;
  return { ...others, endpoint };
}
