/** Where this tab keeps what was typed when a session was over. */
export const keptTypingKey = 'kept_typing';

/** Who logs out, or another after them, finds nothing of it. */
export function forgetTyping(): void {
  try {
    sessionStorage.removeItem(keptTypingKey);
  } catch {
    // The browser refuses storage, and keeps nothing.
  }
}
