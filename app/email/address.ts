/** Splits `Name <address>` into its two parts; a bare address has no name. */
export function splitAddress(sender: string): { name?: string; address: string } {
  const parts = /^\s*(.*?)\s*<([^<>]+)>\s*$/.exec(sender);
  if (!parts) return { address: sender.trim() };
  const [, name = '', address = ''] = parts;
  return { address, ...(name && { name: name.replace(/^"(.*)"$/, '$1') }) };
}
