import { resolveConfig } from 'electron-vite'
import { build } from 'vite'

// Builds parts of Steward now and after each change, in a process of its own: a build is for production, the page of `npm run dev` is
// not, and both are decided by the environment. Tells the parent process when all parts are built.

const [root = '.', ...parts] = process.argv.slice(2)
const ready = new Set<string>()

for (const part of parts) {
  if (part !== 'main' && part !== 'preload' && part !== 'renderer') throw new Error(`Steward has no part ${part}.`)
  const { config } = await resolveConfig({ root, logLevel: 'warn' }, 'build', 'production')
  const { build: options, ...rest } = config?.[part] ?? {}
  const watcher = await build({ ...rest, configFile: false, build: { ...options, watch: {}, emptyOutDir: false } })
  if (!('on' in watcher)) throw new Error(`The build of ${part} does not watch.`)
  watcher.on('event', (event) => {
    if (event.code === 'ERROR') console.error(event.error.message)
    if (event.code !== 'END') return
    ready.add(part)
    if (ready.size === parts.length) process.send?.('built')
  })
}
