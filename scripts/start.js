// `npm start`: installs and builds when needed, then becomes the server.
import { buildWhenNeeded, installWhenNeeded, root, startServer } from './prepare.js';
import { loadOrWriteSettings } from './settings.js';

process.chdir(root);
loadOrWriteSettings();
process.env.NODE_ENV = 'production';
installWhenNeeded();
buildWhenNeeded();
await startServer();
