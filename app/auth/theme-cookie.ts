// The cookie with a person's choice of light or dark screens, where it differs from their system's. Script sets it, too, so
// that a choice shows at once; it is no secret.

export const themes = ['light', 'dark'] as const;
type Theme = (typeof themes)[number];

const yearSeconds = 365 * 24 * 60 * 60;

/** Returns the chosen theme; undefined when the system decides. */
export function readTheme(request: Request): Theme | undefined {
  const value = /(?:^|;\s*)theme=(\w+)/.exec(request.headers.get('Cookie') ?? '')?.[1];
  return themes.find((theme) => theme === value);
}

/** Returns the `Set-Cookie` value that stores a theme; without one it forgets the choice. */
export function serializeTheme(theme: Theme | undefined): string {
  const rest = 'Path=/; SameSite=Lax';
  return theme ? `theme=${theme}; Max-Age=${yearSeconds}; ${rest}` : `theme=; Max-Age=0; ${rest}`;
}
