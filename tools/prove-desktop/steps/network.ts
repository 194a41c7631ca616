import { createServer } from 'node:https'
import { createServerIdentity } from '../../../sandbox/tls/authority.ts'
import { type Desk, must, type Running, type Step } from '../step.ts'
import { chooseItem } from './commands.ts'
import { until } from './until.ts'

const resolved = ({ main }: Running, address: string): Promise<string> =>
  main(({ session }, url) => session.defaultSession.resolveProxy(url), address)

const script = `function FindProxyForURL(url, host) { return host === 'larch.example.com' ? 'PROXY 127.0.0.1:3128; DIRECT' : 'DIRECT' }`

const pac: Step = {
  id: 'pac',
  title: 'Chromium evaluates a PAC script for Steward',
  line: 'proxy',
  systems: 'all',
  limitMs: 420_000,
  async run(desk) {
    const steward = await desk.demo()
    const pacScript = `data:application/x-ns-proxy-autoconfig;base64,${Buffer.from(script).toString('base64')}`
    await steward.main(
      ({ session }, address) => session.defaultSession.setProxy({ mode: 'pac_script', pacScript: address }),
      pacScript,
    )
    try {
      const inside = await resolved(steward, 'https://larch.example.com/')
      const outside = await resolved(steward, 'https://other.example.com/')
      must(/^PROXY 127\.0\.0\.1:3128; ?DIRECT$/.test(inside), `For an address of the script Chromium says ${inside}.`)
      must(outside === 'DIRECT', `For another address Chromium says ${outside}.`)
    } finally {
      await steward.main(({ session }) => session.defaultSession.setProxy({ mode: 'system' }))
    }
    return ['The script was evaluated for two addresses']
  },
}

const systemProxy: Step = {
  id: 'system-proxy',
  title: 'The proxy of the system’s settings, which on Linux may be variables, is the one that Chromium names',
  line: 'proxy',
  systems: ['linux'],
  limitMs: 420_000,
  async run(desk) {
    const desktopless = {
      XDG_CURRENT_DESKTOP: '',
      DESKTOP_SESSION: '',
      GNOME_DESKTOP_SESSION_ID: '',
      KDE_FULL_SESSION: '',
    }
    const env = { ...desktopless, https_proxy: 'http://127.0.0.1:3128', no_proxy: '' }
    const steward = await desk.start({ env })
    const found = await resolved(steward, 'https://larch.example.com/')
    must(/^PROXY 127\.0\.0\.1:3128/.test(found), `Chromium says ${found}.`)
    return ['https_proxy was used']
  },
}

/** A feed with a newer version whose file is not the one that was hashed. */
const feedOf = (extension: string): Readonly<Record<string, string>> => {
  const file = `Steward-99.0.0${extension}`
  const sha512 = Buffer.alloc(64, 7).toString('base64')
  const described = `version: 99.0.0\nfiles:\n  - url: ${file}\n    sha512: ${sha512}\n    size: 7\npath: ${file}\nsha512: ${sha512}\nreleaseDate: '2026-01-01T00:00:00.000Z'\n`
  return { '/latest.yml': described, '/latest-mac.yml': described, [`/${file}`]: 'made up' }
}

type WithTold = { stewardTold?: string[] }

async function serveFeed(desk: Desk, asked: string[]) {
  const { certificatePem, keyPem } = createServerIdentity(desk.folder, Date.now())
  const feed = feedOf(desk.computer.platform === 'darwin' ? '.zip' : '.exe')
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

const wrongUpdate: Step = {
  id: 'wrong-update',
  title:
    'An update whose file is not the announced one is not installed; where packages are updated otherwise, Steward says so and asks nobody',
  line: 'updates',
  systems: 'all',
  limitMs: 420_000,
  async run(desk) {
    const asked: string[] = []
    const server = await serveFeed(desk, asked)
    try {
      // On Windows only a program below this folder may replace itself.
      const steward = await desk.start({
        env: { LOCALAPPDATA: desk.programs.proof.replace(/[\\/][^\\/]+[\\/][^\\/]+$/, '') },
      })
      await steward.main(({ dialog, session }) => {
        const told: string[] = []
        Object.assign(globalThis, { stewardTold: told })
        session
          .fromPartition('electron-updater', { cache: false })
          .setCertificateVerifyProc((_request, done) => done(0))
        dialog.showMessageBox = async (...args: unknown[]) => {
          told.push((args.at(-1) as { message: string }).message)
          return { response: 0, checkboxChecked: false }
        }
      })
      must(await chooseItem(steward, { id: 'updates.check' }), 'The menu cannot check for updates.')
      const last = () => steward.main(() => (globalThis as WithTold).stewardTold ?? [])
      const ends =
        desk.computer.platform === 'linux'
          ? 'Update Steward the way it was installed.'
          : 'The update was not installed.'
      const said = await until(
        async () => {
          const all = await last()
          return all.some((text) => !text.includes('is available')) ? all : null
        },
        'Nothing was said about the update.',
        60_000,
      )
      must(said.at(-1) === ends, `Steward said: ${said.join(' ')}`)
      const requests =
        desk.computer.platform === 'linux' ? asked.length === 0 : asked.some((path) => path.includes('99.0.0'))
      must(requests, `The feed was asked for ${asked.join(', ') || 'nothing'}.`)
    } finally {
      server.close()
    }
    return [`${asked.length} requests to the feed`]
  },
}

export const networkSteps = [pac, systemProxy, wrongUpdate]
