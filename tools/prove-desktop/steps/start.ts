import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { frame } from '../../../tests/e2e/pages/frame.ts'
import { must, type Step } from '../step.ts'

const starts: Step = {
  id: 'start',
  title: 'The packed program starts from its archive, shows a window and reads the demo firm',
  line: 'start',
  systems: 'all',
  limitMs: 420_000,
  async run(desk) {
    const steward = await desk.demo()
    const about = await steward.main(({ app }) => ({
      isPackaged: app.isPackaged,
      path: app.getAppPath(),
      windows: process.versions,
    }))
    must(about.isPackaged, 'Electron does not take the program for a packed one.')
    must(/app\.asar$/.test(about.path), 'The program did not start from its archive.')
    must(steward.output().includes('Steward is ready at'), 'The program did not print that it is ready.')
    await frame(steward.page).heading.waitFor()
    await desk.picture('window', steward)
    const { electron, chrome, node } = about.windows
    return [`Electron ${electron}, Chromium ${chrome}, Node ${node}`]
  },
}

const thisSystem: Step = {
  id: 'this-system',
  title: 'Another system than Linux on x64 runs a program of its own kind',
  line: 'systems',
  systems: 'all',
  limitMs: 420_000,
  missing: ({ platform, arch }) =>
    platform === 'linux' && arch === 'x64' ? 'This is the system that Steward was built and tested on.' : null,
  async run(desk) {
    const { platform, arch } = desk.computer
    const steward = await desk.demo()
    const own = await steward.main(() => ({ platform: process.platform, arch: process.arch }))
    must(own.platform === platform && own.arch === arch, `The program is for ${own.platform} ${own.arch}.`)
    await desk.picture('window', steward)
    return [`${own.platform} ${own.arch}`]
  },
}

const scheme: Step = {
  id: 'scheme',
  title: 'Pages come from app://steward, in a secure context without Node, and survive a reload',
  line: 'start',
  systems: 'all',
  limitMs: 420_000,
  async run(desk) {
    const steward = await desk.demo()
    await steward.page.reload()
    await frame(steward.page).heading.waitFor()
    const origins = await steward.main(({ BrowserWindow }) =>
      BrowserWindow.getAllWindows().map(({ webContents }) => webContents.mainFrame.origin),
    )
    must(origins.length > 0 && origins.every((origin) => origin === 'app://steward'), 'A page has another origin.')
    const page = await steward.page.evaluate(() => ({
      isSecureContext,
      node: ['process', 'require', 'module', 'Buffer'].filter((name) => name in globalThis),
    }))
    must(page.isSecureContext, 'The page is no secure context.')
    must(page.node.length === 0, `The page reaches ${page.node.join(', ')}.`)
    return [`${origins.length} window with the origin of Steward`]
  },
}

/** Tries to leave the page in every way that a policy forbids, and returns the ways that worked. */
async function tryToLeave(address: string): Promise<string[]> {
  // While a debugger evaluates a function, Chromium allows it to use eval: go on in a task of the page's own.
  await new Promise((resolve) => setTimeout(resolve))
  const worked: string[] = []
  try {
    new Function('return true')()
    worked.push('eval')
  } catch {
    // Refused.
  }
  const script = document.createElement('script')
  script.textContent = 'globalThis.ranInline = true'
  const image = new Image()
  const frame = document.createElement('iframe')
  image.src = frame.src = address
  document.body.append(script, frame)
  if ('ranInline' in globalThis) worked.push('an inline script')
  const fetched = await fetch(address, { mode: 'no-cors' }).catch(() => null)
  if (fetched !== null) worked.push('fetch')
  const answer = await new Promise<string>((resolve) => {
    const socket = new WebSocket(address.replace('http', 'ws'))
    socket.onopen = () => resolve('open')
    socket.onerror = () => resolve('refused')
  }).catch(() => 'refused')
  if (answer === 'open') worked.push('a socket')
  script.remove()
  frame.remove()
  return worked
}

const policy: Step = {
  id: 'csp',
  title: 'The content security policy is in force: no script of others runs, and no request leaves the page',
  line: 'start',
  systems: 'all',
  limitMs: 420_000,
  async run(desk) {
    const steward = await desk.demo()
    const asked: string[] = []
    const server = createServer((request, response) => {
      asked.push(request.url ?? '')
      response.end()
    })
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    try {
      const address = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`
      const worked = await steward.page.evaluate(tryToLeave, address)
      must(worked.length === 0, `The page could use ${worked.join(', ')}.`)
      must(asked.length === 0, `${asked.length} requests of the page arrived elsewhere.`)
    } finally {
      server.close()
    }
    return ['eval, inline script, fetch, socket, image and frame were refused']
  },
}

export const startSteps = [starts, thisSystem, scheme, policy]
