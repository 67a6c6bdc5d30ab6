/** What a form showed first. By it the server notices that someone else has changed one of the fields since. */
export function SeenFields(shown: Record<string, string | number | boolean | null>) {
  return Object.entries(shown).map(([name, value]) => (
    <input key={name} type="hidden" name={`seen.${name}`} value={JSON.stringify(value)} />
  ));
}
