// Who may import whom. See "Direction" in ARCHITECTURE.md.
const forbid = (name, from, to) => ({ name, severity: 'error', from: { path: from }, to })

module.exports = {
  forbidden: [
    forbid('shared-imports-only-its-schema-library', '^shared/', {
      pathNot: ['^shared/', '(^|/)(zod|@orpc/contract|node-diff3)(/|$)'],
    }),
    forbid('renderer-never-imports-the-main-process', '^renderer/', { path: '^(electron|sandbox|tests)/' }),
    forbid('main-process-never-imports-the-renderer', '^electron/', { path: '^(renderer|sandbox|tests)/' }),
    forbid('sandbox-knows-nothing-of-the-app', '^sandbox/', { path: '^(electron|renderer|shared|tests)/' }),
    {
      name: 'only-the-desktop-shell-imports-electron',
      severity: 'error',
      from: {
        path: '^(electron|renderer|shared|sandbox)/',
        pathNot: '^electron/(main\\.ts|preload\\.ts|shell/desktop/)',
      },
      to: { path: '(^|/)node_modules/electron/|^electron$' },
    },
    {
      name: 'only-the-data-worker-opens-sqlite',
      severity: 'error',
      from: { path: '^(electron|renderer)/', pathNot: '^electron/data/' },
      to: { path: 'better-sqlite3' },
    },
    {
      name: 'only-the-keychain-folder-knows-its-modules',
      severity: 'error',
      from: { path: '^electron/', pathNot: '^electron/keychain/' },
      to: { path: 'node_modules/(keytar|@napi-rs/keyring)' },
    },
    {
      name: 'only-the-desktop-shell-updates',
      severity: 'error',
      from: { path: '^(electron|renderer|shared|sandbox)/', pathNot: '^electron/(updates|shell/desktop)/' },
      to: { path: 'node_modules/electron-updater|^electron/updates/' },
    },
    forbid('data-is-below-the-services', '^electron/data/', {
      path: '^electron/(ipc|core|sync|auth|connection|service|shell|keychain)/',
    }),
    forbid(
      'services-are-below-ipc-and-core',
      '^electron/(auth|connection|custody|demo|documents|exports|files|imports|intake|keychain|links|logs|network|outbox|policy|service|settings|support|sync|travel|updates|data)/',
      {
        path: '^electron/(ipc|core|main\\.ts|browser\\.ts)',
      },
    ),
    forbid('ipc-reaches-the-services-through-the-core', '^electron/api/transport/', {
      path: '^electron/(auth|connection|custody|demo|documents|exports|imports|intake|keychain|links|logs|network|outbox|policy|service|settings|support|sync|travel|updates)/',
    }),
    {
      name: 'features-never-import-each-other',
      severity: 'error',
      from: { path: '^renderer/features/([^/]+)/' },
      to: { path: '^renderer/features/', pathNot: '^renderer/features/$1/' },
    },
    {
      name: 'components-never-import-features',
      severity: 'error',
      from: { path: '^renderer/(components|lib)/' },
      to: { path: '^renderer/(features|app)/' },
    },
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
