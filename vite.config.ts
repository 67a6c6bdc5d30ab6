import { fileURLToPath } from 'node:url';
import { vitePlugin as remix } from '@remix-run/dev';
import tailwindcss from '@tailwindcss/vite';
import { defineConfig } from 'vite';
import remixConfig from './remix.config.js';
import { clientFileOf } from './scripts/client-files.js';
import { externalPackages } from './scripts/runtime-packages.js';
import { isHarmless } from './scripts/vite/harmless-warnings';
import { browsers, minify } from './scripts/vite/minify';
import { precompress } from './scripts/vite/precompress';
import { guardedPrograms, serverBuild } from './scripts/vite/server-build';
import { serverDevelopment } from './scripts/vite/server-development';
import { unusedFilters } from './scripts/vite/unused-filters';
import { usedOfRemix } from './scripts/vite/used-of-remix';
import { usedOfUndici } from './scripts/vite/used-of-undici';

declare module '@remix-run/node' {
  interface Future {
    v3_singleFetch: true;
  }
}

const appFolder = fileURLToPath(new URL('app', import.meta.url));

/** Server packages that the development server must not pre-bundle for the browser. */
const serverPackages = [
  '@hono/node-server',
  '@hono/zod-openapi',
  '@node-rs/argon2',
  '@remix-run/node',
  '@simplewebauthn/server',
  'cronstrue',
  'd3-scale',
  'hono',
  'ipaddr.js',
  'kysely',
  'marked',
  'node-mailjet',
  'nodemailer',
  'pdfkit',
  'pino',
  'prom-client',
  're2js',
  'remix-auth',
  'remix-auth-form',
  'undici',
  'uuid',
];

export default defineConfig(({ command, isSsrBuild }) => ({
  plugins: [
    usedOfUndici,
    unusedFilters(),
    usedOfRemix(),
    tailwindcss(),
    serverDevelopment,
    remix(remixConfig),
    serverBuild,
    guardedPrograms,
    minify,
    precompress,
  ],
  resolve: { alias: { '~': appFolder } },
  build: {
    target: isSsrBuild ? 'node20' : browsers,
    // `scripts/keep-own-assets.js` has emptied the folder, but for what it keeps.
    emptyOutDir: false,
    // See `scripts/vite/minify.ts`.
    minify: false,
    // The page has already loaded most of what a lazy part imports. A list of these imports would cost each page 1 kB.
    modulePreload: false,
    // Both builds must come to the same style sheet, under the same hashed name.
    cssMinify: 'esbuild',
    cssTarget: browsers,
    rollupOptions: {
      // Calls of these functions have no side effects, so a page need not include a part that it loads later.
      treeshake: { manualPureFunctions: ['createContext', 'lazy', 'lazyPart', 'memo'] },
      output: isSsrBuild ? {} : { manualChunks: clientFileOf, onlyExplicitManualChunks: true },
      onwarn: (warning, warn) => (isHarmless(warning) ? undefined : warn(warning)),
    },
  },
  // Otherwise the server contains the development build of React, too, and reads it at each start.
  define: command === 'build' ? { 'process.env.NODE_ENV': '"production"' } : {},
  // One file starts faster, and a container then needs only three packages.
  ssr: command === 'build' ? { noExternal: true, external: externalPackages } : {},
  optimizeDeps: {
    exclude: serverPackages,
    include: [
      '@conform-to/react',
      '@conform-to/zod/v4',
      '@remix-run/react',
      '@simplewebauthn/browser',
      'lossless-json',
      'zod',
    ],
  },
  server: {
    port: 3000,
    fs: { deny: ['.env', '.env.*', '*.{crt,pem}', '**/.git/**', '**/data/**', '**/data-demo/**'] },
  },
}));
