import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { brotliCompressSync, gzipSync } from 'node:zlib';
import { vitePlugin as remix } from '@remix-run/dev';
import tailwindcss from '@tailwindcss/vite';
import { type MinifyOptions, minifySync } from 'oxc-minify';
import { defineConfig, type Plugin, type Rollup } from 'vite';
import remixConfig from './remix.config.js';
import { clientFileOf } from './scripts/client-files.js';
import { externalPackages } from './scripts/runtime-packages.js';
import { loadOrWriteSettings } from './scripts/settings.js';

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

/** The programs that can be started, and the modules that they load: the server, and the commands for an installation. */
const programs: Record<string, string> = { index: '/server.ts', maintenance: '/maintenance.ts' };

/** Each program first checks the version of Node, before it loads code that an older version cannot parse. */
const guardedPrograms: Plugin = {
  name: 'guarded-programs',
  resolveId: (id) => (id.startsWith('program:') ? `\0${id}` : undefined),
  load(id) {
    const [, name = ''] = id.split('\0program:');
    return programs[name] && `import '/scripts/supported-node.cjs';\nawait import('${programs[name]}');`;
  },
};

const serverEntries = {
  input: {
    ...Object.fromEntries(Object.keys(programs).map((name) => [name, `program:${name}`])),
    server: 'server.ts',
    commands: 'maintenance.ts',
    'import-worker': 'import-worker.ts',
  },
  output: { entryFileNames: '[name].js', experimentalMinChunkSize: 50_000 },
};

/** Remix overwrites the SSR input in its own config hook, so this plugin comes after Remix. */
const serverBuild: Plugin = {
  name: 'server-build',
  apply: 'build',
  config: (_config, { isSsrBuild }) => (isSsrBuild ? { build: { rollupOptions: serverEntries } } : undefined),
};

/**
 * The built server loads only the part of undici that sends calls, and neither fetch, WebSocket nor the mocks: that takes a third
 * of the time. Remix imports undici, too, for a function that nothing here calls.
 */
const undiciFiles = { Pool: 'lib/dispatcher/pool.js', buildConnector: 'lib/core/connect.js' };
const usedOfUndici: Plugin = {
  name: 'used-of-undici',
  apply: 'build',
  enforce: 'pre',
  resolveId(id) {
    if (id === 'undici') return '\0used-of-undici';
    return id.startsWith('undici/') ? { id, external: true } : undefined;
  },
  load(id) {
    if (id !== '\0used-of-undici') return undefined;
    const files = Object.entries(undiciFiles);
    return [
      ...files.map(([name, file]) => `export { default as ${name} } from 'undici/${file}';`),
      'export default {};',
    ].join('\n');
  },
};

/** Script in the browser reads placeholders without filters. The filters and the library for regular expressions stay out of its files. */
const unusedFilters: Plugin = {
  name: 'unused-filters',
  apply: 'build',
  transform: (_code, id) => (id.includes('/app/engine/filters/') ? { moduleSideEffects: false } : undefined),
};

/**
 * What Remix finds out in the browser and the build already knows: the flags of its configuration are set, loaders and actions
 * are called by single fetch alone, no data is deferred, and there is a document. The names of components are for developers,
 * but keep those that no page uses.
 */
const knownToBuild: { found: RegExp; known: string; isFound?: true }[] = [
  {
    found: new RegExp(`[\\w.]*\\bfuture\\.(?:${Object.keys(remixConfig.future ?? {}).join('|')})\\b`, 'g'),
    known: 'true',
  },
  { found: /typeof singleFetch === "function"/g, known: 'true' },
  { found: /__remixContext\.a\b/g, known: 'undefined' },
  { found: /typeof document === "undefined"/g, known: 'false' },
  { found: /^\w+\.displayName = .*$/gm, known: '' },
];

/**
 * Leaves out what Remix does under other settings: four kilobytes of each page. The build fails when it finds nothing of one kind,
 * so that an update of Remix does not bring it back unseen.
 */
const usedOfRemix: Plugin = {
  name: 'used-of-remix',
  apply: 'build',
  transform(code, id) {
    if (this.environment.name !== 'client' || !id.includes('/@remix-run/react/dist/esm/')) return undefined;
    return knownToBuild.reduce((rest, rule) => {
      const used = rest.replace(rule.found, rule.known);
      if (used !== rest) rule.isFound = true;
      return used;
    }, code);
  },
  buildEnd(error) {
    const unused = knownToBuild.find(({ isFound }) => !isFound);
    if (this.environment.name === 'client' && !error && unused)
      this.error(
        `Remix's code has nothing like ${unused.found.source}: correct knownToBuild in vite.config.ts.`,
      );
  },
};

/** The oldest browsers for which script and style are built. */
const browsers = ['chrome111', 'firefox128', 'safari16.4'];

/** Compressed, a page's script weighs a twentieth less by Oxc than by Vite's own esbuild. */
const forBrowser: MinifyOptions = {
  module: true,
  compress: { target: browsers },
  mangle: { toplevel: true },
};

/** V8 keeps a program's text in memory, with two bytes a character as soon as a single one is wide. */
const forServer: MinifyOptions = {
  module: true,
  compress: false,
  mangle: false,
  codegen: { asciiOnly: true, removeWhitespace: false },
};

/** Minifies the browser's files, and takes comments and wide characters out of the server's. */
const minify: Plugin = {
  name: 'minify',
  apply: 'build',
  renderChunk: {
    // By then Vite has replaced its own placeholders.
    order: 'post',
    handler(code, { fileName }) {
      const options = this.environment.name === 'client' ? forBrowser : forServer;
      const { code: minified, errors } = minifySync(fileName, code, options);
      const [error] = errors;
      if (error) this.error(`${fileName}: ${error.message}`);
      return { code: minified, map: null };
    },
  },
};

/** Compresses the browser's files once, at build time, for the server to send as they are. */
const precompress: Plugin = {
  name: 'precompress',
  apply: 'build',
  writeBundle({ dir = '' }, bundle) {
    if (this.environment.name !== 'client') return;
    for (const name of Object.keys(bundle).filter((each) => /\.(js|css|svg)$/.test(each))) {
      const content = readFileSync(join(dir, name));
      writeFileSync(join(dir, `${name}.br`), brotliCompressSync(content));
      writeFileSync(join(dir, `${name}.gz`), gzipSync(content, { level: 9 }));
    }
  },
};

/** Hands every request that Vite does not answer itself to `server.ts`, in Vite's own module graph. */
const serverDevelopment: Plugin = {
  name: 'server-development',
  apply: 'serve',
  configureServer(vite) {
    const load = () => vite.ssrLoadModule('/server.ts') as Promise<typeof import('./server')>;
    // A build makes a server, too, which never listens and has no settings.
    vite.httpServer?.once('listening', () => {
      loadOrWriteSettings();
      void load();
    });
    return () => {
      vite.middlewares.use((req, res, next) => {
        req.url = req.originalUrl ?? req.url;
        load()
          .then(({ listener }) => listener(req, res))
          .catch(next);
      });
    };
  },
};

/**
 * Warnings that nobody can act on: comments in dependencies that Rollup cannot use, routes without a screen, whose file for the
 * browser is empty, and parts that one screen loads later and another one at once.
 */
function isHarmless({ code = '', plugin }: Rollup.RollupLog): boolean {
  return ['INVALID_ANNOTATION', 'EMPTY_BUNDLE'].includes(code) || plugin === 'vite:reporter';
}

export default defineConfig(({ command, isSsrBuild }) => ({
  plugins: [
    usedOfUndici,
    unusedFilters,
    usedOfRemix,
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
    // See `minify` above.
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
