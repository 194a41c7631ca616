import { type Channel, createIpcHandler } from '../../electron/api/transport/handler.ts'
import { type BrowserServer, startBrowserServer } from '../../electron/hosts/browser/server.ts'
import type { Bundle } from '../../electron/hosts/common/bundle.ts'
import { bundleDouble } from './bundle.ts'
import { type CoreDouble, createCoreDouble } from './core.ts'
import { portOf } from './loopback.ts'

export type ShellUnderTest = {
  server: BrowserServer
  origin: string
  /** The `Host` of its pages. */
  host: string
  port: number
  core: CoreDouble
  /** How often the use of a spent launch link was reported. */
  staleLinks(): number
  /** How often another user of the computer was refused. */
  foreignUsers(): number
  /** Closes every channel, as a failing connection would. */
  dropConnections(): void
  /** Advances the server's clock by this many ms. */
  pass(ms: number): void
}

/** Starts the browser shell's real server over a core in memory; the test controls its clock. */
export async function startShell(
  bundle: Bundle = bundleDouble,
  options: { uid?: number; port?: number } = {},
): Promise<ShellUnderTest> {
  const core = createCoreDouble()
  const state = { staleLinks: 0, foreignUsers: 0, now: 0 }
  const channels = new Set<Channel>()
  const handler = createIpcHandler({ core })
  const server = await startBrowserServer({
    bundle,
    handler: {
      serve(channel) {
        channels.add(channel)
        return handler.serve(channel)
      },
    },
    takeFile: (ticket) => core.takeFile(ticket),
    idleMs: 200,
    port: 0,
    onStaleLink: () => {
      state.staleLinks += 1
    },
    onForeignUser: () => {
      state.foreignUsers += 1
    },
    ...options,
    now: () => state.now,
  })
  return {
    server,
    origin: server.origin,
    host: new URL(server.origin).host,
    port: portOf(server.origin),
    core,
    staleLinks: () => state.staleLinks,
    foreignUsers: () => state.foreignUsers,
    dropConnections: () => {
      for (const channel of channels) channel.end()
    },
    pass: (ms) => {
      state.now += ms
    },
  }
}
