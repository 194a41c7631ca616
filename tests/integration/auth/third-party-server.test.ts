import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { keychainAccount } from '../../../electron/keychain/keychain.ts'
import type { Connection } from '../../../electron/tenants/connection.ts'
import { connectionTo, registered, startAuthorizationServer } from '../support/authorization-server.ts'
import { createSessions, signInThere as signIn } from '../support/sign-in-there.ts'
import { browse, get, type Landing } from '../support/small-browser.ts'

const id = 'd'.repeat(32)

describe('signing in at a third-party authorization server', () => {
  let server: Awaited<ReturnType<typeof startAuthorizationServer>>
  const sessions = createSessions()
  beforeAll(async () => {
    server = await startAuthorizationServer()
  })
  afterAll(() => server.close())
  afterEach(async () => {
    server.decide = 'authorize'
    await sessions.end()
  })

  const arrange = (openInBrowser: (url: string) => Promise<void>, change: Partial<Connection> = {}) =>
    sessions.start(connectionTo(server, change), { secret: registered.clientSecret, openInBrowser })

  it('ends with a refresh token in the keychain and an access token in memory', async () => {
    let landing: Promise<Landing> | undefined
    const { session, keys } = arrange(async (url) => {
      landing = browse(url, { ca: server.caPem })
    })
    expect(await session.state()).toBe('signed-out')
    expect(await signIn(session)).toEqual(['waiting-for-browser', 'exchanging-code'])
    expect(await session.state()).toBe('signed-in')
    const page = await landing
    expect(page).toMatchObject({ status: 200, body: expect.stringContaining('You can close this tab') })
    expect(page?.headers['content-security-policy']).toMatch(/^default-src 'none'; style-src 'sha256-/)
    const token = await session.tokens.current()
    expect([...keys.entries.keys()]).toEqual([
      keychainAccount(id, 'client-secret'),
      keychainAccount(id, 'refresh-token'),
    ])
    expect([...keys.entries.values()]).not.toContain(token)
    // Its listener answers the same callback with the same page, and nothing else.
    expect(await get(page?.url ?? '')).toMatchObject({ status: page?.status, body: page?.body })
    expect(await get(`${page?.url ?? ''}&again=1`)).toMatchObject({ status: 400 })
  })

  it('renews with the refresh token after a restart, and asks for a person once that is revoked', async () => {
    const first = arrange(async (url) => void browse(url, { ca: server.caPem }))
    await signIn(first.session)
    const second = arrange(async () => {})
    for (const [account, secret] of first.keys.entries) second.keys.entries.set(account, secret)
    expect(await second.session.state()).toBe('signed-in')
    const token = await second.session.tokens.current()
    const replaced = await second.session.tokens.replace(token, async () => true)
    expect(replaced).not.toBe(token)
    second.keys.entries.set(keychainAccount(id, 'refresh-token'), 'revoked')
    await expect(second.session.tokens.replace(replaced, async () => true)).rejects.toMatchObject({
      code: 'auth/sign-in-needed',
    })
    expect(await second.session.state()).toBe('sign-in-needed')
  })

  it('is not disturbed by 50 callbacks of somebody else', async () => {
    const answered: number[] = []
    const { session } = arrange(async (url) => {
      const target = new URL(new URL(url).searchParams.get('redirect_uri') ?? '')
      const run = async () => {
        for (let at = 0; at < 50; at += 1) {
          const junk = [
            `code=x&state=${'A'.repeat(43)}`,
            'code=x',
            'error=access_denied',
            'state=',
            `state=a&state=b&code=${at}`,
          ][at % 5]
          answered.push((await get(`${target.href}?${junk}`)).status)
        }
        await browse(url, { ca: server.caPem })
      }
      void run()
    })
    expect(await signIn(session)).toEqual(['waiting-for-browser', 'exchanging-code'])
    expect(answered).toEqual(Array.from({ length: 50 }, () => 400))
    expect(await session.state()).toBe('signed-in')
  })

  it('cannot be repeated with the callback of an earlier one', async () => {
    let callback = ''
    const first = arrange(async (url) => {
      const redirect = new URL(url).searchParams.get('redirect_uri') ?? ''
      const run = async () => {
        callback = (await browse(url, { ca: server.caPem, stopAt: redirect })).url
        await get(callback)
      }
      void run()
    })
    await signIn(first.session)
    let replayed = 0
    const second = arrange(async (url) => {
      const target = new URL(new URL(url).searchParams.get('redirect_uri') ?? '')
      const run = async () => {
        target.search = new URL(callback).search
        replayed = (await get(target.href)).status
        await browse(url, { ca: server.caPem })
      }
      void run()
    })
    await signIn(second.session)
    expect(replayed).toBe(400)
  })

  it('does not redeem a code twice', async () => {
    // The page that received the code also submits it, with the state of the second sign-in.
    let code = ''
    const first = arrange(async (url) => {
      const redirect = new URL(url).searchParams.get('redirect_uri') ?? ''
      const run = async () => {
        const { url: callback } = await browse(url, { ca: server.caPem, stopAt: redirect })
        code = new URL(callback).searchParams.get('code') ?? ''
        await get(callback)
      }
      void run()
    })
    await signIn(first.session)
    const second = arrange(async (url) => {
      const { searchParams } = new URL(url)
      void get(`${searchParams.get('redirect_uri')}?code=${code}&state=${searchParams.get('state')}`)
    })
    await expect(signIn(second.session)).rejects.toMatchObject({ code: 'auth/code-expired' })
    expect(await second.session.state()).toBe('signed-out')
  })

  it('is named when denied, with a wrong secret, and without the PKCE the server asks for', async () => {
    const go = async (url: string) => void browse(url, { ca: server.caPem })
    server.decide = 'deny'
    await expect(signIn(arrange(go).session)).rejects.toMatchObject({ code: 'auth/denied' })
    server.decide = 'authorize'
    const wrong = arrange(go)
    wrong.keys.entries.set(keychainAccount(id, 'client-secret'), 'another secret')
    await expect(signIn(wrong.session)).rejects.toMatchObject({ code: 'auth/wrong-secret' })
    await expect(signIn(arrange(go, { pkce: false }).session)).rejects.toMatchObject({ code: 'auth/bad-response' })
    const mismatch = arrange(go, { redirect_uri: 'http://127.0.0.1/other' })
    await expect(signIn(mismatch.session)).rejects.toMatchObject({ code: 'auth/redirect-mismatch' })
  })

  it('works for the organization as well', async () => {
    const { session, keys } = arrange(async () => {}, { flow: 'client_credentials', redirect_uri: null })
    expect(await signIn(session)).toEqual(['exchanging-code'])
    const token = await session.tokens.current()
    expect(await session.tokens.replace(token, async () => true)).not.toBe(token)
    expect([...keys.entries.keys()]).toEqual([
      keychainAccount(id, 'client-secret'),
      keychainAccount(id, 'organization-sign-in'),
    ])
    await session.signOut()
    expect(await session.state()).toBe('signed-out')
  })
})
