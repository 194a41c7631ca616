import { type ParseArgsConfig, parseArgs } from 'node:util'
import { TOKEN_AUTH, type TokenAuth } from './auth/rules.ts'
import { ERROR_STYLES } from './http/error-answer.ts'
import type { ApiOptions, SandboxOptions, SignInOptions } from './options.ts'
import { SUCCESS_STYLES } from './routes/success-style.ts'
import { ID_STYLES } from './store/ids.ts'

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
  --exact-redirect           redirect URIs match only with their registered port (any loopback port)
  --access-token-seconds N   life of an access token (300; 3600 for the organization)
  --no-refresh               never give a refresh token (every sign-in gets one)
  --refresh-by-scope         give a refresh token only for the scope offline_access
  --scopes LIST              the known scopes, by comma; others are refused with invalid_scope (ignored)
  --token-auth LIST          how the client sends its secret: post, basic, or both by comma (both)
  --public-client            the client has no secret and must use PKCE (it has one)
  --resource URI             the resource or audience that must be named (ignored)
  --discovery                publish metadata (RFC 8414) and move the endpoints (the paths of the description)
  --error-style STYLE        error bodies: nested, coded, plain, html or empty (nested)
  --success-style STYLE      successful writes: described, ok, accepted or bare (described: 201, 200 and 204)
  --id-style STYLE           ids: prefixed, ulid or bare (prefixed)
  --no-household-entities    without GET /households/{id}/entities
  --strict-null              refuse null in updates, except for external_id
  --no-empty-primaries       refuse an empty primary_individuals
  --valuation-description-max N  the most characters of a valuation's description (no limit)
  --listed-files             accept only PDF, JPEG, PNG, TXT, CSV, DOCX, XLSX, Numbers and Pages (any file)
  --rate-limit N             answer 429 beyond N requests a second to the API (no limit)
  --control                  open the control port on 127.0.0.1
  --control-port N           its port (0)
  --control-guarded          it accepts only requests with the secret from the ready line
  --help`

const ARGUMENTS = {
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
  'exact-redirect': { type: 'boolean' },
  'access-token-seconds': { type: 'string' },
  'no-refresh': { type: 'boolean' },
  'refresh-by-scope': { type: 'boolean' },
  scopes: { type: 'string' },
  'token-auth': { type: 'string' },
  'public-client': { type: 'boolean' },
  resource: { type: 'string' },
  discovery: { type: 'boolean' },
  'error-style': { type: 'string' },
  'success-style': { type: 'string' },
  'id-style': { type: 'string' },
  'no-household-entities': { type: 'boolean' },
  'strict-null': { type: 'boolean' },
  'no-empty-primaries': { type: 'boolean' },
  'valuation-description-max': { type: 'string' },
  'listed-files': { type: 'boolean' },
  'rate-limit': { type: 'string' },
  help: { type: 'boolean' },
} as const satisfies ParseArgsConfig['options']

/** The names of all options. */
export const ARGUMENT_NAMES: readonly string[] = Object.keys(ARGUMENTS)

type Values = ReturnType<typeof parseArgs<{ options: typeof ARGUMENTS }>>['values']

/**
 * Parses the command line.
 *
 * @throws Error with a readable message for an unknown or invalid argument
 */
export function parseOptions(args: readonly string[]): SandboxOptions | 'help' {
  const { values } = parseArgs({ args: [...args], options: ARGUMENTS })
  if (values.help) return 'help'
  return {
    households: wholeNumber('households', values.households, { fallback: 500, max: 100_000 }),
    seed: wholeNumber('seed', values.seed, { fallback: 7, max: 2 ** 31 }),
    hostile: values.hostile ?? false,
    canaries: values.canaries ?? false,
    fullFiles: values['full-files'] ?? false,
    port: wholeNumber('port', values.port, { fallback: 0, max: 65_535 }),
    control: values.control ?? false,
    controlPort: wholeNumber('control-port', values['control-port'], { fallback: 0, max: 65_535 }),
    controlGuarded: values['control-guarded'] ?? false,
    ...given({
      asOf: values['as-of'] === undefined ? undefined : dayOf(values['as-of']),
      data: values.data,
      certDir: values['cert-dir'],
      rateLimit: values['rate-limit'] === undefined ? undefined : rateLimit(values['rate-limit']),
    }),
    ...signInOptions(values),
    ...apiOptions(values),
  }
}

function signInOptions(values: Values): SignInOptions {
  const seconds = values['access-token-seconds']
  return given({
    redirectUris: values['redirect-uri']?.map(redirectUri),
    exactRedirect: values['exact-redirect'],
    accessTokenSeconds:
      seconds === undefined ? undefined : wholeNumber('access-token-seconds', seconds, { fallback: 300, max: 10 ** 9 }),
    refreshTokens: refreshRule(values),
    scopes: values.scopes === undefined ? undefined : listOf(values.scopes),
    tokenAuth: values['token-auth'] === undefined ? undefined : tokenAuth(values['token-auth']),
    publicClient: values['public-client'],
    resource: values.resource,
    discovery: values.discovery,
  })
}

function apiOptions(values: Values): ApiOptions {
  const most = values['valuation-description-max']
  return given({
    errorStyle: oneOf('error-style', ERROR_STYLES, values['error-style']),
    successStyle: oneOf('success-style', SUCCESS_STYLES, values['success-style']),
    idStyle: oneOf('id-style', ID_STYLES, values['id-style']),
    householdEntities: values['no-household-entities'] ? false : undefined,
    strictNull: values['strict-null'],
    emptyPrimaries: values['no-empty-primaries'] ? false : undefined,
    valuationDescriptionMax:
      most === undefined ? undefined : wholeNumber('valuation-description-max', most, { fallback: 0, max: 10 ** 6 }),
    fileTypes: values['listed-files'] ? 'listed' : undefined,
  })
}

function oneOf<Style extends string>(name: string, styles: readonly Style[], text: string | undefined) {
  if (text === undefined) return undefined
  const style = styles.find((each) => each === text)
  if (style !== undefined) return style
  throw new Error(`--${name} takes one of ${styles.join(', ')}, not "${text}".`)
}

function refreshRule(values: Values): SignInOptions['refreshTokens'] {
  const [never, byScope] = [values['no-refresh'], values['refresh-by-scope']]
  if (never && byScope) throw new Error('--no-refresh and --refresh-by-scope contradict each other; give one of them.')
  if (never) return 'never'
  return byScope ? 'by-scope' : undefined
}

function tokenAuth(text: string): TokenAuth[] {
  const ways = listOf(text)
  const known = TOKEN_AUTH.filter((way) => ways.includes(way))
  if (known.length > 0 && known.length === ways.length) return known
  throw new Error(`--token-auth takes post, basic, or both by comma, not "${text}".`)
}

function listOf(text: string): string[] {
  return text.split(',').filter((item) => item !== '')
}

/** Leaves out the fields without a value. */
function given<Fields extends object>(fields: Fields): { [Name in keyof Fields]?: Exclude<Fields[Name], undefined> } {
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined)) as Fields
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
