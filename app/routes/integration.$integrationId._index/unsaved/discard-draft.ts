// What the page itself does with drafts; the rest is loaded later.

/** Everybody at this browser has drafts of their own. */
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
