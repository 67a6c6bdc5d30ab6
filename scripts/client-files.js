// Decides which modules of the browser's script share a file. By default, Rollup makes a file for each set of modules that the
// same pages need: forty for a page, most of them too small to compress well. These shared files weigh a fifteenth less.

/**
 * The files with their modules: a folder, and names of files or folders in it. The first match counts; Rollup places every
 * other module itself. Do not name a module here that a page loads later, or pages load it at once.
 * @type {{ file: string, folder: string, names: string[] }[]}
 */
export const clientFiles = [
  // The dependencies of every page, which a browser keeps when the product changes.
  {
    file: 'react',
    folder: 'node_modules',
    names: ['react', 'react-dom', 'react-router', 'react-router-dom', 'scheduler', 'turbo-stream'],
  },
  { file: 'react', folder: 'node_modules/@remix-run', names: ['react', 'router', 'server-runtime'] },
  // The modules of pages with a form.
  { file: 'forms', folder: 'node_modules/@conform-to', names: ['dom', 'react'] },
  {
    file: 'forms',
    folder: 'app/components/field-checks',
    names: ['check-by', 'use-checked-form'],
  },
  { file: 'forms', folder: 'app/components/pointer', names: ['after-pointer-release'] },
  // The modules that nearly every page renders.
  { file: 'interface', folder: 'app', names: ['failures'] },
  { file: 'interface', folder: 'app/components/icons', names: ['icons'] },
  { file: 'interface', folder: 'app/engine/texts', names: ['format-count'] },
  {
    file: 'interface',
    folder: 'app/components/network',
    names: [
      'csp-nonce',
      'form-key',
      'kept-typing-key',
      'lazy-part',
      'lost-reads',
      'network-error',
      'session-sync',
      'typed-values',
      'use-sent-form',
      'yield-point',
    ],
  },
  {
    file: 'interface',
    folder: 'app/components/shell',
    names: ['lazy-kept-focus', 'logo', 'logout-form', 'page-announcer', 'skip-link'],
  },
  {
    file: 'interface',
    folder: 'app/components/ui',
    names: [
      'banner',
      'button',
      'class-names',
      'link',
      'read-only',
      'spinner',
      'toast',
      'toast-list',
      'toaster',
      'tone',
      'use-hydrated',
    ],
  },
  {
    file: 'interface',
    folder: 'app/components/ui/fields',
    names: ['checkbox', 'field', 'input', 'select', 'text-field'],
  },
  // The modules that the pages of a signed-in user render, too.
  { file: 'signed-in', folder: 'app/engine/definition', names: ['call-name'] },
  { file: 'signed-in', folder: 'app/engine/run', names: ['execution-status'] },
  { file: 'signed-in', folder: 'app/components/dialog-form', names: ['dialog-url'] },
  { file: 'signed-in', folder: 'app/components/http', names: ['method-badge'] },
  { file: 'signed-in', folder: 'app/components/integration', names: ['pause', 'tag-links'] },
  { file: 'signed-in', folder: 'app/components/keys', names: ['single-keys'] },
  { file: 'signed-in', folder: 'app/components/network', names: ['use-live-updates'] },
  {
    file: 'signed-in',
    folder: 'app/components/organization-switcher',
    names: ['organization-buttons', 'organization-mark', 'organization-switcher'],
  },
  {
    file: 'signed-in',
    folder: 'app/components/shell',
    names: ['app-shell', 'lazy-loading-screen', 'page-header', 'signed-in-shell', 'user-dialogs'],
  },
  { file: 'signed-in', folder: 'app/components/time', names: ['clock', 'relative-time', 'time-format'] },
  {
    file: 'signed-in',
    folder: 'app/components/ui',
    names: [
      'badge',
      'collapsible-card',
      'details-chevron',
      'empty-state',
      'menu',
      'tabs',
      'use-close-outside',
    ],
  },
  { file: 'signed-in', folder: 'app/components/user', names: ['avatar', 'role-name', 'user-name'] },
  // The modules of lists with a search. Not for the editor, whose budget has no room for them.
  { file: 'searched', folder: 'app/components/ui/fields', names: ['use-address-values'] },
];

/** The bundler's own modules, which every page needs. */
const bundled = ['vite/preload-helper', 'commonjsHelpers'];

/**
 * Returns the file that a module belongs to, for Rollup's `manualChunks`.
 * @param {string} id a module's path, or the name of one that the bundler makes
 */
export function clientFileOf(id) {
  if (bundled.some((each) => id.includes(each))) return 'react';
  return clientFiles.find(({ folder, names }) =>
    names.some((name) => id.includes(`/${folder}/${name}.`) || id.includes(`/${folder}/${name}/`)),
  )?.file;
}
