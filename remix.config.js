import { rmSync } from 'node:fs';
import { unfinishedBuild } from './scripts/prepare.js';

/** @type {import('@remix-run/dev').VitePluginConfig} */
export default {
  future: {
    v3_fetcherPersist: true,
    v3_lazyRouteDiscovery: true,
    v3_relativeSplatPath: true,
    v3_routeConfig: true,
    v3_singleFetch: true,
    v3_throwAbortReason: true,
  },
  // The last step of a build.
  buildEnd: () => rmSync(unfinishedBuild, { force: true }),
};
