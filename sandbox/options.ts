import { parseArgs } from 'node:util'

export interface SandboxOptions {
  households?: number
  seed?: number
  /** Makes one record in fifty of each resource hostile or absurd, though legal. Off by default. */
  hostile?: boolean
  /** Every record has texts and amounts that occur once in the firm, to find where they appear. Off by default. */
  canaries?: boolean
  /** Everything that one expects is on file, with some gaps: about 10 documents a household instead of 4. Off by default. */
  fullFiles?: boolean
  /** The day of the firm, in milliseconds since 1970 (UTC): no seeded record is newer. 1 November 2026 by default. */
  asOf?: number
  /** 0 takes any free port. */
  port?: number
  /** SQLite file that keeps the data across restarts; in memory if absent. */
  data?: string
  /** Opens the control port. */
  control?: boolean
  controlPort?: number
  /** The control port accepts only requests with a secret that is generated at every start; see `Sandbox.controlToken`. */
  controlGuarded?: boolean
  /** Folder of the CA and its key; a private temporary folder if absent. */
  certDir?: string
  redirectUris?: readonly string[]
  /** Lifetime in seconds of access tokens of the Authorization Code flow and, if given, of the organization's tokens. */
  accessTokenSeconds?: number
  /** Requests per second that the API accepts from all clients together; unlimited if absent. */
  rateLimit?: number
  clientId?: string
  clientSecret?: string
  maxUploadBytes?: number
  clock?: () => number
}

export const USAGE = `Usage: node sandbox/main.ts [options]
  --households N             size of the fictional firm (500)
  --seed N                   the same seed gives the same firm (7)
  --hostile                  one record in fifty is hostile or absurd, though legal (none)
  --canaries                 every record has texts and amounts that occur once in the firm (none)
  --full-files               about 10 documents a household instead of 4 (4)
  --as-of DATE               the firm's day, YYYY-MM-DD or today; dates are counted back from it (2026-11-01)
  --port N                   HTTPS port on 127.0.0.1; 0 takes any (0)
  --data FILE                keep the data in this SQLite file across restarts (in memory)
  --cert-dir DIR             keep the certificate authority here (a fresh private folder)
  --redirect-uri URI         registered redirect URI, repeatable (http://127.0.0.1/callback, any port)
  --access-token-seconds N   life of an access token (300; 3600 for the organization)
  --rate-limit N             answer 429 beyond N requests a second to the API (no limit)
  --control                  open the control port on 127.0.0.1
  --control-port N           its port (0)
  --control-guarded          it accepts only requests with the secret from the ready line
  --help`

/**
 * Parses the command line.
 *
 * @throws Error with a readable message for an unknown or invalid argument
 */
export function parseOptions(args: readonly string[]): SandboxOptions | 'help' {
  const { values } = parseArgs({
    args: [...args],
    options: {
      households: { type: 'string' },
      seed: { type: 'string' },
      hostile: { type: 'boolean' },
      canaries: { type: 'boolean' },
      'full-files': { type: 'boolean' },
      'as-of': { type: 'string' },
      port: { type: 'string' },
      data: { type: 'string' },
      control: { type: 'boolean' },
      'control-port': { type: 'string' },
      'control-guarded': { type: 'boolean' },
      'cert-dir': { type: 'string' },
      'redirect-uri': { type: 'string', multiple: true },
      'access-token-seconds': { type: 'string' },
      'rate-limit': { type: 'string' },
      help: { type: 'boolean' },
    },
  })
  if (values.help) return 'help'
  return {
    households: wholeNumber('households', values.households, { fallback: 500, max: 100_000 }),
    seed: wholeNumber('seed', values.seed, { fallback: 7, max: 2 ** 31 }),
    hostile: values.hostile ?? false,
    canaries: values.canaries ?? false,
    fullFiles: values['full-files'] ?? false,
    ...(values['as-of'] === undefined ? {} : { asOf: dayOf(values['as-of']) }),
    port: wholeNumber('port', values.port, { fallback: 0, max: 65_535 }),
    control: values.control ?? false,
    controlPort: wholeNumber('control-port', values['control-port'], { fallback: 0, max: 65_535 }),
    controlGuarded: values['control-guarded'] ?? false,
    ...(values.data === undefined ? {} : { data: values.data }),
    ...(values['cert-dir'] === undefined ? {} : { certDir: values['cert-dir'] }),
    ...(values['redirect-uri'] === undefined ? {} : { redirectUris: values['redirect-uri'].map(redirectUri) }),
    ...(values['access-token-seconds'] === undefined
      ? {}
      : {
          accessTokenSeconds: wholeNumber('access-token-seconds', values['access-token-seconds'], {
            fallback: 300,
            max: 10 ** 9,
          }),
        }),
    ...(values['rate-limit'] === undefined ? {} : { rateLimit: rateLimit(values['rate-limit']) }),
  }
}

function wholeNumber(name: string, text: string | undefined, { fallback, max }: { fallback: number; max: number }) {
  if (text === undefined) return fallback
  const value = /^\d+$/.test(text) ? Number(text) : Number.NaN
  if (value <= max) return value
  throw new Error(`--${name} takes a whole number from 0 to ${max}, not "${text}".`)
}

function dayOf(text: string): number {
  const day = text === 'today' ? new Date().toISOString().slice(0, 10) : text
  const moment = /^\d{4}-\d{2}-\d{2}$/.test(day) ? Date.parse(`${day}T00:00:00Z`) : Number.NaN
  if (!Number.isNaN(moment)) return moment
  throw new Error(`--as-of takes a date such as 2026-11-01, or today, not "${text}".`)
}

function rateLimit(text: string): number {
  const perSecond = wholeNumber('rate-limit', text, { fallback: 1, max: 10 ** 6 })
  if (perSecond > 0) return perSecond
  throw new Error('--rate-limit takes at least 1 request a second.')
}

function redirectUri(uri: string): string {
  if (URL.canParse(uri)) return uri
  throw new Error(`--redirect-uri takes a complete URI such as http://127.0.0.1/callback, not "${uri}".`)
}
