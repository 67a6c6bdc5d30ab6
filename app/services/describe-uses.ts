const maxNamed = 5;

/** Returns a sentence that names the integrations which use something, followed by the remedy. */
export function describeUses(name: string, uses: { name: string }[], remedy: string): string {
  const named = uses.slice(0, maxNamed).map((use) => use.name);
  if (uses.length > maxNamed) named.push(`${uses.length - maxNamed} more`);
  return `${name} is used by ${named.join(', ')}. ${remedy}`;
}
