// The messages of a page whose form holds again what the user typed before the session ended, kept by the tab or the server.

interface Kept {
  /** Whether the form had secrets, which are never kept. */
  hasSecrets: boolean;
  /** Whether somebody changed the form's subject meanwhile. */
  isOutdated?: boolean;
}

/** Returns the toast without its id. It stays as long as it takes to read. */
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

/** The toast for a form that the server no longer keeps. */
export const keptNoLonger = {
  tone: 'destructive',
  title: 'No longer kept',
  description:
    'What you type is kept for half an hour, for the account and the organization that you typed it for.',
} as const;

/** The toast where another tab switched the organization while a form of this tab was filled in. */
export const leftForm = {
  tone: 'success',
  title: 'Organization switched',
  description:
    'You switched it in another tab. What you typed here is kept: switch back and open its page, and it is in the form again.',
  durationMs: 10_000,
} as const;
