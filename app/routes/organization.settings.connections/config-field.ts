// A field of a kind of connection, as its form shows it.

export interface ConfigField {
  /** In the connection's config. */
  name: string;
  label: string;
  hint?: string;
  required?: boolean;
  /** How many lines of text it shows; one unless given. */
  lines?: number;
  /** One of these, the first unless another is stored. */
  options?: { value: string; label: string }[];
}

export const kept = 'Stored encrypted, and masked once saved.';
