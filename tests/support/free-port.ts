import { once } from 'node:events';
import { createServer } from 'node:net';

/**
 * A port that nothing listens on, for a server that must know its own port before it starts. It lies below the ranges from which
 * systems give ports to outbound connections and to `listen(0)` (32768 and up on Linux, 49152 and up elsewhere: RFC 6335, section
 * 6), and above those that browsers refuse: nothing that runs beside takes it before the server does.
 */
export async function findFreePort(): Promise<number> {
  for (;;) {
    const port = 20_000 + Math.floor(Math.random() * 12_000);
    const probe = createServer().listen(port, '127.0.0.1');
    try {
      await once(probe, 'listening');
    } catch {
      continue;
    }
    probe.close();
    await once(probe, 'close');
    return port;
  }
}
