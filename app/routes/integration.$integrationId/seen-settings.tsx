/** The limits or switches that a form showed first. By them the server notices that someone else has changed one since. */
export function SeenSettings(shown: Record<string, number | boolean | null>) {
  return Object.entries(shown).map(([name, value]) => (
    <input key={name} type="hidden" name={`seen.${name}`} value={JSON.stringify(value)} />
  ));
}
