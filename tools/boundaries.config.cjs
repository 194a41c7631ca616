// Rules for which folder may import which. "Direction" in ARCHITECTURE.md shows the same order as a picture.
const forbid = (name, from, to) => ({ name, severity: 'error', from: { path: from }, to })

/** The folders of electron/, from the top down. A folder may import from later ones, never from earlier ones. */
const layers = [
  'hosts',
  'updates',
  'app',
  'demo',
  'programs',
  'api',
  'support',
  'statements',
  'texts',
  'imports',
  'exports',
  'settings',
  'security',
  'bulk',
  'connections',
  'travel',
  'sync',
  'intake',
  'outbox',
  'documents',
  'logs',
  'auth',
  'keychain',
  'service',
  'data',
  'http',
  'policy',
  'tenants',
  'platform',
]

/** The folders of electron/data/, from the top down; files beside them belong to no layer. */
const dataLayers = ['workers', 'reads', 'lists', 'sweep', 'overlay', 'recovery', 'ledger', 'mirror', 'migrations']

const dataImports = dataLayers.slice(1).map((layer, index) =>
  forbid('data-folders-import-downward', `^electron/data/${layer}/`, {
    path: `^electron/data/(${dataLayers.slice(0, index + 1).join('|')})/`,
  }),
)

const unlistedInData = `^electron/data/(?!(?:${dataLayers.join('|')})/)[^/]+/`

const imports = layers.map((layer, index) => {
  const above = layers.slice(0, index).map((name) => `${name}/`)
  const roots = ['main\\.ts', 'browser\\.ts', 'preload\\.ts']
  return forbid('folders-import-downward', `^electron/${layer}/`, {
    path: `^electron/(${[...above, ...roots].join('|')})`,
  })
})

const unlisted = `^electron/(?!(?:${layers.join('|')})/)[^/]+/`

module.exports = {
  forbidden: [
    forbid('shared-imports-only-its-schema-library', '^shared/', {
      pathNot: [
        '^shared/',
        '(^|/)(zod|@orpc/contract|node-diff3|postal-mime|d3-hierarchy|@types/d3-hierarchy|react|@types/react)(/|$)',
      ],
    }),
    {
      name: 'only-the-drawing-in-shared-uses-react',
      severity: 'error',
      from: { path: '^shared/', pathNot: '^shared/estate-drawing/' },
      to: { path: '(^|/)(react|@types/react)(/|$)' },
    },
    forbid('renderer-never-imports-the-main-process', '^renderer/', { path: '^(electron|sandbox|tests)/' }),
    forbid('main-process-never-imports-the-renderer', '^electron/', { path: '^(renderer|sandbox|tests)/' }),
    forbid('sandbox-knows-nothing-of-the-app', '^sandbox/', { path: '^(electron|renderer|shared|tests)/' }),
    {
      name: 'only-the-desktop-host-imports-electron',
      severity: 'error',
      from: {
        path: '^(electron|renderer|shared|sandbox)/',
        pathNot: '^electron/(main\\.ts|preload\\.ts|hosts/desktop/)',
      },
      to: { path: '(^|/)node_modules/electron/|^electron$' },
    },
    {
      name: 'only-the-data-worker-opens-sqlite',
      severity: 'error',
      from: { path: '^(electron|renderer)/', pathNot: '^electron/data/' },
      to: { path: 'better-sqlite3' },
    },
    // Each data thread would build the schemas of a contract at its start; it reads what a list answers, and saved views.
    {
      name: 'data-loads-no-contract',
      severity: 'error',
      from: { path: '^electron/data/' },
      to: {
        path: '^shared/ipc/',
        pathNot: '^shared/ipc/(rows|list-columns|views)\\.ts$',
        dependencyTypesNot: ['type-only'],
      },
    },
    {
      name: 'only-the-keychain-folder-knows-its-libraries',
      severity: 'error',
      from: { path: '^electron/', pathNot: '^electron/keychain/' },
      to: { path: 'node_modules/(keytar|@napi-rs/keyring)' },
    },
    {
      name: 'only-the-desktop-host-updates',
      severity: 'error',
      from: { path: '^(electron|renderer|shared|sandbox)/', pathNot: '^electron/(updates|hosts/desktop)/' },
      to: { path: 'node_modules/electron-updater|^electron/updates/' },
    },
    ...imports,
    ...dataImports,
    forbid('every-folder-of-data-has-a-layer', unlistedInData, { path: '.' }),
    forbid('every-folder-of-data-has-a-layer', '.', { path: unlistedInData }),
    forbid('every-folder-of-electron-has-a-layer', unlisted, { path: '.' }),
    forbid('every-folder-of-electron-has-a-layer', '.', { path: unlisted }),
    {
      name: 'features-meet-in-public-files',
      severity: 'error',
      from: { path: '^renderer/features/([^/]+)/' },
      to: { path: '^renderer/features/', pathNot: ['^renderer/features/$1/', '^renderer/features/[^/]+/public\\.ts$'] },
    },
    {
      name: 'features-form-no-cycle',
      severity: 'error',
      scope: 'folder',
      from: { path: '^renderer/features/[^/]+$' },
      to: { path: '^renderer/features/[^/]+$', circular: true },
    },
    forbid('components-never-import-features', '^renderer/(components|lib)/', { path: '^renderer/(features|app)/' }),
    forbid('lib-never-imports-components', '^renderer/lib/', { path: '^renderer/components/' }),
    forbid('features-never-import-the-frame', '^renderer/features/', { path: '^renderer/app/' }),
    {
      name: 'no-cycles',
      severity: 'error',
      from: { path: '^(electron|renderer|shared|sandbox)/' },
      to: { circular: true },
    },
  ],
  options: {
    doNotFollow: { path: 'node_modules' },
    tsPreCompilationDeps: true,
    enhancedResolveOptions: {
      exportsFields: ['exports'],
      extensions: ['.ts', '.tsx', '.mjs', '.js', '.cjs'],
      conditionNames: ['import', 'types', 'default'],
    },
  },
}
