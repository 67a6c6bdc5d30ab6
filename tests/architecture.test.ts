// The house rules that can be read off the files: who imports whom, how large a file may get, how it is named.
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join, normalize } from 'node:path';
import { describe, expect, it } from 'vitest';

const files = ['app', 'migrations']
  .flatMap((folder) =>
    readdirSync(folder, { recursive: true, encoding: 'utf8' }).map((name) => join(folder, name)),
  )
  .filter((path) => /\.tsx?$/.test(path))
  .concat('server.ts', 'maintenance.ts', 'import-worker.ts')
  .map((path) => ({ path, text: readFileSync(path, 'utf8') }));

interface Import {
  from: string;
  isTypeOnly: boolean;
}

/** The imports of a file; of our own files as paths from the root without an ending. */
function listImports({ path, text }: { path: string; text: string }): Import[] {
  const statements = text.matchAll(/^(?:import|export)\s+(type\s)?(?:[^'";]*?from\s*)?'([^']+)'/gms);
  return [...statements].map(([, type, from = '']) => {
    const isTypeOnly = type !== undefined;
    if (from.startsWith('~/')) return { from: `app/${from.slice(2)}`, isTypeOnly };
    if (from.startsWith('.')) return { from: normalize(join(dirname(path), from)), isTypeOnly };
    return { from, isTypeOnly };
  });
}

const single = new Set(['root', 'routes.ts', 'entry.server', 'entry.client']);

/** The room a path of ours lies in: a folder of `app`, one of its single files, or server.ts. */
function roomOf(path: string): string {
  const [, first = '', ...rest] = path.split('/');
  if (!path.startsWith('app/')) return path.replace(/\.ts$/, '').split('/')[0] ?? '';
  // The list of routes is no route.
  if (rest.length > 0 || first === 'routes.ts') return first;
  return first.replace(/\.tsx?$/, '');
}

/** The folder or file of a route. */
function routeOf(path: string): string | undefined {
  return path.split('/')[2];
}

/**
 * A folder of `app/routes` without a route module is shared by the routes whose names begin with its own and a dot; `forms` is
 * shared by all routes.
 */
function mayShare(route = '', other = ''): boolean {
  if (route === other || other === 'forms') return true;
  const isRoute = files.some(
    ({ path }) => /^route\.tsx?$/.test(path.split('/')[3] ?? '') && routeOf(path) === other,
  );
  return !isRoute && route.startsWith(`${other}.`);
}

/** Composition roots: they import anything, and nobody imports them. */
const started = new Set(['server', 'maintenance', 'import-worker']);

const anyone = [
  'problem',
  'problem-areas',
  'failures',
  'fields',
  'context',
  'config',
  'setting-files',
  'setting-groups',
  'metrics',
  'repeated-errors',
  'secret-form-fields',
];

/** For each room: the rooms of ours and the packages that it may use. `types` may be imported as types only. */
const rules: Record<string, { rooms: string[]; packages: RegExp; types?: string[] }> = {
  engine: { rooms: [], packages: /^(zod|croner|lossless-json|js-yaml|re2js|@noble\/hashes\/\w+)$/ },
  config: { rooms: ['setting-files', 'setting-groups', 'setting-values'], packages: /^zod$/ },
  'setting-groups': { rooms: [], packages: /^$/ },
  'setting-values': { rooms: [], packages: /^$/ },
  'setting-files': { rooms: [], packages: /^node:fs$/ },
  problem: { rooms: ['failures', 'problem-areas'], packages: /^$/ },
  'problem-areas': { rooms: ['failures'], packages: /^$/ },
  failures: { rooms: [], packages: /^$/ },
  fields: {
    rooms: ['common-passwords', 'engine', 'field-texts'],
    packages: /^zod$/,
  },
  'field-texts': { rooms: ['engine'], packages: /^zod$/ },
  'common-passwords': { rooms: [], packages: /^$/ },
  context: {
    rooms: [],
    packages: /^pino$/,
    types: ['auth', 'config', 'db', 'email', 'failures', 'metrics', 'outbound', 'services'],
  },
  metrics: { rooms: ['duration-histogram', 'tally'], packages: /^prom-client$/ },
  'duration-histogram': { rooms: [], packages: /^prom-client$/ },
  tally: { rooms: [], packages: /^prom-client$/ },
  log: { rooms: [], packages: /^pino$/ },
  'repeated-errors': { rooms: [], packages: /^pino$/ },
  db: { rooms: ['engine'], packages: /^(kysely|better-sqlite3|uuid|zod|node:.*)$/ },
  outbound: { rooms: ['engine'], packages: /^(undici|ipaddr\.js|nodemailer\/lib\/[\w-]+|node:.*)$/ },
  'escape-html': { rooms: [], packages: /^$/ },
  'secret-form-fields': { rooms: ['engine'], packages: /^$/ },
  email: {
    rooms: ['engine', 'escape-html'],
    packages: /^(node-mailjet|nodemailer|node:.*)$/,
    types: ['config', 'setting-groups'],
  },
  auth: {
    rooms: ['db', ...anyone],
    packages:
      /^(@node-rs\/argon2|@simplewebauthn\/server|otpauth|remix-auth|remix-auth-form|@remix-run\/node|zod|node:.*)$/,
    types: ['services'],
  },
  services: {
    rooms: ['engine', 'db', 'auth', 'outbound', 'email', ...anyone],
    packages: /^(diff|zod|kysely|pdfkit|oauth4webapi|@noble\/hashes\/sha3|node:.*)$/,
  },
  jobs: { rooms: ['services', 'db', 'email', ...anyone], packages: /^node:.*$/ },
  api: {
    rooms: ['services', 'db', 'auth', 'engine', 'escape-html', ...anyone],
    packages: /^(hono(\/.*)?|@hono\/(node-server(\/.*)?|zod-openapi)|zod|node:.*)$/,
  },
  routes: {
    rooms: ['services', 'db', 'auth', 'engine', 'components', 'documentation', 'escape-html', ...anyone],
    packages: /^(@remix-run\/(node|react)|react|react-dom|@conform-to\/.*|cronstrue|d3-scale|uqr|zod)$/,
  },
  documentation: {
    rooms: ['components', 'escape-html'],
    packages: /^(marked|@remix-run\/react|react|node:(crypto|path))$/,
  },
  design: { rooms: ['components'], packages: /^(@remix-run\/(node|react)|react)$/ },
  components: {
    rooms: ['engine', 'fields', 'failures', 'secret-form-fields'],
    packages:
      /^(react|react-dom|@remix-run\/react|@simplewebauthn\/browser|@conform-to\/(react|zod\/v4)|zod)$/,
  },
  migrations: { rooms: [], packages: /^kysely$/ },
};

describe('who may import whom', () => {
  const judged = files.filter(({ path }) => roomOf(path) in rules);

  it.each(judged.map((file) => [file.path, file] as const))('%s', (path, file) => {
    const room = roomOf(path);
    const rule = rules[room];
    const refused = listImports(file).filter(({ from, isTypeOnly }) => {
      if (!from.startsWith('app/')) return !rule?.packages.test(from);
      const target = roomOf(from);
      if (target === room) return false;
      return !(rule?.rooms.includes(target) || (isTypeOnly && rule?.types?.includes(target)));
    });
    expect(refused).toEqual([]);
  });

  it('only the database room knows which engine runs', () => {
    const knowing = files
      .filter(({ path }) => roomOf(path) !== 'db' && roomOf(path) !== 'migrations')
      .filter(({ text }) => /SQLITE_|\.sqlite\b|\bpragma\b|better.sqlite3/i.test(text))
      .map(({ path }) => path);
    expect(knowing).toEqual([]);
  });

  it('every folder of app is a room with rules', () => {
    const rooms = new Set(files.map(({ path }) => roomOf(path)).filter((room) => !started.has(room)));
    const unknown = [...rooms].filter((room) => !(room in rules) && !single.has(room));
    expect(unknown).toEqual([]);
  });

  it('nobody imports what is started, and a route imports no other route', () => {
    const wrong = files.flatMap((file) =>
      listImports(file)
        .filter(
          ({ from }) =>
            started.has(from) ||
            (from.startsWith('app/routes/') && !mayShare(routeOf(file.path), routeOf(from))),
        )
        .map(({ from }) => `${file.path} imports ${from}`),
    );
    expect(wrong).toEqual([]);
  });
});

/**
 * Inside a room, or a route of many folders: the folders of it that a folder may import besides itself, lowest first. '' is its own
 * files. A row names only rows above it, so no circle leads from folder to folder.
 */
const inside: Record<string, Record<string, string[]>> = {
  services: {
    '': [],
    installation: [],
    limits: [],
    tracing: [],
    'connections/signing': [],
    connections: ['', 'connections/signing'],
    values: [''],
    memory: [''],
    stores: [''],
    files: [''],
    secrets: ['', 'connections', 'values'],
    answers: [],
    alerts: ['', 'installation'],
    'audit-stream': ['alerts'],
    triggers: ['', 'installation'],
    'recorded-tests': ['', 'answers', 'connections', 'memory', 'secrets', 'values'],
    integrations: ['', 'connections', 'files', 'limits', 'recorded-tests', 'secrets', 'triggers', 'values'],
    'integrations/many': ['', 'installation', 'integrations'],
    'deleted-integrations': ['', 'integrations'],
    executions: ['', 'deleted-integrations', 'files', 'integrations', 'secrets'],
    'imports/templates': [],
    imports: ['', 'connections', 'installation', 'integrations'],
    'runs/sending': ['', 'connections/signing', 'files', 'tracing'],
    'runs/replays': ['answers', 'integrations', 'memory'],
    runs: [
      '',
      'answers',
      'connections',
      'connections/signing',
      'executions',
      'files',
      'installation',
      'integrations',
      'memory',
      'runs/replays',
      'runs/sending',
      'secrets',
      'stores',
      'tracing',
      'triggers',
      'values',
    ],
    'public-forms': ['', 'installation', 'limits', 'runs'],
    billing: ['', 'executions', 'integrations'],
    encryption: [
      '',
      'alerts',
      'answers',
      'connections',
      'files',
      'installation',
      'integrations',
      'memory',
      'recorded-tests',
      'runs',
      'secrets',
      'stores',
      'values',
    ],
    'webhooks/bodies': [],
    'webhooks/proof': ['limits', 'webhooks/bodies'],
    webhooks: [
      '',
      'executions',
      'installation',
      'integrations',
      'limits',
      'tracing',
      'webhooks/bodies',
      'webhooks/proof',
    ],
    'accounts/proof': ['limits'],
    organizations: [
      '',
      'accounts/proof',
      'alerts',
      'connections',
      'executions',
      'files',
      'imports',
      'integrations',
      'limits',
      'memory',
      'stores',
      'values',
    ],
    'test-runs': [
      '',
      'answers',
      'connections',
      'executions',
      'files',
      'integrations',
      'limits',
      'memory',
      'recorded-tests',
      'runs',
      'runs/sending',
      'secrets',
      'stores',
      'values',
    ],
    'test-runs/items': [
      '',
      'connections',
      'executions',
      'integrations',
      'memory',
      'runs',
      'runs/sending',
      'secrets',
      'stores',
      'test-runs',
      'values',
    ],
    'webhooks/set-up': [
      '',
      'executions',
      'integrations',
      'limits',
      'test-runs',
      'webhooks',
      'webhooks/bodies',
      'webhooks/proof',
    ],
    accounts: ['', 'accounts/proof', 'installation', 'limits', 'organizations'],
    monitoring: ['', 'executions', 'test-runs'],
    'accounts/single-sign-on': ['', 'accounts', 'accounts/proof', 'installation', 'limits', 'organizations'],
    administration: ['', 'accounts', 'accounts/proof', 'installation', 'limits', 'organizations'],
  },
  db: {
    'core/tables': [],
    'core/files': [],
    core: ['core/files', 'core/tables'],
    'core/backup': ['core'],
    'core/data-dir': ['core', 'core/files'],
    'core/deletion': ['core'],
    accounts: ['core'],
    connections: ['core'],
    'executions/search': ['core'],
    integrations: ['core', 'core/deletion'],
    alerts: ['core', 'integrations'],
    memory: ['core'],
    values: ['core'],
    organizations: ['accounts', 'core'],
    'executions/queue': ['core', 'core/files', 'organizations'],
    stores: ['core', 'core/deletion'],
    'executions/files': ['core'],
    executions: ['core', 'core/deletion', 'executions/queue', 'executions/search', 'integrations'],
    'executions/logs': ['core', 'executions', 'executions/queue', 'executions/search'],
    ledger: [
      'accounts',
      'alerts',
      'connections',
      'core',
      'executions',
      'executions/files',
      'executions/queue',
      'integrations',
      'memory',
      'organizations',
      'stores',
    ],
  },
  api: {
    'http/connection': [],
    http: ['http/connection'],
    'http/bodies': ['http'],
    'http/responses': ['http'],
    'http/pages': ['http'],
    shapes: [],
    openapi: ['http', 'http/bodies', 'http/responses', 'shapes'],
    'openapi/docs': ['http', 'openapi', 'shapes'],
    alerts: ['http', 'openapi', 'shapes'],
    answers: ['http', 'http/bodies', 'openapi'],
    'public-forms': ['http', 'http/bodies', 'openapi'],
    stores: ['http', 'http/bodies', 'http/responses', 'openapi', 'shapes'],
    webhooks: [],
    installation: ['http', 'openapi', 'shapes'],
    integrations: ['http', 'http/bodies', 'http/responses', 'openapi', 'shapes'],
    '': [
      'alerts',
      'answers',
      'http',
      'http/bodies',
      'http/pages',
      'http/responses',
      'installation',
      'integrations',
      'openapi',
      'openapi/docs',
      'public-forms',
      'shapes',
      'stores',
      'webhooks',
    ],
  },
  engine: {
    texts: [],
    http: [],
    json: [],
    replays: [],
    schema: ['json', 'texts'],
    secrets: [],
    files: [],
    mail: ['files', 'http'],
    alerts: ['http', 'schema'],
    delivery: ['json', 'secrets'],
    bodies: ['json', 'schema', 'secrets', 'texts'],
    paths: ['json', 'texts'],
    triggers: ['files', 'json', 'schema'],
    comparing: ['json', 'schema', 'texts'],
    filters: ['comparing', 'files', 'http', 'json', 'paths', 'schema', 'texts', 'triggers'],
    stores: ['filters', 'json', 'schema', 'texts'],
    placeholders: ['files', 'filters', 'http', 'json', 'paths', 'schema', 'texts'],
    definition: [
      'comparing',
      'http',
      'json',
      'mail',
      'paths',
      'placeholders',
      'replays',
      'schema',
      'secrets',
      'stores',
      'texts',
    ],
    chain: ['definition'],
    'request-bodies': ['definition', 'files', 'filters', 'http', 'json', 'placeholders', 'schema'],
    connections: ['definition', 'http', 'json', 'paths', 'placeholders', 'schema'],
    senders: ['definition', 'http', 'schema'],
    'import/draft': [
      'connections',
      'definition',
      'files',
      'http',
      'json',
      'placeholders',
      'schema',
      'secrets',
      'texts',
    ],
    '': [
      'bodies',
      'chain',
      'definition',
      'delivery',
      'json',
      'paths',
      'placeholders',
      'schema',
      'senders',
      'triggers',
    ],
    'import/openapi': ['import/draft', 'json', 'placeholders', 'texts'],
    'import/postman': ['import/draft', 'placeholders', 'texts'],
    values: ['', 'definition', 'filters', 'http', 'json', 'placeholders', 'schema'],
    events: ['', 'definition', 'schema', 'senders', 'texts'],
    checks: [
      '',
      'chain',
      'comparing',
      'definition',
      'delivery',
      'events',
      'http',
      'json',
      'mail',
      'placeholders',
      'request-bodies',
      'schema',
      'secrets',
      'senders',
      'stores',
      'texts',
      'values',
    ],
    memory: [
      '',
      'definition',
      'events',
      'files',
      'filters',
      'json',
      'placeholders',
      'schema',
      'secrets',
      'texts',
      'values',
    ],
    conditions: [
      'chain',
      'comparing',
      'definition',
      'events',
      'files',
      'json',
      'paths',
      'placeholders',
      'secrets',
      'texts',
    ],
    computed: [
      '',
      'definition',
      'events',
      'files',
      'filters',
      'json',
      'paths',
      'placeholders',
      'schema',
      'secrets',
    ],
    versions: ['', 'checks', 'comparing', 'definition', 'secrets'],
    run: [
      '',
      'bodies',
      'chain',
      'comparing',
      'computed',
      'conditions',
      'connections',
      'definition',
      'delivery',
      'events',
      'files',
      'filters',
      'http',
      'json',
      'mail',
      'memory',
      'paths',
      'placeholders',
      'request-bodies',
      'schema',
      'secrets',
      'senders',
      'stores',
      'texts',
      'values',
    ],
    recordings: [
      '',
      'conditions',
      'definition',
      'delivery',
      'events',
      'files',
      'json',
      'paths',
      'placeholders',
      'run',
      'versions',
    ],
    'import/curl': ['files', 'import/draft', 'placeholders', 'run', 'schema', 'texts'],
    import: [
      '',
      'checks',
      'definition',
      'import/curl',
      'import/draft',
      'import/openapi',
      'import/postman',
      'placeholders',
      'run',
      'schema',
      'secrets',
      'texts',
      'values',
    ],
  },
  components: {
    icons: [],
    ui: ['icons'],
    time: ['ui'],
    storage: ['time'],
    pointer: [],
    'field-checks': ['pointer'],
    http: ['ui'],
    keys: [],
    'ui/fields': ['icons', 'ui'],
    user: ['ui', 'ui/fields'],
    integration: ['icons', 'ui', 'ui/fields'],
    'list-search': ['ui', 'ui/fields'],
    'typed-form': ['ui', 'ui/fields'],
    network: ['pointer', 'typed-form', 'ui'],
    'dialog-form': ['network', 'ui', 'ui/fields'],
    alerts: ['dialog-form', 'icons', 'integration', 'network', 'time', 'typed-form', 'ui', 'ui/fields'],
    json: ['icons', 'network', 'ui'],
    log: ['ui'],
    login: ['network', 'ui', 'ui/fields'],
    proof: ['network', 'ui', 'ui/fields'],
    'shown-once': ['ui'],
    'account-dialog': [
      'dialog-form',
      'field-checks',
      'proof',
      'time',
      'typed-form',
      'ui',
      'ui/fields',
      'user',
    ],
    'billing-dialog': ['dialog-form', 'field-checks', 'icons', 'typed-form', 'ui', 'ui/fields', 'user'],
    'command-palette': ['icons', 'keys', 'network', 'ui', 'ui/fields', 'user'],
    passkeys: ['icons', 'network', 'ui'],
    'organization-switcher': ['icons', 'network', 'ui', 'ui/fields', 'user'],
    shell: [
      'account-dialog',
      'billing-dialog',
      'command-palette',
      'dialog-form',
      'icons',
      'network',
      'organization-switcher',
      'proof',
      'time',
      'ui',
      'user',
    ],
  },
  'routes/integration.$integrationId._index': {
    'form/lines': [],
    'form/waits': [],
    form: ['form/lines', 'form/waits'],
    'form/values': ['form', 'form/lines', 'form/waits'],
    'chain/chosen': [],
    'chain/edits': ['form'],
    'form/fields': ['chain/chosen', 'chain/edits', 'form'],
    'chain/outline': ['form', 'form/fields'],
    'chain/test-run': ['chain/chosen', 'form'],
    'chain/nodes': ['chain/chosen', 'chain/edits', 'chain/outline', 'chain/test-run', 'form', 'form/waits'],
    unsaved: ['form', 'form/values'],
    'chain/steps': ['chain/chosen', 'chain/edits', 'chain/outline', 'form', 'form/fields'],
    'chain/test-call': ['chain/edits', 'chain/test-run', 'form', 'form/fields', 'form/values'],
    'trigger/event': ['form', 'form/fields'],
    'trigger/manual': ['form', 'form/fields'],
    trigger: ['form', 'form/fields', 'form/lines', 'form/values', 'trigger/event', 'trigger/manual'],
    'chain/loops': [
      'chain/chosen',
      'chain/edits',
      'chain/nodes',
      'chain/outline',
      'chain/steps',
      'form',
      'form/fields',
    ],
    'chain/call': [
      'chain/chosen',
      'chain/edits',
      'chain/loops',
      'chain/nodes',
      'chain/outline',
      'chain/steps',
      'chain/test-call',
      'form',
      'form/fields',
      'form/values',
      'form/waits',
    ],
    chain: ['chain/call', 'chain/chosen', 'chain/edits', 'chain/outline', 'chain/steps', 'form'],
    editor: [
      'chain',
      'chain/call',
      'chain/chosen',
      'chain/edits',
      'chain/nodes',
      'chain/outline',
      'chain/steps',
      'chain/test-call',
      'chain/test-run',
      'form',
      'form/fields',
      'form/values',
      'trigger',
      'unsaved',
    ],
    '': [
      'chain/test-call',
      'chain/test-run',
      'editor',
      'form',
      'form/values',
      'trigger',
      'trigger/event',
      'unsaved',
    ],
  },
  'routes/integration.$integrationId.deploy': {
    'test-runs': [],
    limits: [],
    deploy: ['limits', 'test-runs'],
    '': ['deploy', 'limits', 'test-runs'],
  },
  'routes/integration.$integrationId.logs': {
    filters: [],
    'log-view': [],
    controls: ['filters'],
    details: ['filters', 'log-view'],
    history: ['controls', 'details', 'filters', 'log-view'],
    '': ['controls', 'filters', 'history', 'log-view'],
  },
};

/** The room or route of a path whose folders are listed, and its folder there; '' for a file that lies directly in it. */
function placeOf(path: string): { room: string; folder: string } | undefined {
  const room = Object.keys(inside).find((name) => path.startsWith(`app/${name}/`));
  if (room === undefined) return undefined;
  return { room, folder: dirname(path).slice(`app/${room}/`.length) };
}

describe('who may import whom inside a room', () => {
  const judged = files.flatMap((file) => {
    const place = placeOf(file.path);
    return place ? [{ file, ...place }] : [];
  });

  it.each(judged.map((entry) => [entry.file.path, entry] as const))('%s', (_path, { file, room, folder }) => {
    const refused = listImports(file).filter(({ from }) => {
      const place = placeOf(from);
      if (place?.room !== room || place.folder === folder) return false;
      return !inside[room]?.[folder]?.includes(place.folder);
    });
    expect(refused).toEqual([]);
  });

  it.each(Object.entries(inside))(
    'the folders of %s are listed from the lowest to the highest',
    (_room, folders) => {
      const names = Object.keys(folders);
      const wrong = names.filter((name, place) =>
        folders[name]?.some((imported) => !names.slice(0, place).includes(imported)),
      );
      expect(wrong).toEqual([]);
    },
  );

  it.each(Object.entries(inside))('the folders of %s are all listed', (room, folders) => {
    const found = new Set(judged.filter((entry) => entry.room === room).map((entry) => entry.folder));
    expect([...found].toSorted()).toEqual(Object.keys(folders).toSorted());
  });
});

describe('the size of folders', () => {
  it('none holds more than 25 files beside each other', () => {
    const counts = new Map<string, number>();
    for (const { path } of files) counts.set(dirname(path), (counts.get(dirname(path)) ?? 0) + 1);
    // Migrations are a list that grows with each release.
    const full = [...counts].filter(([folder, count]) => count > 25 && folder !== 'migrations');
    expect(full).toEqual([]);
  });
});

describe('circles', () => {
  const paths = new Set(files.map(({ path }) => path));
  const endings = ['', '.ts', '.tsx', '/route.tsx'];
  const graph = new Map(
    files.map((file) => {
      const imported = listImports(file).map(({ from }) =>
        endings.map((ending) => from + ending).find((path) => paths.has(path)),
      );
      return [file.path, imported.filter((path) => path !== undefined)] as const;
    }),
  );

  /** A path of imports, types included, that leads from a file back to itself; undefined when none of them does. */
  function findCircle(): string[] | undefined {
    const done = new Set<string>();
    function visit(path: string, way: string[]): string[] | undefined {
      if (way.includes(path)) return [...way.slice(way.indexOf(path)), path];
      if (done.has(path)) return undefined;
      for (const next of graph.get(path) ?? []) {
        const circle = visit(next, [...way, path]);
        if (circle) return circle;
      }
      done.add(path);
      return undefined;
    }
    return files.map(({ path }) => visit(path, [])).find((circle) => circle !== undefined);
  }

  it('no file imports itself by way of others, not even a type', () => {
    expect(findCircle()).toBeUndefined();
  });
});

describe('what the engine and the settings keep to', () => {
  it.each(files.filter(({ path }) => path.startsWith('app/engine/')).map(({ path, text }) => [path, text]))(
    '%s knows no clock, chance, network or environment',
    (_path, text) => {
      expect(text).not.toMatch(
        /\b(Date\.now|new Date\(\)|Math\.random|fetch\(|process\.|setTimeout|crypto\.)/,
      );
    },
  );

  it('only the two that are started hand the environment on', () => {
    const readers = files.filter(({ text }) => text.includes('process.env')).map(({ path }) => path);
    expect(readers).toEqual(['server.ts', 'maintenance.ts']);
  });
});

describe('what lives between calls', () => {
  /** Of one process whatever its context, or of the one tab that a browser's script runs in. */
  const excepted: Record<string, string> = {
    'app/db/core/id.ts': 'ids of a process sort in the order they were made; random bytes in store',
    'app/auth/secret-box.ts': 'random bytes in store',
    'app/api/shapes/registry.ts': 'filled while the modules load, and the same from then on',
    'app/engine/json/json.ts': 'set and read within one call',
    'app/engine/definition/call-origin.ts': 'memo: the same text is read the same way',
    'app/engine/json/property-names.ts': 'memo: a value that was read never changes',
    'app/engine/placeholders/placeholder.ts': 'memo: the same text is read the same way',
    'app/engine/paths/path.ts': 'memo: the same text is read the same way',
    'app/engine/run/run-secrets.ts': 'memo: a definition never changes',
    'app/engine/values/value-references.ts': 'memo: a definition never changes',
    'app/engine/memory/memory.ts': 'memo: a definition never changes',
    'app/engine/variables.ts': 'memo: a definition never changes',
    'app/documentation/documents.server.ts': 'memo: a document is built in, and never changes',
    'app/engine/import/draft/draft.ts': 'kept with one import, and goes with it',
    'app/components/shell/lazy-error-screen.ts': 'of the tab',
    'app/components/time/clock.ts': 'of the tab',
    'app/routes/integration.$integrationId/use-tab-focus.ts': 'of the tab',
    'app/components/network/stale-cache.ts': 'of the tab',
  };

  const declarations = /^(?:export )?(let|const) (\w+)(?::.+?(?= =|;?$))?(?: =\s+(.*))?/gm;
  const makesState = /^(new Weak(Map|Set)\b|new \w+(<.*>)?\(\)|create(?!Context\b)\w+[(<])/;

  /** Names at the top of a file whose value changes, or holds what changes. */
  function listState(text: string): string[] {
    return [...text.matchAll(declarations)]
      .filter(([, kind, name, value = '']) => {
        const changes = new RegExp(`\\b${name}\\.(set|add|delete|clear|push|pop|shift|unshift|splice)\\(`);
        return kind === 'let' || makesState.test(value) || changes.test(text);
      })
      .map(([, , name = '']) => name);
  }

  it.each([
    ['let count = 0;', ['count']],
    ['let last: Viewer;', ['last']],
    ['export const seen = new Set<string>();', ['seen']],
    ['const plans: Plans = new WeakMap<object, Plan>();', ['plans']],
    ['const tries = createSlidingWindow({ limit: 10 });', ['tries']],
    ["const known = new Map([['a', 1]]);\nfunction add() {\n  known.set('b', 2);\n}", ['known']],
    ["const names = new Set(['a']);\nconst list: string[] = [];", []],
    ["const Nonce = createContext('');", []],
    ['function count() {\n  let found = 0;\n}', []],
  ])('is seen in %j', (text, names) => {
    expect(listState(text)).toEqual(names);
  });

  it('is handed on in the context: no other module holds any', () => {
    const holding = files
      .filter(({ path, text }) => path.startsWith('app/') && listState(text).length > 0)
      .map(({ path }) => path);
    expect(holding.filter((path) => !(path in excepted))).toEqual([]);
  });
});

describe('the size of files', () => {
  const lengths = files.map(({ path, text }) => ({ path, lines: text.split('\n').length - 1 }));

  it('none is longer than 320 lines', () => {
    expect(lengths.filter(({ lines }) => lines > 320)).toEqual([]);
  });

  it('half of them have at most 70 lines, nine in ten at most 170', () => {
    const sorted = lengths.map(({ lines }) => lines).toSorted((a, b) => a - b);
    expect(sorted[Math.floor(sorted.length * 0.5)]).toBeLessThanOrEqual(70);
    expect(sorted[Math.floor(sorted.length * 0.9)]).toBeLessThanOrEqual(170);
  });
});

/** The path of an imported file of ours, without an ending. */
function resolve(path: string, from: string): string {
  const full = from.startsWith('~/') ? `app/${from.slice(2)}` : normalize(join(dirname(path), from));
  return full.replace(/\.tsx?$/, '');
}

describe('exports', () => {
  /** Names that Remix reads from the module of a route. */
  const ofRoutes =
    /^(loader|action|meta|headers|links|handle|shouldRevalidate|clientAction|clientLoader|ErrorBoundary)$/;
  const exported = /^export (?:async )?(?:function\*?|const|let|class|interface|type) (\w+)/gm;
  const named = /^(?:import|export) (?:type )?(?:\w+, )?\{([^}]*)\} from '([^']+)'/gm;
  const whole = /(?:import\(|import \* as \w+ from |^export \* from )\s*'([^']+)'/gm;

  const others = readdirSync('tests', { recursive: true, encoding: 'utf8' })
    .filter((name) => /\.(tsx?|js)$/.test(name) && !name.startsWith('generated'))
    .map((name) => ({ path: join('tests', name), text: readFileSync(join('tests', name), 'utf8') }));

  it('each is used by another file, or by a test', () => {
    const used = new Set<string>();
    for (const { path, text } of [...files, ...others]) {
      for (const [, names = '', from = ''] of text.matchAll(named)) {
        for (const name of names.split(','))
          used.add(
            `${resolve(path, from)} ${
              name
                .trim()
                .replace(/^type /, '')
                .split(' ')[0]
            }`,
          );
      }
      for (const [, from = ''] of text.matchAll(whole)) used.add(resolve(path, from));
    }
    const judged = files.filter(
      ({ path }) => /^app\/.+\//.test(path) && !/\.d\.ts$|^app\/design\/route/.test(path),
    );
    const unused = judged.flatMap(({ path, text }) => {
      const module = path.replace(/\.tsx?$/, '');
      if (used.has(module)) return [];
      return [...text.matchAll(exported)]
        .map(([, name = '']) => name)
        .filter((name) => !used.has(`${module} ${name}`))
        .filter((name) => !(path.startsWith('app/routes/') && ofRoutes.test(name)))
        .map((name) => `${path}: ${name}`);
    });
    expect(unused).toEqual([]);
  });
});

describe('names', () => {
  it('are kebab-case, and none is a drawer for anything', () => {
    const drawers = /\/(utils?|helpers?|lib|common|types|misc|index)(\/|\.)/;
    // Route files are named by their address.
    const named = files.filter(({ path }) => !path.startsWith('app/routes/'));
    const wrong = named.filter(({ path }) => drawers.test(path) || !/^[a-z0-9/._-]+$/.test(path));
    expect(wrong.map(({ path }) => path)).toEqual([]);
  });
});

describe('READMEs of rooms', () => {
  it('name files that are there: in their folder, beside it, or below app or app/services', () => {
    const readmes = ['app', 'tests'].flatMap((folder) =>
      readdirSync(folder, { recursive: true, encoding: 'utf8' })
        .filter((name) => name.endsWith('README.md'))
        .map((name) => join(folder, name)),
    );
    const missing = readmes.flatMap((readme) =>
      [...readFileSync(readme, 'utf8').matchAll(/`([\w$./-]+\.tsx?)`/g)]
        .map(([, name = '']) => name)
        .filter((name) => {
          const own = dirname(readme);
          return ![own, dirname(own), '.', 'app', 'app/services'].some((from) =>
            existsSync(join(from, name)),
          );
        })
        .map((name) => `${readme}: ${name}`),
    );
    expect(readmes.length).toBeGreaterThan(40);
    expect(missing).toEqual([]);
  });
});
