import { readdirSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import react from '@vitejs/plugin-react'
import { defineConfig } from 'electron-vite'
import type { Plugin } from 'vite'
import { createThirdPartyNotice } from './tools/package/plugin.ts'

const entry = (path: string) => resolve(import.meta.dirname, path)

/**
 * Dependencies of the demo firm's service. They are loaded from `node_modules` because some of them read their own data files.
 */
const serviceDependencies = ['fastify', '@fastify/multipart']

/**
 * Mantine's stylesheet is 250 kB in one file, of which a tenth is used. `renderer/app/styles.ts` imports only the styles of the
 * components in use, in Mantine's own order, which matters. This plugin fails the build if one is missing.
 */
const stylesOfComponents = (): Plugin => ({
  name: 'styles-of-components',
  generateBundle(_options, bundle) {
    const styled = new Set([...this.getModuleIds()].flatMap((id) => /core\/styles\/(\w+)\.css/.exec(id)?.[1] ?? []))
    const modules = Object.values(bundle).flatMap((output) => (output.type === 'chunk' ? output.moduleIds : []))
    const drawn = new Set(modules.flatMap((id) => /@mantine\/core\/esm\/.*?(\w+)\.module\.mjs$/.exec(id)?.[1] ?? []))
    const missing = [...drawn].filter((component) => !styled.has(component))
    if (missing.length > 0) this.error(`renderer/app/styles.ts lacks the styles of ${missing.join(', ')}.`)
  },
})

/**
 * The predefined character maps of the PDF standard (ISO 32000-1, table 118) and their mappings back to Unicode: a third of the
 * 169 maps in pdf.js. All of them take 1 MB more, and the packed app would exceed its limit of 22 MB. No PDF uses `Uni…-UTF8` or
 * `Uni…-UTF32`.
 */
const characterMaps = [
  ...['GB-EUC', 'GBpc-EUC', 'GBK-EUC', 'GBKp-EUC', 'GBK2K', 'UniGB-UCS2', 'UniGB-UTF16', 'B5pc', 'HKscs-B5', 'ETen-B5'],
  ...['ETenms-B5', 'CNS-EUC', 'UniCNS-UCS2', 'UniCNS-UTF16', '90ms-RKSJ', '90msp-RKSJ', 'Add-RKSJ', 'EUC', 'Ext-RKSJ'],
  ...['UniJIS-UCS2', 'UniJIS-UCS2-HW', 'UniJIS-UTF16', 'UniJIS2004-UTF16', 'KSC-EUC', 'KSCms-UHC', 'KSCms-UHC-HW'],
  ...['UniKS-UCS2', 'UniKS-UTF16'],
]
  .flatMap((name) => [`${name}-H`, `${name}-V`])
  .concat('83pv-RKSJ-H', '90pv-RKSJ-H', 'KSCpc-EUC-H', 'H', 'V')
  .concat(['GB1', 'CNS1', 'Japan1', 'Korea1'].map((set) => `Adobe-${set}-UCS2`))
  .map((name) => `${name}.bcmap`)

/**
 * Files that pdf.js fetches by name while it draws. They are served beside the page under `/pdf/`, from our own origin; none of
 * them is compiled code.
 */
const pdfData = (): Plugin => ({
  name: 'pdf-data',
  generateBundle() {
    const from = entry('node_modules/pdfjs-dist')
    const fonts = readdirSync(join(from, 'standard_fonts'))
    const decoders = ['jbig2', 'openjpeg'].map((codec) => `${codec}_nowasm_fallback.js`)
    const licenses = ['JBIG2', 'OPENJPEG', 'PDFJS_JBIG2', 'PDFJS_OPENJPEG'].map((of) => `LICENSE_${of}`)
    const files = [
      ...[...characterMaps, 'LICENSE'].map((name) => ({ name, kept: 'cmaps', to: 'cmaps' })),
      ...fonts.map((name) => ({ name, kept: 'standard_fonts', to: 'fonts' })),
      ...[...decoders, ...licenses].map((name) => ({ name, kept: 'wasm', to: 'decoders' })),
    ]
    for (const { name, kept, to } of files) {
      const fileName = `pdf/${to}/${name}${name.startsWith('LICENSE') ? '.txt' : ''}`
      this.emitFile({ type: 'asset', fileName, source: readFileSync(join(from, kept, name)) })
    }
  },
})

/** The parts of a feature that others may use. */
const publicFile = /renderer\/features\/[^/]+\/public\.ts$/

/** Libraries for forms and schemas, which no list needs: the first screen is drawn without them. */
const forForms = /node_modules\/(?:zod|react-hook-form|@hookform\/resolvers)\//

/** The parts of Mantine for dialogs, menus and lists of choices, which open only when the user asks for one. */
const forPopups = /@mantine\/core\/esm\/components\/(?:Modal|Menu|Select|Combobox|Popover|Tooltip)\//

type GetImports = { getModuleInfo(id: string): { importedIds: readonly string[] } | null }

/** The page's entry with what it imports: it connects and sends the first requests while everything else is loaded. */
function isEntry() {
  const own = new Set([entry('renderer/index.html'), entry('renderer/main.tsx')])
  let isComplete = false
  return (id: string, context: GetImports): boolean => {
    if (!isComplete)
      for (const each of own) for (const next of context.getModuleInfo(each)?.importedIds ?? []) own.add(next)
    isComplete = true
    return own.has(id)
  }
}

/**
 * Names the file for a module of the first screens: the entry, the library that draws, the other libraries, or the screens.
 * `renderer/main.tsx` loads them one by one.
 */
function nameFirst() {
  const ofEntry = isEntry()
  return (id: string, context: GetImports): string => {
    if (ofEntry(id, context)) return 'entry'
    if (/node_modules\/(?:react|react-dom|scheduler)\//.test(id)) return 'draw'
    return /node_modules\/|renderer\/app\/theme\.ts$/.test(id) ? 'libraries' : 'screens'
  }
}

/** Names the file for modules that many later screens use; null for those that import a library for forms. */
function nameShared() {
  const known = new Map<string, boolean>()
  const isForForms = (id: string, context: GetImports): boolean => {
    const found = known.get(id)
    if (found !== undefined) return found
    known.set(id, forForms.test(id))
    // A feature's public file imports all of its parts, of which a screen loads only those it uses.
    const imports = publicFile.test(id) ? [] : (context.getModuleInfo(id)?.importedIds ?? [])
    const is = forForms.test(id) || imports.some((imported) => isForForms(imported, context))
    known.set(id, is)
    return is
  }
  return (id: string, context: GetImports) => (isForForms(id, context) ? null : 'shared')
}

/** Fails the build if the first screen loads a library for forms or for popups. */
const smallFirstScreen = (): Plugin => ({
  name: 'small-first-screen',
  generateBundle(_options, bundle) {
    const chunks = Object.values(bundle).filter((output) => output.type === 'chunk')
    const first = new Set(chunks.filter(({ name }) => name === 'start-app').map(({ fileName }) => fileName))
    if (first.size === 0) this.error('The first screen has no file named start-app.')
    for (const fileName of first) {
      const chunk = chunks.find((each) => each.fileName === fileName)
      const late = chunk?.moduleIds.find((id) => forForms.test(id) || forPopups.test(id))
      if (late) this.error(`The first screen loads ${late}, with ${fileName}.`)
      for (const imported of chunk?.imports ?? []) first.add(imported)
    }
  },
})

/** The same code, as pdf.js minifies it. */
const smallPdfJs = Object.fromEntries(
  ['pdf', 'pdf.worker'].map((name) => [
    `pdfjs-dist/legacy/build/${name}.mjs`,
    entry(`node_modules/pdfjs-dist/legacy/build/${name}.min.mjs`),
  ]),
)

const thirdParties = createThirdPartyNotice(import.meta.dirname)

export default defineConfig({
  main: {
    plugins: [thirdParties.note()],
    // Meeting packs are drawn with React, whose development build is four times as large.
    define: { 'process.env.NODE_ENV': JSON.stringify('production') },
    // Nothing else of this side is minified; pdf.js is half as large in its own small build.
    resolve: { alias: smallPdfJs },
    build: {
      // Code that every thread loads at every start is bundled into the file that uses it, so it is not listed in `dependencies`.
      externalizeDeps: { include: ['keytar', '@napi-rs/keyring', ...serviceDependencies] },
      rolldownOptions: {
        input: {
          main: entry('electron/main.ts'),
          browser: entry('electron/browser.ts'),
          'data-worker': entry('electron/data/workers/worker.ts'),
          'statement-worker': entry('electron/statements/worker.ts'),
          'text-reader': entry('electron/texts/reader-process.ts'),
          sandbox: entry('sandbox/main.ts'),
        },
        output: { format: 'es', entryFileNames: '[name].js', chunkFileNames: 'chunks/[name]-[hash].js' },
      },
    },
  },
  preload: {
    plugins: [thirdParties.note()],
    build: {
      // A sandboxed preload can only require `electron`, so everything is bundled into one file.
      externalizeDeps: false,
      rolldownOptions: {
        input: { preload: entry('electron/preload.ts') },
        output: { format: 'cjs', entryFileNames: '[name].cjs' },
      },
    },
  },
  renderer: {
    root: entry('renderer'),
    // Its browser build needs a `document`, which the worker that formats Markdown does not have.
    resolve: {
      alias: { 'decode-named-character-reference': entry('node_modules/decode-named-character-reference/index.js') },
    },
    worker: { format: 'es' },
    plugins: [
      react(),
      // Both shells serve the page from URLs of any depth, so links must be absolute; electron-vite would make them relative.
      { name: 'absolute-base', config: () => ({ base: '/' }) },
      stylesOfComponents(),
      smallFirstScreen(),
      pdfData(),
      thirdParties.write(),
    ],
    build: {
      // Measurements of the source (`npm run walks`) need its functions one by one.
      minify: process.env.STEWARD_UNMINIFIED === undefined,
      // Files are read from this computer, not over a network: one larger file is faster than several round trips.
      chunkSizeWarningLimit: 1200,
      // The content security policy does not allow `data:` fonts, so assets stay separate files.
      assetsInlineLimit: 0,
      rolldownOptions: {
        // The first screens are an entry of their own, so that what they reach is known to the groups below as `$initial`.
        input: { index: entry('renderer/index.html'), 'start-app': entry('renderer/app/start-app.tsx') },
        // Otherwise a screen that imports one part of another feature would load all parts that the feature offers.
        treeshake: { moduleSideEffects: [{ test: publicFile, sideEffects: false }] },
        // By itself the bundler splits the first screen into 120 files, which take 0.7 s to load (npm run bench -- start: 1.7 instead
        // of 1.4).
        output: {
          strictExecutionOrder: true,
          codeSplitting: {
            groups: [
              { name: nameFirst(), debugName: 'first', tags: ['$initial'], priority: 2 },
              { name: nameShared(), debugName: 'shared', minShareCount: 6, priority: 1 },
              { name: 'forms', minShareCount: 6, includeDependenciesRecursively: false },
            ],
          },
        },
      },
    },
  },
})
