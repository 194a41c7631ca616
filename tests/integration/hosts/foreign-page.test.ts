import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { type ShellUnderTest, startShell } from '../../doubles/browser-shell.ts'
import { launchChromium, openPage } from '../../doubles/headless-chromium.ts'
import { ask, askSession, nonceOf } from '../../doubles/loopback.ts'

let shell: ShellUnderTest
beforeEach(async () => {
  shell = await startShell()
})
afterEach(() => shell.server.close())

/** Serves a hostile page on another port of this computer. */
async function attackerPage() {
  const server = createServer((_request, response) => {
    response.writeHead(200, { 'content-type': 'text/html' }).end('<!doctype html><title>attacker</title>')
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`
  return { url, close: () => new Promise((resolve) => server.close(resolve)) }
}

it('a page on another port has no effect and reads nothing, whatever it tries', async () => {
  const attacker = await attackerPage()
  const browser = await launchChromium()
  const nonce = nonceOf(shell.server.launchUrl())
  try {
    const page = await openPage(browser)
    await page.goto(attacker.url)
    const outcomes = await page.evaluate(
      async ({ origin, nonce }) => {
        const element = (tag: 'img' | 'script' | 'iframe' | 'link', set: (made: HTMLElement) => void) =>
          new Promise<string>((resolve) => {
            const made = document.createElement(tag)
            made.onload = () => resolve('loaded')
            made.onerror = () => resolve('failed')
            set(made)
            document.body.append(made)
          })
        const request = (path: string, init: RequestInit) =>
          fetch(origin + path, init).then(
            async (answer) => `${answer.type} ${answer.status} ${(await answer.text()).length}`,
            () => 'failed',
          )
        const body = JSON.stringify({ launch: nonce })
        const json = { 'content-type': 'application/json' }
        const form = async (enctype: string) => {
          const target = document.createElement('iframe')
          target.name = enctype
          document.body.append(target)
          const made = document.createElement('form')
          Object.assign(made, { method: 'POST', action: `${origin}/session`, enctype, target: enctype })
          const field = document.createElement('input')
          field.name = `{"launch":"${nonce}","x":"`
          field.value = '"}'
          made.append(field)
          document.body.append(made)
          const answered = new Promise((resolve) => target.addEventListener('load', resolve))
          made.submit()
          await answered
        }
        for (const enctype of ['text/plain', 'application/x-www-form-urlencoded', 'multipart/form-data'])
          await form(enctype)
        const frame = document.createElement('iframe')
        frame.src = `${origin}/`
        const framed = new Promise((resolve) => frame.addEventListener('load', resolve))
        document.body.append(frame)
        await framed
        const socket = new Promise<string>((resolve) => {
          const opened = new WebSocket(`${origin.replace('http', 'ws')}/ipc`)
          opened.onopen = () => resolve('open')
          opened.onclose = () => resolve('closed')
        })
        return {
          image: await element('img', (made) => made.setAttribute('src', `${origin}/`)),
          script: await element('script', (made) => made.setAttribute('src', `${origin}/assets/page.js`)),
          read: await request('/', {}),
          blind: await request('/session', { method: 'POST', mode: 'no-cors', body }),
          withJson: await request('/session', { method: 'POST', headers: json, body }),
          withCookies: await request('/session', { method: 'POST', headers: json, body, credentials: 'include' }),
          keepalive: await request('/session', { method: 'POST', mode: 'no-cors', body, keepalive: true }),
          beacon: navigator.sendBeacon(`${origin}/session`, new Blob([body], { type: 'text/plain' })),
          socket: await socket,
          framedDocument: frame.contentDocument === null ? 'out of reach' : frame.contentDocument.title,
          title: document.title,
        }
      },
      { origin: shell.origin, nonce },
    )
    expect(outcomes).toEqual({
      image: 'failed',
      script: 'failed',
      read: 'failed',
      blind: expect.stringMatching(/^(failed|opaque 0 0)$/),
      withJson: 'failed',
      withCookies: 'failed',
      keepalive: expect.stringMatching(/^(failed|opaque 0 0)$/),
      beacon: true,
      socket: 'closed',
      framedDocument: 'out of reach',
      title: 'attacker',
    })
    expect(shell.core.calls).toEqual([])
    // The attacker knew the nonce but could not use it: the page it was made for still gets in.
    expect((await askSession(shell.origin, { launch: nonce })).status).toBe(200)
  } finally {
    await browser.close()
    await attacker.close()
  }
})

it.each([
  ['no Sec-Fetch-Site', { 'sec-fetch-site': '' }],
  ['Sec-Fetch-Site: none', { 'sec-fetch-site': 'none' }],
  ['Sec-Fetch-Site: same-site', { 'sec-fetch-site': 'same-site' }],
  ['Sec-Fetch-Site: cross-site', { 'sec-fetch-site': 'cross-site' }],
  ['no Origin', { origin: '' }],
  ['Origin: null', { origin: 'null' }],
  ['the Origin of another port', { origin: 'http://127.0.0.1:1' }],
])('a session is refused with %s', async (_what, headers) => {
  const nonce = nonceOf(shell.server.launchUrl())
  expect((await askSession(shell.origin, { launch: nonce }, headers)).status).toBe(403)
  expect((await askSession(shell.origin, { launch: nonce })).status).toBe(200)
})

it.each([
  'text/plain',
  'application/x-www-form-urlencoded',
  'multipart/form-data; boundary=x',
  'application/json; charset=utf-8',
  'application/jsonx',
  '',
])('a session is refused with a body of type %j', async (type) => {
  const nonce = nonceOf(shell.server.launchUrl())
  expect((await askSession(shell.origin, { launch: nonce }, { 'content-type': type })).status).toBe(400)
  expect((await askSession(shell.origin, { launch: nonce })).status).toBe(200)
})

it('no answer sets a cookie or lets another origin read it', async () => {
  const answers = [
    await ask(shell.origin, {}),
    await ask(shell.origin, { path: '/nothing.js' }),
    await ask(shell.origin, { method: 'OPTIONS', path: '/session' }),
    await askSession(shell.origin, { launch: nonceOf(shell.server.launchUrl()) }),
    await askSession(shell.origin, {}),
  ]
  expect(answers.map(({ status }) => status)).toEqual([200, 404, 405, 200, 401])
  for (const { headers } of answers) {
    expect(Object.keys(headers).filter((name) => /cookie|access-control/.test(name))).toEqual([])
    expect(headers).toMatchObject({ 'cache-control': 'no-store', 'x-content-type-options': 'nosniff' })
    expect(headers['content-security-policy']).toMatch(/^default-src 'none'; script-src 'self';/)
  }
})
