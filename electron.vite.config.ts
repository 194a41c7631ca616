import { readdirSync, readFileSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import react from '@vitejs/plugin-react'
import { defineConfig } from 'electron-vite'
import type { HtmlTagDescriptor, Plugin } from 'vite'
import { createThirdPartyNotice } from './tools/package/plugin.ts'

const entry = (path: string) => resolve(import.meta.dirname, path)

/**
 * Dependencies of the demo firm's service. They are loaded from `node_modules` because some of them read their own data files.
 */
const serviceDependencies = ['fastify', '@fastify/multipart', '@faker-js/faker']

/**
 * The page's entry is a small file that connects and, in parallel, imports the screens. This adds links to the screens' styles to
 * the HTML, so that the browser loads them at once instead of when that import is reached. The screens' code is not preloaded:
 * parsing it would delay the entry on a computer with two cores.
 */
const screensAhead = (): Plugin => ({
  name: 'screens-ahead',
  transformIndexHtml: {
    order: 'post',
    handler(html, { bundle = {} }) {
      const chunks = Object.values(bundle).filter((output) => output.type === 'chunk')
      const find = (fileName: string) => chunks.find((chunk) => chunk.fileName === fileName)
      const screens = chunks.find(({ name }) => name === 'start-app')
      if (!screens) throw new Error('The build has no screens.')
      const files = [screens, ...screens.imports.map(find)].filter((chunk) => chunk && !chunk.isEntry)
      const styles = new Set(files.flatMap((chunk) => [...(chunk.viteMetadata?.importedCss ?? [])]))
      const link = (attrs: Record<string, string | boolean>): HtmlTagDescriptor => ({
        tag: 'link',
        attrs,
        injectTo: 'head',
      })
      const tags = [...styles].map((href) => link({ rel: 'stylesheet', crossorigin: true, href: `/${href}` }))
      // `async` runs the entry as soon as it has arrived. Deferred scripts wait for the stylesheets; connecting need not.
      return { html: html.replace('<script type="module"', '<script type="module" async'), tags }
    },
  },
})

type Module = { code: string | null; importedIds: readonly string[] }
type Graph = { getModuleInfo(id: string): Module | null }

/**
 * Libraries whose index only re-exports modules, as a feature's `public.ts` does. An import from either needs only the modules of
 * the names it imports.
 */
const passedOn = /node_modules\/(@mantine\/(?:core|hooks|notifications)|@tabler\/icons-react)\/.*\.mjs$/
const isPublic = /renderer\/features\/[^/]+\/public\.ts$/

/** Yields every `{ inner as outer } from 'module'` in a module's imports and exports. */
function* namesIn(code: string): Generator<{ inner: string; outer: string; from: string }> {
  for (const [, names = '', from = ''] of code.matchAll(/(?:import|export)\s*\{([^}]*)\}\s*from\s*["']([^"']+)["']/g))
    for (const name of names.split(',')) {
      const [inner = '', outer = inner] = name.trim().split(/\s+as\s+/)
      yield { inner, outer, from }
    }
}

/**
 * Returns the modules that a module imports directly; an import from a library's index or a feature's `public.ts` counts as the
 * modules of the imported names.
 */
function neededBy(id: string, graph: Graph, indexes: Map<string, Map<string, string>>): string[] {
  const { importedIds = [], code = '' } = graph.getModuleInfo(id) ?? {}
  return importedIds.flatMap((imported) => {
    const library = passedOn.exec(imported)?.[1]
    const isIndex = library === undefined ? isPublic.test(imported) : library !== passedOn.exec(id)?.[1]
    if (!isIndex) return [imported]
    let index = indexes.get(imported)
    if (!index) {
      const passes = namesIn(graph.getModuleInfo(imported)?.code ?? '')
      index = new Map(passes.map(({ outer, from }) => [outer, resolve(dirname(imported), from)]))
      indexes.set(imported, index)
    }
    return [...namesIn(code ?? '')].flatMap(({ inner, from }) =>
      from === library || resolve(dirname(id), from) === imported ? (index.get(inner) ?? []) : [],
    )
  })
}

/** Returns a module and everything it imports statically, directly or indirectly. Dynamic imports are not included. */
function closureOf(from: string, graph: Graph): Set<string> {
  const found = new Set([from])
  const indexes = new Map<string, Map<string, string>>()
  for (const id of found) for (const needed of neededBy(id, graph, indexes)) found.add(needed)
  return found
}

/**
 * The libraries that `renderer/main.tsx` loads before the screens, in load order, each with the module of ours that needs it
 * first.
 */
const libraries = [
  { name: 'react', of: /node_modules\/(react|react-dom|scheduler|use-sync-external-store)\/|renderer\/app\/draw\.ts$/ },
  {
    name: 'theme',
    of: /node_modules\/(@mantine|@floating-ui|react-|clsx|tabbable|tslib|use-).*js$|renderer\/app\/theme\.ts$/,
  },
]

/**
 * Bundles the first screens into three files and what opens above them into a fourth. By default the bundler creates a chunk for
 * every few modules that a later page shares, and three dozen requests add 0.1 s to a start.
 */
function firstScreens() {
  let groups: { screens: Set<string>; parts: Set<string> } | undefined
  const find = (graph: Graph) => {
    const [before, screens, parts] = ['main.tsx', 'app/start-app.tsx', 'app/parts.ts'].map((path) =>
      closureOf(entry(`renderer/${path}`), graph),
    ) as [Set<string>, Set<string>, Set<string>]
    return { screens: screens.difference(before), parts: parts.difference(before) }
  }
  return (id: string, graph: Graph): string | null => {
    groups ??= find(graph)
    if (groups.screens.has(id)) return libraries.find(({ of }) => of.test(id))?.name ?? 'start-app'
    return groups.parts.has(id) ? 'parts' : null
  }
}

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
 * 169 maps in pdf.js, in a third of the size. No PDF uses `Uni…-UTF8` or `Uni…-UTF32`.
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

const thirdParties = createThirdPartyNotice(import.meta.dirname)

export default defineConfig({
  main: {
    plugins: [thirdParties.note()],
    build: {
      // Code that every thread loads at every start is bundled into the file that uses it, so it is not listed in `dependencies`.
      externalizeDeps: { include: ['keytar', '@napi-rs/keyring', ...serviceDependencies] },
      rolldownOptions: {
        input: {
          main: entry('electron/main.ts'),
          browser: entry('electron/browser.ts'),
          'data-worker': entry('electron/data/worker.ts'),
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
      screensAhead(),
      pdfData(),
      thirdParties.write(),
    ],
    build: {
      minify: true,
      // Files are read from this computer, not over a network: one larger file is faster than several round trips.
      chunkSizeWarningLimit: 1200,
      // The content security policy does not allow `data:` fonts, so assets stay separate files.
      assetsInlineLimit: 0,
      rolldownOptions: {
        input: entry('renderer/index.html'),
        // Otherwise a screen that imports one part of another feature would load all parts that the feature offers.
        treeshake: { moduleSideEffects: [{ test: isPublic, sideEffects: false }] },
        output: {
          codeSplitting: {
            groups: [{ name: firstScreens(), debugName: 'first screens' }],
            // Modules that are already in the entry must not be pulled into the other chunks.
            includeDependenciesRecursively: false,
          },
        },
      },
    },
  },
})
