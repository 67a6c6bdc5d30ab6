/** The key under which this tab keeps what the user typed when their session had ended. */
export const keptTypingKey = 'kept_typing';

/** Forgets it, so that nobody finds it after a logout. */
export function forgetTyping(): void {
  try {
    sessionStorage.removeItem(keptTypingKey);
  } catch {
    // A browser that refuses storage has kept nothing.
  }
}
