// Chooses the better-sqlite3 to load by the Node that runs; only this file knows of two. It is not TypeScript because scripts
// need it before anything is built. docs/decisions/0010-two-versions-of-better-sqlite3.md says why.
import { createRequire } from 'node:module';

/** Below Node-API 10, version 13 would end the process with a segmentation fault. */
export const sqlitePackage = Number(process.versions.napi) >= 10 ? 'better-sqlite3' : 'better-sqlite3-12';

export default createRequire(import.meta.url)(sqlitePackage);
