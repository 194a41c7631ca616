import { type ChildProcess, fork, spawn } from 'node:child_process'
import { existsSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import react from '@vitejs/plugin-react'
import { resolveConfig } from 'electron-vite'
import { createLogger, createServer, type InlineConfig, type Plugin, type ProxyOptions, type ViteDevServer } from 'vite'
import { securityHeaders } from '../../electron/hosts/common/bundle.ts'
import { electronBinary } from '../lib/electron.mjs'
import { nodeBinary, root, toolEnvironment } from '../lib/run.mjs'
import { ensureBuild } from '../lib/setup.mjs'

const usage = `Usage: npm run dev -- [--shell desktop] [arguments of Steward]
  Opens Steward for work on it, with a demo firm in .cache/dev unless you name another folder. A change below renderer/ is shown in the
  open page without a reload; after one below electron/, shared/ or sandbox/ Steward starts again and the page follows it.
  The desktop shell starts again after every change.`

const args = process.argv.slice(2)
const atShell = args.indexOf('--shell')
const shell = atShell < 0 ? 'browser' : args.splice(atShell, 2)[1]
const folder = args.includes('--user-data-dir') ? [] : ['--user-data-dir', join(root, '.cache/dev'), '--demo']

if (args.includes('--help')) console.log(usage)
else if (shell === 'browser') await developInBrowser()
else if (shell === 'desktop' && electronBinary() !== null) await developOnDesktop(String(electronBinary()))
else throw new Error(shell === 'desktop' ? 'Electron is not installed: run npx install-electron.' : usage)

/**
 * The page comes from Vite, which replaces what changed in it; everything else goes through Vite to a Steward that runs as it is
 * shipped, headless, and that has no mode for development: its page's requests get its own address instead of Vite's.
 */
async function developInBrowser(): Promise<void> {
  if (!existsSync(join(root, 'out/renderer/index.html'))) await ensureBuild()
  const proxy = createProxy()
  const server = await servePage(proxy.options)
  const page = server.resolvedUrls?.local[0]
  if (page === undefined) throw new Error('Vite has no address.')
  const steward = createRunner(nodeBinary(), [
    join(root, 'out/main/browser.js'),
    ...folder,
    '--headless',
    '--port',
    '0',
    ...args,
  ])
  let starts = 0
  steward.onLine((line) => {
    const [address] = /http:\/\/\S+/.exec(line) ?? []
    if (address === undefined) return console.log(line)
    const { origin, hash } = new URL(address)
    proxy.follow(origin)
    console.log(line.replace(address, `${page}${hash}`))
    if (!line.startsWith('Steward is ready')) return
    starts += 1
    // An open page goes on with the Steward that replaced its own. Addresses that are printed later are for another page.
    if (starts > 1) server.ws.send('steward:launch', { hash })
  })
  watch(['main'], steward.restart)
  if (process.stdin.isTTY) createInterface({ input: process.stdin }).on('line', steward.printAddress)
}

async function servePage(proxy: ProxyOptions): Promise<ViteDevServer> {
  const { config } = await resolveConfig({ root }, 'serve', 'development')
  const renderer: InlineConfig = config?.renderer ?? {}
  const logger = createLogger('warn')
  // While Steward starts again, the page's requests fail, and it asks once more.
  const customLogger = {
    ...logger,
    error: (text: string) => (/proxy error/.test(text) ? undefined : logger.error(text)),
  }
  const server = await createServer({
    configFile: false,
    root: join(root, 'renderer'),
    publicDir: join(root, 'renderer/public'),
    resolve: renderer.resolve ?? {},
    worker: { format: 'es' },
    // The plugins of the build check its files, of which there are none here.
    plugins: [react(), followLaunches()],
    server: {
      host: '127.0.0.1',
      headers: {
        ...securityHeaders,
        // The hot reload's first script is inline, and its workers are modules of their own.
        'content-security-policy': String(securityHeaders['content-security-policy']).replace(
          "script-src 'self'",
          "script-src 'self' 'unsafe-inline'; worker-src 'self' blob:",
        ),
      },
      fs: { allow: [root] },
      proxy: Object.fromEntries(['/session', '/files', '/ipc', '/pdf/'].map((path) => [path, proxy])),
    },
    customLogger,
  })
  return server.listen()
}

/** Sends requests of Vite's page on to the Steward that runs now, as if they came from its own page. */
function createProxy() {
  /** What Vite made of the options: changing them changes where requests go. */
  const used: ProxyOptions[] = []
  const options: ProxyOptions = {
    target: 'http://127.0.0.1:9',
    ws: true,
    configure: (_proxy, own) => void used.push(own),
  }
  return {
    options,
    follow(origin: string) {
      const { host, port } = new URL(origin)
      // Only browsers know the names below localhost.
      for (const own of used) Object.assign(own, { target: `http://127.0.0.1:${port}`, headers: { host, origin } })
    },
  }
}

/** Gives an open page the address of a Steward that started again; the page takes it as it takes one that is pasted. */
function followLaunches(): Plugin {
  const file = '/follow-launches.js'
  return {
    name: 'follow-launches',
    resolveId: (id) => (id === file ? file : null),
    load: (id) => (id === file ? `import.meta.hot.on('steward:launch', ({ hash }) => { location.hash = hash })` : null),
    transformIndexHtml: () => [{ tag: 'script', attrs: { type: 'module', src: file } }],
  }
}

/** The desktop shell loads its page from the files of a build, so that any change builds and starts it again. */
async function developOnDesktop(electron: string): Promise<void> {
  await ensureBuild()
  const steward = createRunner(electron, [root, ...folder, ...args])
  steward.onLine((line) => console.log(line))
  watch(['main', 'preload', 'renderer'], steward.restart)
}

/** Builds parts now and after each change, in a process that ends with this one. */
function watch(parts: readonly string[], onBuilt: () => void): void {
  // What is built here is no longer what `npm start` last built.
  rmSync(join(root, 'out/.steward-built'), { force: true })
  const builder = fork(join(import.meta.dirname, 'watch-build.ts'), [root, ...parts], { execPath: nodeBinary() })
  builder.on('message', onBuilt)
  process.on('exit', () => void builder.kill())
}

/** One process that is replaced by a new one; the next starts once the one before has ended, since both use one folder. */
function createRunner(file: string, given: readonly string[]) {
  const listeners: Array<(line: string) => void> = []
  let child: ChildProcess | null = null
  let wanted = false
  const start = () => {
    wanted = false
    child = spawn(file, given, { stdio: ['pipe', 'pipe', 'inherit'], env: toolEnvironment() })
    if (child.stdout)
      createInterface({ input: child.stdout }).on('line', (line) => listeners.forEach((tell) => void tell(line)))
    child.on('close', (code) => {
      child = null
      if (wanted) start()
      else if (!ending) console.log(`Steward ended (${code}); it starts again after the next change.`)
    })
  }
  let ending = false
  const end = () => {
    ending = true
    child?.kill('SIGTERM')
    process.exitCode = 0
    setTimeout(() => process.exit(0), child === null ? 0 : 5_000).unref()
    child?.once('close', () => process.exit(0))
    if (child === null) process.exit(0)
  }
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, end)
  return {
    onLine: (listener: (line: string) => void) => void listeners.push(listener),
    restart() {
      wanted = true
      if (child === null) start()
      else child.kill('SIGTERM')
    },
    /** Asks the running Steward for an address for one more page. */
    printAddress: () => void spawn(file, given, { stdio: 'ignore', env: toolEnvironment() }),
  }
}
