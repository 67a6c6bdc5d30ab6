import type { IncomingMessage, ServerResponse } from 'node:http';
import { createServer } from 'node:http';
import { getRequestListener } from '@hono/node-server';
import { createRequestHandler } from '@remix-run/node';
import * as build from 'virtual:remix/server-build';

const handle = createRequestHandler(build as never, import.meta.env.MODE);
const remixListener = getRequestListener((request) => handle(request, {}), { overrideGlobalObjects: false });
export function listener(req: IncomingMessage, res: ServerResponse) {
  return remixListener(req, res);
}
if (import.meta.env.PROD) createServer(listener).listen(3000);
