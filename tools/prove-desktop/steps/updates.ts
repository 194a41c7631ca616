import { createHash } from 'node:crypto'
import { createServer } from 'node:https'
import { createServerIdentity } from '../../../sandbox/tls/authority.ts'
import { type Desk, must, type Running, type Step } from '../step.ts'
import { chooseItem } from './commands.ts'
import { until } from './until.ts'

/** The content of the file that the feed serves. It is not signed. */
const content = 'made up'

type Feed = {
  /** The hash that the feed announces for its file, in base64. */
  sha512: string
  extension: string
}

/** A feed with a newer version. */
const feedOf = ({ sha512, extension }: Feed): Readonly<Record<string, string>> => {
  const file = `Steward-99.0.0${extension}`
  const described = `version: 99.0.0\nfiles:\n  - url: ${file}\n    sha512: ${sha512}\n    size: ${content.length}\npath: ${file}\nsha512: ${sha512}\nreleaseDate: '2026-01-01T00:00:00.000Z'\n`
  return { '/latest.yml': described, '/latest-mac.yml': described, [`/${file}`]: content }
}

async function serveFeed(desk: Desk, sha512: string, asked: string[]) {
  const { certificatePem, keyPem } = createServerIdentity(desk.folder, Date.now())
  const feed = feedOf({ sha512, extension: desk.computer.platform === 'darwin' ? '.zip' : '.exe' })
  const server = createServer({ cert: certificatePem, key: keyPem }, (request, response) => {
    const path = new URL(request.url ?? '/', 'https://feed').pathname
    asked.push(path)
    response.statusCode = feed[path] === undefined ? 404 : 200
    response.end(feed[path])
  })
  const port = Number(new URL(desk.programs.updateUrl).port)
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject)
    server.listen(port, '127.0.0.1', resolve)
  })
  return server
}

type WithTold = { stewardTold?: string[] }

/** Records the dialogs about updates. The download is agreed to, and the installation is not. */
const answerDialogs = ({ main }: Running): Promise<void> =>
  main(({ dialog, session }) => {
    const told: string[] = []
    Object.assign(globalThis, { stewardTold: told })
    session.fromPartition('electron-updater', { cache: false }).setCertificateVerifyProc((_request, done) => done(0))
    dialog.showMessageBox = async (...args: unknown[]) => {
      const { message } = args.at(-1) as { message: string }
      told.push(message)
      return { response: message.includes('is available') ? 0 : 1, checkboxChecked: false }
    }
  })

type Outcome = { said: readonly string[]; asked: readonly string[] }

/** Lets Steward check for updates at a feed that announces this hash, until it says how that ended. */
async function checkFor(desk: Desk, sha512: string): Promise<Outcome> {
  const asked: string[] = []
  const server = await serveFeed(desk, sha512, asked)
  try {
    // On Windows only a program below this folder may replace itself.
    const LOCALAPPDATA = desk.programs.proof.replace(/[\\/][^\\/]+[\\/][^\\/]+$/, '')
    const steward = await desk.start({ env: { LOCALAPPDATA } })
    await answerDialogs(steward)
    must(await chooseItem(steward, { id: 'updates.check' }), 'The menu cannot check for updates.')
    const told = async () => {
      const all = await steward.main(() => (globalThis as WithTold).stewardTold ?? [])
      return all.some((text) => !text.includes('is available')) ? all : null
    }
    return { said: await until(told, 'Nothing was said about the update.', 60_000), asked }
  } finally {
    server.close()
  }
}

const refused = 'The update was not installed.'

function mustEndWith({ said, asked }: Outcome, ends: string, isAsked: boolean): readonly string[] {
  must(said.at(-1) === ends, `Steward said: ${said.join(' ')}`)
  const isRight = isAsked ? asked.some((path) => path.includes('99.0.0')) : asked.length === 0
  must(isRight, `The feed was asked for ${asked.join(', ') || 'nothing'}.`)
  return [`${asked.length} requests to the feed`]
}

const wrongUpdate: Step = {
  id: 'wrong-update',
  title:
    'An update whose file is not the announced one is not installed; where packages are updated otherwise, Steward says so and asks nobody',
  line: 'updates',
  systems: 'all',
  limitMs: 420_000,
  async run(desk) {
    const outcome = await checkFor(desk, Buffer.alloc(64, 7).toString('base64'))
    return desk.computer.platform === 'linux'
      ? mustEndWith(outcome, 'Update Steward the way it was installed.', false)
      : mustEndWith(outcome, refused, true)
  },
}

const unsignedUpdate: Step = {
  id: 'unsigned-update',
  title: 'An update that arrives whole and has no signature of the publisher is not installed',
  line: 'updates',
  systems: ['win32'],
  limitMs: 420_000,
  async run(desk) {
    const sha512 = createHash('sha512').update(content).digest('base64')
    return mustEndWith(await checkFor(desk, sha512), refused, true)
  },
}

export const updateSteps = [wrongUpdate, unsignedUpdate]
