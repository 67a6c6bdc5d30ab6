import type { Plugin } from 'vite';
import { loadOrWriteSettings } from '../settings.js';

/** Hands every request that Vite does not answer itself to `server.ts`, in Vite's own module graph. */
export const serverDevelopment: Plugin = {
  name: 'server-development',
  apply: 'serve',
  configureServer(vite) {
    const load = () => vite.ssrLoadModule('/server.ts') as Promise<typeof import('../../server')>;
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
