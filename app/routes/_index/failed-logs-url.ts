/** Returns the URL of an integration's logs, filtered to failed executions. */
export function failedLogsUrl(integrationId: string): string {
  return `/integration/${integrationId}/logs?status=error`;
}
