import { resolve } from 'node:path'
import { parseArgs } from 'node:util'

/** What was asked for on the command line. */
export type StartArguments = {
  /** Go straight to the demo firm, with its service running (`online`) or left stopped (`offline`). */
  demo: 'online' | 'offline' | null
  /** Serve and print the address, open no window. */
  headless: boolean
  /** 0 for any free one. */
  port: number
  userDataDir: string | null
  /** JSON description of a tenant, imported at start. */
  connectionFile: string | null
}

/**
 * Reads the command line.
 *
 * @throws TypeError with a sentence that can be shown
 */
export function parseStartArguments(argv: readonly string[]): StartArguments {
  const { values } = parseArgs({
    args: [...argv],
    strict: true,
    allowPositionals: false,
    options: {
      demo: { type: 'boolean', default: false },
      'demo-offline': { type: 'boolean', default: false },
      headless: { type: 'boolean', default: false },
      port: { type: 'string', default: '0' },
      'user-data-dir': { type: 'string' },
      connection: { type: 'string' },
    },
  })
  return {
    demo: values['demo-offline'] ? 'offline' : values.demo ? 'online' : null,
    headless: values.headless,
    port: parsePort(values.port),
    userDataDir: absolute(values['user-data-dir']),
    connectionFile: absolute(values.connection),
  }
}

function parsePort(text: string): number {
  const port = Number(text)
  if (!/^\d{1,5}$/.test(text) || port > 65_535) throw new TypeError('--port takes a number from 0 to 65535.')
  return port
}

function absolute(path: string | undefined): string | null {
  if (path === '') throw new TypeError('A path on the command line is empty.')
  return path === undefined ? null : resolve(path)
}
