// `npm start`: installs and builds when needed, then becomes the server.
import { buildWhenNeeded, installWhenNeeded, loadEnvironment, root, startServer } from './prepare.js';

process.chdir(root);
loadEnvironment();
process.env.NODE_ENV = 'production';
installWhenNeeded();
buildWhenNeeded();
await startServer();
