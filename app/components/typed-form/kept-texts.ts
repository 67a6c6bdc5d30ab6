// What a page says whose form holds again what was typed while the session was over, kept by the tab or by the server.

interface Kept {
  /** Whether it had secrets, which are kept nowhere. */
  hasSecrets: boolean;
  /** Whether what it changes was changed meanwhile. */
  isOutdated?: boolean;
}

/** The toast, but for its id. It stays as long as it takes to read. */
export function describeKept({ hasSecrets, isOutdated }: Kept) {
  const description = [
    'What you typed is in the form again. It is not sent yet.',
    hasSecrets && 'Secrets are not kept: please type them again.',
    isOutdated && 'It was changed meanwhile: please check it before you save.',
  ];
  return {
    tone: 'success',
    title: 'Welcome back',
    description: description.filter(Boolean).join(' '),
    durationMs: 10_000,
  } as const;
}

/** Where it was kept by the server, and is no longer. */
export const keptNoLonger = {
  tone: 'destructive',
  title: 'No longer kept',
  description:
    'What you type is kept for half an hour, for the account and the organization that you typed it for.',
} as const;
