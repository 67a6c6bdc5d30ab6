// `npm start`: installs and builds when needed, then becomes the server.
import { buildWhenNeeded, installWhenNeeded, loadEnvironment, root } from './prepare.js';

process.chdir(root);
loadEnvironment();
process.env.NODE_ENV = 'production';
installWhenNeeded();
buildWhenNeeded();
await import('../build/server/index.js');
