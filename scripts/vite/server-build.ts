// The server's build: which files it makes, and what each program does before it loads anything else.
import type { Plugin } from 'vite';

/** The programs that can be started, and the modules that they load: the server, and the commands for an installation. */
const programs: Record<string, string> = { index: '/server.ts', maintenance: '/maintenance.ts' };

/** Each program first checks the version of Node, before it loads code that an older version cannot parse. */
export const guardedPrograms: Plugin = {
  name: 'guarded-programs',
  resolveId: (id) => (id.startsWith('program:') ? `\0${id}` : undefined),
  load(id) {
    const [, name = ''] = id.split('\0program:');
    return programs[name] && `import '/scripts/supported-node.cjs';\nawait import('${programs[name]}');`;
  },
};

const serverEntries = {
  input: {
    ...Object.fromEntries(Object.keys(programs).map((name) => [name, `program:${name}`])),
    server: 'server.ts',
    commands: 'maintenance.ts',
    'import-worker': 'import-worker.ts',
  },
  output: { entryFileNames: '[name].js', experimentalMinChunkSize: 50_000 },
};

/** Remix overwrites the SSR input in its own config hook, so this plugin comes after Remix. */
export const serverBuild: Plugin = {
  name: 'server-build',
  apply: 'build',
  config: (_config, { isSsrBuild }) => (isSsrBuild ? { build: { rollupOptions: serverEntries } } : undefined),
};
