/** Returns the id of an integration's form, which also names the version that the form was opened with. */
export function nameForm(integrationId: string, version: unknown): string {
  return `integration-${integrationId}-${String(version)}`;
}
