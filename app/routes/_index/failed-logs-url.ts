/** The log of an integration, narrowed to what failed. */
export function failedLogsUrl(integrationId: string): string {
  return `/integration/${integrationId}/logs?status=error`;
}
