/** The key under which this tab keeps what the user typed when their session had ended. */
export const keptTypingKey = 'kept_typing';

/** Forgets the kept text when a user logs out, so that nobody finds it afterwards. */
export function forgetTyping(): void {
  try {
    sessionStorage.removeItem(keptTypingKey);
  } catch {
    // A browser that refuses storage has kept nothing.
  }
}
