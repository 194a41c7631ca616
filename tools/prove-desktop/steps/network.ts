import { must, type Running, type Step } from '../step.ts'

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

export const networkSteps = [pac, systemProxy]
