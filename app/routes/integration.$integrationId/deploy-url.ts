/** Returns the URL of an integration's second step. */
export function deployUrl(id: string): string {
  return `/integration/${id}/deploy`;
}
