// `npm start`: installs and builds when needed, then becomes the server.
import { buildWhenNeeded, installWhenNeeded, root, startServer } from './prepare.js';
import { loadOrWriteSettings } from './settings.js';
import { startUsage, takeNoArguments } from './usage.js';

takeNoArguments('npm start', startUsage);
process.chdir(root);
loadOrWriteSettings();
process.env.NODE_ENV = 'production';
await installWhenNeeded();
await buildWhenNeeded();
await startServer();
