import { readdirSync, readFileSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import react from '@vitejs/plugin-react'
import { defineConfig } from 'electron-vite'
import type { HtmlTagDescriptor, Plugin } from 'vite'
import { createThirdPartyNotice } from './tools/package/plugin.ts'

const entry = (path: string) => resolve(import.meta.dirname, path)

/** What the demo firm's service is built on: read from `node_modules`, since some of it reads its own data files. */
const serviceDependencies = ['fastify', '@fastify/multipart', '@faker-js/faker']

/**
 * The page begins with a small file that connects, and imports the screens meanwhile. The browser is told of their styles at
 * once, instead of when that import is come upon. Not of their code: reading it keeps a computer of two cores from that file.
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
      // As soon as it is there: connecting need not wait for the styles, as scripts in order would.
      return { html: html.replace('<script type="module"', '<script type="module" async'), tags }
    },
  },
})

type Module = { code: string | null; importedIds: readonly string[] }
type Graph = { getModuleInfo(id: string): Module | null }

/** Libraries whose index only passes their modules on. Whoever imports it takes of them what it names. */
const passedOn = /node_modules\/(@mantine\/(?:core|hooks|notifications)|@tabler\/icons-react)\/.*\.mjs$/

/** Every `{ this as that } from 'there'` of a module's imports and exports. */
function* namesIn(code: string): Generator<{ inner: string; outer: string; from: string }> {
  for (const [, names = '', from = ''] of code.matchAll(/(?:import|export)\s*\{([^}]*)\}\s*from\s*["']([^"']+)["']/g))
    for (const name of names.split(',')) {
      const [inner = '', outer = inner] = name.trim().split(/\s+as\s+/)
      yield { inner, outer, from }
    }
}

/** What a module needs directly: of a library's index the modules of the names that it takes. */
function neededBy(id: string, graph: Graph, indexes: Map<string, Map<string, string>>): string[] {
  const { importedIds = [], code = '' } = graph.getModuleInfo(id) ?? {}
  return importedIds.flatMap((imported) => {
    const library = passedOn.exec(imported)?.[1]
    if (library === undefined || library === passedOn.exec(id)?.[1]) return [imported]
    let index = indexes.get(imported)
    if (!index) {
      const passes = namesIn(graph.getModuleInfo(imported)?.code ?? '')
      index = new Map(passes.map(({ outer, from }) => [outer, resolve(dirname(imported), from)]))
      indexes.set(imported, index)
    }
    return [...namesIn(code ?? '')].flatMap(({ inner, from }) => (from === library ? (index.get(inner) ?? []) : []))
  })
}

/** A module and everything that it needs, directly or not; what it imports when it is needed is not among them. */
function closureOf(from: string, graph: Graph): Set<string> {
  const found = new Set([from])
  const indexes = new Map<string, Map<string, string>>()
  for (const id of found) for (const needed of neededBy(id, graph, indexes)) found.add(needed)
  return found
}

/** What `renderer/main.tsx` loads before the screens, in its order: the libraries of each, and what of ours begins it. */
const libraries = [
  { name: 'react', of: /node_modules\/(react|react-dom|scheduler|use-sync-external-store)\/|renderer\/app\/draw\.ts$/ },
  {
    name: 'theme',
    of: /node_modules\/(@mantine|@floating-ui|react-|clsx|tabbable|tslib|use-).*js$|renderer\/app\/theme\.ts$/,
  },
]

/**
 * The first screens are three files, and what opens above them a fourth: left to itself the bundler makes one of every few modules
 * that a later page shares, and three dozen requests cost a start a tenth of a second.
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
 * Mantine's styles are 250 kB in one file, of which a tenth is used. Those of the components that are drawn are imported in
 * `renderer/app/styles.ts`, in Mantine's own order, on which it depends; this stops a build that lacks some.
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
 * The predefined character maps of the PDF standard (ISO 32000-1, table 118), and the ways back to Unicode: of the 169 that
 * pdf.js has, a third, in a third of the room. `Uni…-UTF8` and `Uni…-UTF32` occur in no PDF.
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

/** What pdf.js asks for by name while it draws, beside the page under `/pdf/`: our own origin, and nothing that is compiled. */
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
      // What every thread reads at every start is in one file with the code that uses it, and so not among `dependencies`.
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
      // A sandboxed preload can require `electron` and nothing else, so everything is in the one file.
      externalizeDeps: false,
      rolldownOptions: {
        input: { preload: entry('electron/preload.ts') },
        output: { format: 'cjs', entryFileNames: '[name].cjs' },
      },
    },
  },
  renderer: {
    root: entry('renderer'),
    // Its browser form needs a document, which the worker that formats Markdown does not have.
    resolve: {
      alias: { 'decode-named-character-reference': entry('node_modules/decode-named-character-reference/index.js') },
    },
    worker: { format: 'es' },
    plugins: [
      react(),
      // Both shells serve the page at addresses of any depth; electron-vite would make its links relative.
      { name: 'absolute-base', config: () => ({ base: '/' }) },
      stylesOfComponents(),
      screensAhead(),
      pdfData(),
      thirdParties.write(),
    ],
    build: {
      minify: true,
      // Read from this computer, not over a network: one larger file costs less than several round trips.
      chunkSizeWarningLimit: 1200,
      // The content security policy allows no `data:` fonts, and files of their own are what a bundle is for.
      assetsInlineLimit: 0,
      rolldownOptions: {
        input: entry('renderer/index.html'),
        output: {
          codeSplitting: {
            groups: [{ name: firstScreens(), debugName: 'first screens' }],
            // What the first file has already must not be pulled into the others.
            includeDependenciesRecursively: false,
          },
        },
      },
    },
  },
})
