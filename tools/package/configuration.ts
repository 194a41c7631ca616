import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { Configuration } from 'app-builder-lib'
import { bundleId } from '../../electron/policy/policy-places.ts'
import { fuses } from './fuses.ts'
import { packagesLeftOut, readLock } from './packages.ts'
import { azureSigning, type Platform } from './signing.ts'
import { debDepends, rpmDepends } from './system-libraries.ts'

export type ConfigurationOptions = {
  platform: Platform
  env: Readonly<Record<string, string | undefined>>
  /** If true, failing to sign is an error. */
  release: boolean
  /** Folder for the packages; `dist` by default. */
  output?: string
  /** A folder with an unpacked Electron, to be used instead of a download. */
  electronDist?: string
}

/** The project's root folder. */
export const root = dirname(dirname(dirname(fileURLToPath(import.meta.url))))

const folders =
  'test,tests,__tests__,spec,fixtures,doc,docs,example,examples,bench,benchmark,benchmarks,integration,scripts'

/**
 * Files that the app does not need at run time: types, sources, tests, documents and build files of modules. The list has only
 * exclusions, because electron-builder ignores all other patterns for `node_modules`.
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
  // One of several builds of the engine that reads scans, and its smallest data.
  '!node_modules/tesseract.js-core/!(package.json|LICENSE|tesseract-core-simd-lstm.js|tesseract-core-simd-lstm.wasm)',
  '!node_modules/@tesseract.js-data/eng/4.0.0{,/**}',
  // Its `require` leads to `lib`.
  '!node_modules/js-yaml/{bin,dist}{,/**}',
  '!node_modules/ical-generator/dist/index.cjs',
  '!node_modules/papaparse/{player,!(papaparse).js}{,/**}',
]

/** The app's id on Linux. It links windows, the badge on the icon and the desktop entry to each other. */
const desktopName = 'com.steward.Steward.desktop'

/** What the packager of Debian and RPM packages puts outside the app's folder. */
const systemFiles = [`${join(root, 'resources/steward.1')}=/usr/share/man/man1/steward.1`]

/** A macro that electron-builder expands. */
const macro = (name: string) => `\${${name}}`

/** Prebuilt binaries of the encrypted database, by target platform; a Mac's package includes both processor types. */
const binaries: Readonly<Record<Platform, string>> = {
  win32: `win32-${macro('arch')}`,
  linux: `linux-${macro('arch')}`,
  darwin: 'darwin-*',
}

/** Returns electron-builder's configuration. It never publishes: a release is uploaded by hand after it was checked. */
export function configurationOf({ platform, env, release, output, electronDist }: ConfigurationOptions): Configuration {
  // A workflow sets variables without a value to an empty text.
  const publisher = env.STEWARD_PUBLISHER || undefined
  const url = env.STEWARD_UPDATE_URL || undefined
  const azure = azureSigning(env)
  return {
    appId: bundleId,
    productName: 'Steward',
    copyright: 'Copyright © the Steward founders',
    directories: { output: output ?? 'dist', buildResources: 'resources' },
    files: [
      'package.json',
      'out/{main,preload,renderer}/**',
      // The browser shell, which only runs from a clone.
      '!out/main/browser.js',
      ...packagesLeftOut(readLock(root)).map((place) => `!${place}{,/**}`),
      ...unneededFiles,
      `!node_modules/better-sqlite3/prebuilds/!(${binaries[platform]}).node`,
    ],
    // Read from inside the archive, whose checksum would reveal a change: see `updates/update-settings.ts`.
    extraMetadata: { updates: { url: url ?? null, publisher: publisher ?? null }, desktopName },
    asar: { smartUnpack: false },
    asarUnpack: ['**/*.node'],
    electronFuses: fuses,
    // Links to records, `steward://household/<id>`: registered in the property list of the Mac app and in the Linux desktop
    // entry. On Windows the app registers itself for the current user (`hosts/desktop/open-events.ts`), and the uninstaller
    // removes that entry.
    protocols: [{ name: 'Steward', schemes: ['steward'], role: 'Viewer' }],
    ...(electronDist === undefined ? {} : { electronDist }),
    // All native modules use Node-API, so the installed binaries work in Electron unchanged.
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
      // The command line, for prompts.
      extraFiles: [{ from: 'resources/steward.cmd', to: 'steward.cmd' }],
      ...(azure === null
        ? { signtoolOptions: { publisherName: publisher ?? null, signingHashAlgorithms: ['sha256'] } }
        : { azureSignOptions: azure }),
    },
    nsis: { oneClick: true, perMachine: false, deleteAppDataOnUninstall: false, differentialPackage: false },
    msi: { oneClick: true, perMachine: true, upgradeCode: '6E0A3C1B-4B0D-4B0E-9C63-5B5C6E1F7A52' },
    mac: {
      target: [
        { target: 'dmg', arch: 'universal' },
        // Updates are made from the ZIP.
        { target: 'zip', arch: 'universal' },
      ],
      icon: 'resources/icons/icon.icns',
      category: 'public.app-category.finance',
      hardenedRuntime: true,
      entitlements: 'resources/entitlements.mac.plist',
      entitlementsInherit: 'resources/entitlements.mac.plist',
      notarize: release,
      // Allows files to be dropped on the icon. Steward does not become the default program for any file type unless the user
      // chooses it.
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
      // Identical in both halves of the universal app: one binary per processor type, and one for both.
      x64ArchFiles:
        '**/{better-sqlite3/prebuilds/darwin-*,keytar/build/Release/keytar,keyring-darwin-*/keyring.*}.node',
    },
    dmg: { sign: true },
    linux: {
      // The packages bring what the sandbox needs on every Linux; the AppImage cannot, so it comes last.
      target: ['deb', 'rpm', 'AppImage'],
      icon: 'resources/icons',
      category: 'Office',
      synopsis: 'A desktop app for wealth advisors',
      maintainer: 'The Steward founders',
      vendor: 'The Steward founders',
      executableName: 'steward',
      syncDesktopName: true,
    },
    // By default the packager would start the app without Chromium's sandbox, even where a sandbox is available.
    appImage: { executableArgs: [] },
    deb: {
      depends: [...debDepends],
      fpm: systemFiles,
      // An AppArmor profile and, where namespaces are restricted, the sandbox's helper come with the packager's own scripts.
      recommends: ['gnome-keyring | kwalletmanager'],
      packageCategory: 'office',
    },
    rpm: { depends: [...rpmDepends], fpm: systemFiles, packageCategory: 'Applications/Productivity' },
  }
}
