// Whether the screens are light or dark, when a person wants it otherwise than their system says. Not a secret: script sets it,
// too, so that a choice shows at once.

export const themes = ['light', 'dark'] as const;
export type Theme = (typeof themes)[number];

const yearSeconds = 365 * 24 * 60 * 60;

/** The chosen theme; undefined when the system's counts. */
export function readTheme(request: Request): Theme | undefined {
  const value = /(?:^|;\s*)theme=(\w+)/.exec(request.headers.get('Cookie') ?? '')?.[1];
  return themes.find((theme) => theme === value);
}

/** The `Set-Cookie` value that chooses a theme, or the system's. */
export function serializeTheme(theme: Theme | undefined): string {
  const rest = 'Path=/; SameSite=Lax';
  return theme ? `theme=${theme}; Max-Age=${yearSeconds}; ${rest}` : `theme=; Max-Age=0; ${rest}`;
}
