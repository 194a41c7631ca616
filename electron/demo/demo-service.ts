import { mkdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { request } from 'undici'
import { z } from 'zod'
import { AppError } from '../../shared/domain/app-error.ts'
import { type DemoColleagueResource, demoColleague } from '../../shared/domain/demo-colleague.ts'
import { maxNotes } from '../../shared/records/field.ts'
import type { ChildService, Shell } from '../platform/host.ts'
import { writePrivateFile } from '../platform/private-file.ts'

/** The address of the made-up firm's service, announced in its first line of output. */
const announcement = z.looseObject({
  base_url: z.url({ protocol: /^https$/ }),
  auth_url: z.url({ protocol: /^https$/ }),
  ca: z.string(),
  control_url: z.url({ protocol: /^http$/ }),
  control_token: z.string().min(32),
  client_id: z.string(),
  client_secret: z.string(),
})

type DemoAddress = {
  baseUrl: string
  authUrl: string
  caCertificate: string
  clientId: string
  clientSecret: string
}

/** The demo firm's service: a separate process, reachable only on this computer. */
export type DemoService = {
  running(): boolean
  /** Starts it (or joins the running one) and returns its address. Throws `connection/demo-unavailable`. */
  start(): Promise<DemoAddress>
  stop(): Promise<void>
  /** Edits the firm's records while the service runs. */
  readonly colleague: DemoColleague
}

type DemoServiceOptions = {
  shell: Pick<Shell, 'startService'>
  /** Path of the service's script. */
  script: string
  /** Folder of its data, certificate and port. */
  folder: string
  /** How many households a new firm has; 500 if absent. */
  households?: number | undefined
  /** Called when it ends, for any reason. */
  onExit: () => void
}

const portFile = z.strictObject({ port: z.number().int().min(1).max(65_535) })

/** The port of the last run, so that the cache of that run still belongs to the same address. */
async function rememberedPort(folder: string): Promise<number> {
  try {
    return portFile.parse(JSON.parse(await readFile(join(folder, 'port.json'), 'utf8'))).port
  } catch {
    return 0
  }
}

function unavailable(cause: unknown): AppError {
  return new AppError('connection/demo-unavailable', {
    message: "The demo firm's service could not be started.",
    nextStep: 'Close other copies of Steward and try again.',
    cause,
  })
}

/** Its address and its control address; the latter is not passed outside this folder's code. */
type Whereabouts = { address: DemoAddress; control: ControlAddress }

async function whereabouts(line: string): Promise<Whereabouts> {
  const said = announcement.parse(JSON.parse(line))
  const address = {
    baseUrl: said.base_url,
    authUrl: said.auth_url,
    caCertificate: await readFile(said.ca, 'utf8'),
    clientId: said.client_id,
    clientSecret: said.client_secret,
  }
  return { address, control: { url: said.control_url, token: said.control_token } }
}

function launch(options: DemoServiceOptions, port: number): ChildService {
  const { folder, households = 500 } = options
  const data = ['--data', join(folder, 'service.db'), '--cert-dir', join(folder, 'certificate')]
  return options.shell.startService(options.script, [
    ...['--households', String(households), '--seed', '7', '--full-files', '--as-of', 'today', '--port', String(port)],
    ...['--control', '--control-guarded'],
    ...data,
  ])
}

type Started = Whereabouts & { child: ChildService }

/** Tries the remembered port first, then any free port. */
async function launchSomewhere(options: DemoServiceOptions): Promise<Started> {
  const remembered = await rememberedPort(options.folder)
  const ports = remembered === 0 ? [0] : [remembered, 0]
  let failure: unknown
  for (const port of ports) {
    const child = launch(options, port)
    try {
      return { child, ...(await whereabouts(await child.firstLine)) }
    } catch (error) {
      failure = error
      await child.stop()
    }
  }
  throw unavailable(failure)
}

/** A {@link DemoService} that is not running yet. */
export function createDemoService(options: DemoServiceOptions): DemoService {
  let current: Started | null = null
  let starting: Promise<DemoAddress> | null = null

  async function startOnce(): Promise<DemoAddress> {
    await mkdir(options.folder, { recursive: true, mode: 0o700 })
    const started = await launchSomewhere(options)
    current = started
    void started.child.exited.then(() => {
      if (current === started) current = null
      options.onExit()
    })
    const port = Number(new URL(started.address.baseUrl).port)
    await writePrivateFile(join(options.folder, 'port.json'), JSON.stringify({ port }))
    return started.address
  }

  return {
    colleague: createDemoColleague(() => current?.control ?? null),
    running: () => current !== null,
    start() {
      if (current) return Promise.resolve(current.address)
      starting ??= startOnce().finally(() => {
        starting = null
      })
      return starting
    },
    async stop() {
      await starting?.catch(() => {})
      const running = current
      current = null
      await running?.child.stop()
    },
  }
}

/** The address on this computer that controls the demo firm's service, and the secret it requires. */
type ControlAddress = { url: string; token: string }

type About = { resource: DemoColleagueResource; id: string }

const timeoutMs = 10_000
const record = z.record(z.string(), z.unknown())

const gone = (cause?: unknown) =>
  new AppError('service/offline', {
    message: "The demo firm's service cannot be reached.",
    nextStep: 'Bring it back online, then try again.',
    cause,
  })

const unknownRecord = () =>
  new AppError('record/not-found', {
    message: 'The service has no such record.',
    nextStep: 'Sync, or choose another record.',
  })

async function post({ url, token }: ControlAddress, operation: string, body: object): Promise<unknown> {
  try {
    const answer = await request(`${url}/${operation}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'x-control-token': token },
      body: JSON.stringify(body),
      headersTimeout: timeoutMs,
      bodyTimeout: timeoutMs,
    })
    const said = await answer.body.json()
    if (answer.statusCode === 200) return said
    if (answer.statusCode !== 400) throw new Error(`The control port answered ${answer.statusCode}.`)
  } catch (cause) {
    throw gone(cause)
  }
  throw unknownRecord()
}

/** A simulated colleague at the demo firm, who edits a record at its service. */
type DemoColleague = {
  /**
   * Changes one or two fields, different ones each time.
   * @returns the names of the changed fields
   * @throws AppError `record/not-found`, `service/offline`
   */
  edit(about: About): Promise<string[]>
}

/** A {@link DemoColleague}. `address` returns the control address while the service runs, else null. */
function createDemoColleague(address: () => ControlAddress | null): DemoColleague {
  const turns = { last: 0 }
  return {
    async edit({ resource, id }) {
      const at = address()
      if (at === null) throw gone()
      const table = resource.replace('-', '_')
      const now = record.parse(await post(at, 'look', { resource: table, id }))
      const { turn, patch } = nextEdit(resource, now, turns.last)
      turns.last = turn
      await post(at, 'edit', { resource: table, id, patch })
      return Object.keys(patch)
    },
  }
}

type Fields = Readonly<Record<string, unknown>>

const remarks = [
  'prefers a call before anything is sent.',
  'asked to move the annual review to the autumn.',
  'new number at the family office, on file with reception.',
  'wants the next statement on paper.',
  'counsel is to be copied on everything about the trust.',
]
const cities = ['Portland', 'Savannah', 'Duluth', 'Santa Fe', 'Annapolis', 'Boulder', 'Burlington']
const streets = ['Birch Lane', 'Harbor Street', 'Quarry Road', 'Orchard Avenue']

const pick = (items: readonly string[], turn: number) => items[turn % items.length] ?? ''

const text = (value: unknown) => (typeof value === 'string' ? value : '')

/** Marks an edit with its author and its turn. */
const mark = (turn: number) => `${demoColleague} (${turn})`

const revised = new RegExp(`, revised by ${demoColleague} \\(\\d+\\)$`)

const withRevision = (name: unknown, turn: number) => `${text(name).replace(revised, '')}, revised by ${mark(turn)}`

/** The text with one more remark in this field; nothing if that would exceed the service's limit. */
function remarked(field: 'notes' | 'summary', record: Fields, turn: number): Fields {
  const line = `${mark(turn)}: ${pick(remarks, turn)}`
  const before = text(record[field]).replace(/\n+$/, '')
  const separator = field === 'notes' ? '\n' : '\n\n'
  const after = before === '' ? line : before + separator + line
  return after.length > maxNotes ? {} : { [field]: after }
}

const isOdd = (turn: number) => turn % 2 === 1

const edits: Record<DemoColleagueResource, (record: Fields, turn: number) => Fields> = {
  households(record, turn) {
    const notes = remarked('notes', record, turn)
    return isOdd(turn) && 'notes' in notes ? notes : { ...notes, external_id: `CRM-D${turn}` }
  },
  individuals(record, turn) {
    const where = isOdd(turn) ? { city: pick(cities, turn) } : { address_line1: `${100 + turn} ${pick(streets, turn)}` }
    return { ...remarked('notes', record, turn), ...where }
  },
  documents: (record, turn) => ({ name: withRevision(record.name, turn) }),
  'document-summaries'(record, turn) {
    const summary = remarked('summary', record, turn)
    return isOdd(turn) && 'summary' in summary
      ? summary
      : { ...summary, display_name: withRevision(record.display_name, turn) }
  },
}

/**
 * The colleague's next edit of a record of the demo firm: the new values of one or two fields, all different from the current
 * ones.
 *
 * @param record - as the service has it now
 * @param last - the colleague's last turn, 0 at first; a turn whose mark is already in the record (from before a restart) is
 * skipped
 */
export function nextEdit(
  resource: DemoColleagueResource,
  record: Fields,
  last: number,
): { turn: number; patch: Fields } {
  const turn = last + 1
  const patch = edits[resource](record, turn)
  const isNew = Object.entries(patch).every(([field, value]) => value !== record[field])
  if (isNew && !JSON.stringify(record).includes(mark(turn))) return { turn, patch }
  return nextEdit(resource, record, turn)
}
