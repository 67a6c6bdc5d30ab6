// A file of several integrations, to move them or to keep them in Git. It holds each as in a file of its own, and names the
// connections and values that they use.

/** The head of such a file. Its `integrations` follow, then its `connections` (name, kind) and `values` (name, isSecret). */
export const integrationsFileHead = { format: 'wicked-integrations', version: 1 } as const;
