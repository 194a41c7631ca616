import { mkdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { z } from 'zod'
import { AppError } from '../../shared/domain/app-error.ts'
import type { ChildService, Shell } from '../platform/host.ts'
import { writePrivateFile } from '../platform/private-file.ts'
import { type ControlAddress, createDemoColleague, type DemoColleague } from './colleague.ts'

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

export type DemoAddress = {
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

export type DemoServiceOptions = {
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
