import { readdirSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import react from '@vitejs/plugin-react'
import { defineConfig } from 'electron-vite'
import type { HtmlTagDescriptor, Plugin } from 'vite'

const entry = (path: string) => resolve(import.meta.dirname, path)

/** What the demo firm's service is built on: read from `node_modules`, since some of it reads its own data files. */
const serviceDependencies = ['fastify', '@fastify/multipart', '@faker-js/faker']

/**
 * The page begins with a small file that connects, and imports the screens meanwhile. The browser is told of their files at
 * once, instead of when that import is come upon.
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
      const tags = [
        ...files.map(({ fileName }) => link({ rel: 'modulepreload', crossorigin: true, href: `/${fileName}` })),
        ...[...styles].map((fileName) => link({ rel: 'stylesheet', crossorigin: true, href: `/${fileName}` })),
      ]
      // As soon as it is there: connecting need not wait for the styles, as scripts in order would.
      return { html: html.replace('<script type="module"', '<script type="module" async'), tags }
    },
  },
})

type Graph = { getModuleInfo(id: string): { importedIds: readonly string[] } | null }

/** A module and everything that it imports, directly or not; what it imports when it is needed is not among them. */
function closureOf(from: string, graph: Graph): Set<string> {
  const found = new Set([from])
  for (const id of found) for (const imported of graph.getModuleInfo(id)?.importedIds ?? []) found.add(imported)
  return found
}

/**
 * The first screens are one file: left to itself the bundler makes one of every few modules that a later page shares, and three
 * dozen requests cost a start a tenth of a second.
 */
function firstScreens() {
  let screens: Set<string> | undefined
  return (id: string, graph: Graph): string | null => {
    if (screens === undefined) {
      screens = closureOf(entry('renderer/app/start-app.tsx'), graph)
      for (const before of closureOf(entry('renderer/main.tsx'), graph)) screens.delete(before)
    }
    return screens.has(id) ? 'start-app' : null
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

export default defineConfig({
  main: {
    build: {
      // What every thread reads at every start is in one file with the code that uses it, and so not among `dependencies`.
      externalizeDeps: { include: ['keytar', ...serviceDependencies] },
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
    plugins: [
      react(),
      // Both shells serve the page at addresses of any depth; electron-vite would make its links relative.
      { name: 'absolute-base', config: () => ({ base: '/' }) },
      stylesOfComponents(),
      screensAhead(),
      pdfData(),
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
            // What the first file has already must not be pulled into the second.
            includeDependenciesRecursively: false,
          },
        },
      },
    },
  },
})
