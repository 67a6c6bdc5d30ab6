/** The changes that are asked about first, and the word to type for each. */
export const confirmationWords = { disable: 'DISABLE', delete: 'DELETE' } as const;

export function isConfirmed(intent: string): intent is keyof typeof confirmationWords {
  return Object.hasOwn(confirmationWords, intent);
}
