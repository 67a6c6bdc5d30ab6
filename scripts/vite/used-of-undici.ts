import type { Plugin } from 'vite';

/**
 * The built server loads only the part of undici that sends calls, and neither fetch, WebSocket nor the mocks: that takes a third
 * of the time. Remix imports undici, too, for a function that nothing here calls.
 */
const undiciFiles = { Pool: 'lib/dispatcher/pool.js', buildConnector: 'lib/core/connect.js' };
export const usedOfUndici: Plugin = {
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
