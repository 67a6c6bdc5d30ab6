/** The key under which this tab keeps what the user typed when their session had ended. */
export const keptTypingKey = 'kept_typing';

/**
 * Forgets the kept text when a user logs out, so that nobody finds it afterwards; `unlessOf`: except that of the user with this
 * id.
 */
export function forgetTyping(unlessOf?: unknown): void {
  try {
    const kept = sessionStorage.getItem(keptTypingKey);
    if (unlessOf && kept && JSON.parse(kept).viewer?.userId === unlessOf) return;
    sessionStorage.removeItem(keptTypingKey);
  } catch {
    // A browser that refuses storage has kept nothing.
  }
}

/** Checks whether this tab keeps what a user typed, for when they are back. */
export function hasKeptTyping(): boolean {
  try {
    return sessionStorage.getItem(keptTypingKey) !== null;
  } catch {
    return false;
  }
}
