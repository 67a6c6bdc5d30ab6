/** The id of an integration's form as it was opened with a version. */
export function nameForm(integrationId: string, version: unknown): string {
  return `integration-${integrationId}-${String(version)}`;
}
