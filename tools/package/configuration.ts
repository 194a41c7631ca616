import { dirname } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { Configuration } from 'app-builder-lib'
import { bundleId } from '../../electron/policy/policy-places.ts'
import { fuses } from './fuses.ts'
import { packagesLeftOut, readLock } from './packages.ts'
import { azureSigning, type Platform } from './signing.ts'

export type ConfigurationOptions = {
  platform: Platform
  env: Readonly<Record<string, string | undefined>>
  /** Whether what cannot be signed is an error. */
  release: boolean
  /** Where the packages are put; `dist` by default. */
  output?: string
  /** A folder with Electron's program, in place of a download. */
  electronDist?: string
}

/** The project's folder. */
export const root = dirname(dirname(dirname(fileURLToPath(import.meta.url))))

const folders =
  'test,tests,__tests__,spec,fixtures,doc,docs,example,examples,bench,benchmark,benchmarks,integration,scripts'

/**
 * What is in no package for a run: types, sources, tests, documents, and what built a module. Exclusions only:
 * electron-builder ignores any other pattern for `node_modules`.
 */
const unneededFiles = [
  '!**/*.{map,ts,mts,cts,flow,md,markdown,c,cc,cpp,h,gyp,gypi,tsbuildinfo}',
  '!node_modules/**/*.{html,ico,sh,yml,yaml,bnf,css,iml}',
  `!**/node_modules/{*,@*/*}/{${folders}}{,/**}`,
  '!**/node_modules/{*,@*/*}/{test,tester,bench,benchmark,example}.{js,mjs,cjs}',
  '!**/node_modules/**/.*{,/**}',
  '!**/node_modules/*/{eslint.config.js,eslint.config.mjs,tsconfig.json,biome.json,bower.json}',
  '!node_modules/better-sqlite3/{deps,src}{,/**}',
  '!node_modules/better-sqlite3/lib/{darwin,linux,linuxmusl,win32}-*.js',
  '!node_modules/keytar/{src,build/!(Release),build/Release/!(keytar.node)}{,/**}',
  '!node_modules/papaparse/{player,!(papaparse).js}{,/**}',
  // Everything but American English, which is what the demo firm speaks.
  '!node_modules/@faker-js/faker/dist/!(locale|en-*|en_US-*|base-*|core-*)',
  '!node_modules/@faker-js/faker/dist/locale/!(en_US).js',
]

/** What Linux knows the program by: its windows, its number on the icon and its entry among the programs belong together by it. */
const desktopName = 'com.steward.Steward.desktop'

/** Filled in by electron-builder. */
const macro = (name: string) => `\${${name}}`

/** Of the encrypted database's binaries those of the system that is packed for; a Mac's package serves both processors. */
const binaries: Readonly<Record<Platform, string>> = {
  win32: `win32-${macro('arch')}`,
  linux: `linux-${macro('arch')}`,
  darwin: 'darwin-*',
}

/** electron-builder's configuration. Nothing is ever published by it: a release is put in place by hand, once looked at. */
export function configurationOf({ platform, env, release, output, electronDist }: ConfigurationOptions): Configuration {
  const publisher = env.STEWARD_PUBLISHER
  const url = env.STEWARD_UPDATE_URL
  const azure = azureSigning(env)
  return {
    appId: bundleId,
    productName: 'Steward',
    copyright: 'Copyright © the Steward founders',
    directories: { output: output ?? 'dist', buildResources: 'resources' },
    files: [
      'package.json',
      'out/{main,preload,renderer}/**',
      // The other shell, which is started from a clone.
      '!out/main/browser.js',
      ...packagesLeftOut(readLock(root)).map((place) => `!${place}{,/**}`),
      ...unneededFiles,
      `!node_modules/better-sqlite3/prebuilds/!(${binaries[platform]}).node`,
    ],
    // Read where it cannot be changed without the archive's checksum telling: see `updates/update-settings.ts`.
    extraMetadata: { updates: { url: url ?? null, publisher: publisher ?? null }, desktopName },
    asar: { smartUnpack: false },
    asarUnpack: ['**/*.node'],
    electronFuses: fuses,
    // Links to records, `steward://household/<id>`: in the property list of a Mac's app and the desktop entry of Linux's. On Windows the
    // app registers itself for its user (`shell/desktop/open-events.ts`), and the installer's end takes that back.
    protocols: [{ name: 'Steward', schemes: ['steward'], role: 'Viewer' }],
    ...(electronDist === undefined ? {} : { electronDist }),
    // All native modules speak Node-API: what is installed serves Electron as it is.
    npmRebuild: false,
    allowMissingDependencies: false,
    forceCodeSigning: release,
    publish: url === undefined ? null : { provider: 'generic', url },
    electronLanguages: ['en', 'en-US'],
    artifactName: `${['productName', 'version', 'os', 'arch'].map(macro).join('-')}.${macro('ext')}`,
    win: {
      target: ['nsis', 'msi'],
      icon: 'resources/icons/icon.ico',
      verifyUpdateCodeSignature: true,
      requestedExecutionLevel: 'asInvoker',
      ...(azure === null
        ? { signtoolOptions: { publisherName: publisher ?? null, signingHashAlgorithms: ['sha256'] } }
        : { azureSignOptions: azure }),
    },
    nsis: { oneClick: true, perMachine: false, deleteAppDataOnUninstall: false, differentialPackage: false },
    msi: { oneClick: true, perMachine: true, upgradeCode: '6E0A3C1B-4B0D-4B0E-9C63-5B5C6E1F7A52' },
    mac: {
      target: [
        { target: 'dmg', arch: 'universal' },
        // What an update is made of.
        { target: 'zip', arch: 'universal' },
      ],
      icon: 'resources/icons/icon.icns',
      category: 'public.app-category.finance',
      hardenedRuntime: true,
      entitlements: 'resources/entitlements.mac.plist',
      entitlementsInherit: 'resources/entitlements.mac.plist',
      notarize: release,
      // Lets files be dropped on the icon; no kind of file is opened with Steward unless a person says so.
      extendInfo: {
        CFBundleDocumentTypes: [
          {
            CFBundleTypeName: 'Document',
            CFBundleTypeRole: 'Viewer',
            LSHandlerRank: 'Alternate',
            LSItemContentTypes: ['public.data'],
          },
        ],
      },
      // The same in both halves: one binary for each kind of processor, and one for both.
      x64ArchFiles:
        '**/{better-sqlite3/prebuilds/darwin-*,keytar/build/Release/keytar,keyring-darwin-*/keyring.*}.node',
    },
    dmg: { sign: true },
    linux: {
      target: ['AppImage', 'deb'],
      icon: 'resources/icons',
      category: 'Office',
      synopsis: 'A desktop app for wealth advisors',
      maintainer: 'The Steward founders',
      vendor: 'The Steward founders',
      executableName: 'steward',
      syncDesktopName: true,
    },
    // The packager would start it without Chromium's sandbox, wherever there is one.
    appImage: { executableArgs: [] },
    deb: {
      depends: [
        'libgtk-3-0',
        'libnotify4',
        'libnss3',
        'libxss1',
        'libxtst6',
        'libatspi2.0-0',
        'libuuid1',
        'libsecret-1-0',
        'xdg-utils',
      ],
      packageCategory: 'office',
    },
  }
}
