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
 * @param ignoreUnknown - where others' switches stand beside Steward's own
 * @throws TypeError with a sentence that can be shown
 */
export function parseStartArguments(
  argv: readonly string[],
  { ignoreUnknown = false }: { ignoreUnknown?: boolean } = {},
): StartArguments {
  const { values } = parseArgs({
    args: [...argv],
    strict: !ignoreUnknown,
    allowPositionals: ignoreUnknown,
    options: {
      demo: { type: 'boolean' },
      'demo-offline': { type: 'boolean' },
      headless: { type: 'boolean' },
      port: { type: 'string' },
      'user-data-dir': { type: 'string' },
      connection: { type: 'string' },
    },
  })
  return {
    demo: values['demo-offline'] ? 'offline' : values.demo ? 'online' : null,
    headless: values.headless === true,
    port: parsePort(values.port ?? '0'),
    userDataDir: absolute(values['user-data-dir']),
    connectionFile: absolute(values.connection),
  }
}

function parsePort(text: string | boolean): number {
  const port = Number(text)
  if (!/^\d{1,5}$/.test(String(text)) || port > 65_535) throw new TypeError('--port takes a number from 0 to 65535.')
  return port
}

function absolute(path: string | boolean | undefined): string | null {
  if (path === '' || typeof path === 'boolean') throw new TypeError('A path is missing on the command line.')
  return path === undefined ? null : resolve(path)
}
