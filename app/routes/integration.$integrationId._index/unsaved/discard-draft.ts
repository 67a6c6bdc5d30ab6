// The functions of drafts that the page itself needs; the rest is loaded later.

/** Returns the storage key of a draft. Each user of this browser has drafts of their own. */
export function draftKey(userId: string, integrationId: string): string {
  return `draft:${userId}:${integrationId}`;
}

export function discardDraft(name: string): void {
  try {
    localStorage.removeItem(name);
  } catch {
    return;
  }
}
