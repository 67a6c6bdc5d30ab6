// A field of a kind of connection, as its form shows it.

export interface ConfigField {
  /** The name in the connection's config. */
  name: string;
  label: string;
  hint?: string;
  required?: boolean;
  /** How many lines of text the field shows; undefined for one. */
  lines?: number;
  /** Whether few connections need the field: the form shows it closed, below the others. */
  isRare?: true;
  /** Whether the provider decides the value, so that the form of a known provider shows the field like a rare one. */
  isOfProvider?: true;
  /** The choices of a select; the first is the default. */
  options?: { value: string; label: string }[];
}

export const kept = 'Stored encrypted, and masked once saved.';
