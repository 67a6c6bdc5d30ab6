// The pictures of docs/images: what each is called, and where in the demo it is taken.

/** A button of every signed-in screen, which is there once script has drawn times and strips as a visitor sees them. */
export const drawnButton = 'Search or jump to …';

/** @type {{ name: string, pathOf: (shown: { integration: string, execution: string }) => string, scrolledBy?: number }[]} */
export const pictures = [
  // Below the first steps, which are soon done: the strips of runs are to be seen.
  { name: 'home', pathOf: () => '/', scrolledBy: 360 },
  { name: 'editor', pathOf: ({ integration }) => `/integration/${integration}` },
  {
    name: 'logs',
    pathOf: ({ integration, execution }) => `/integration/${integration}/logs?open=${execution}`,
  },
];

/** Those of the landing page, one for each theme. */
export const themes = /** @type {const} */ (['light', 'dark']);
export const landingPictures = 'app/routes/_index/pictures';
