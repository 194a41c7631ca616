import { statSync } from 'node:fs'
import { resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import type { OpenRequest } from './open-request.ts'

/** The parsed command line. */
export type StartArguments = {
  /** Open the demo firm directly, with its service running (`online`) or stopped (`offline`). */
  demo: 'online' | 'offline' | null
  /** Serve and print the address, but open no window. */
  headless: boolean
  /** 0 for any free port. */
  port: number
  userDataDir: string | null
  /** Path of a JSON description of a tenant, imported at start. */
  connectionFile: string | null
  /** Links and files to open. */
  given: OpenRequest
}

const isLink = (argument: string) => /^steward:/i.test(argument)

/**
 * Parses the command line. Nothing after a link is parsed as a switch: the system passes a link's text unchecked, and an attacker
 * may have written it.
 *
 * @param ignoreUnknown - for command lines that also contain switches of other programs
 * @throws TypeError with a sentence that can be shown
 */
export function parseStartArguments(
  argv: readonly string[],
  { ignoreUnknown = false }: { ignoreUnknown?: boolean } = {},
): StartArguments {
  const end = argv.findIndex(isLink)
  if (end >= 0 && end < argv.length - 1 && !ignoreUnknown) throw new TypeError('A link must come last.')
  const { values, positionals } = parseArgs({
    args: end < 0 ? [...argv] : argv.slice(0, end),
    strict: !ignoreUnknown,
    allowPositionals: true,
    options: {
      demo: { type: 'boolean' },
      'demo-offline': { type: 'boolean' },
      headless: { type: 'boolean' },
      port: { type: 'string' },
      'user-data-dir': { type: 'string' },
      connection: { type: 'string' },
    },
  })
  const files = positionals.map(pathOf).filter(isFile)
  if (files.length < positionals.length && !ignoreUnknown) {
    throw new TypeError('An argument is neither an option, nor a link, nor an existing file.')
  }
  return {
    demo: values['demo-offline'] ? 'offline' : values.demo ? 'online' : null,
    headless: values.headless === true,
    port: parsePort(values.port ?? '0'),
    userDataDir: absolute(values['user-data-dir']),
    connectionFile: absolute(values.connection),
    given: { links: argv.slice(end < 0 ? argv.length : end).slice(0, 1), files },
  }
}

/** Some systems pass files as `file:` URLs. */
function pathOf(argument: string): string {
  try {
    return argument.startsWith('file:') ? fileURLToPath(argument) : resolve(argument)
  } catch {
    return resolve(argument)
  }
}

/** An argument that is not a file may be the value of another program's switch. */
function isFile(path: string): boolean {
  try {
    return statSync(path).isFile()
  } catch {
    return false
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
