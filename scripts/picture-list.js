// The pictures of docs/images: their names, and the demo's screens that they show.

/** A button of every signed-in screen. It is there once script has rendered times and strips as a visitor sees them. */
export const drawnButton = 'Search or jump to …';

/** @type {{ name: string, pathOf: (shown: { integration: string, execution: string }) => string, scrolledBy?: number }[]} */
export const pictures = [
  // Below the first steps, which are soon done, so that the picture shows the strips of runs.
  { name: 'home', pathOf: () => '/', scrolledBy: 360 },
  { name: 'editor', pathOf: ({ integration }) => `/integration/${integration}` },
  {
    name: 'logs',
    pathOf: ({ integration, execution }) => `/integration/${integration}/logs?open=${execution}`,
  },
];

/** The pictures of the landing page, one for each theme. */
export const themes = /** @type {const} */ (['light', 'dark']);
export const landingPictures = 'app/routes/_index/pictures';
