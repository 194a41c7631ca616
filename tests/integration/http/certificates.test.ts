import { execFile } from 'node:child_process'
import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { rootCertificates } from 'node:tls'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { afterEach, describe, expect, it } from 'vitest'
import { startHttpProxy } from '../../doubles/proxy.ts'
import { authority, endAll, ends, failureOf, list, startClient, startLarch, token, write } from './support/larch.ts'
import { forge, type Identity, makeAuthority, selfSigned } from './support/made-up-certificates.ts'
import { refreshAt } from './support/refresh-at.ts'

afterEach(endAll)

const stranger = makeAuthority('Stranger & Co.')
const expiredAuthority = makeAuthority('Larch Old CA', { from: -400, to: -3 })
const nowhere = makeAuthority('Evil\u202e “CA”\nO=Trusted')

const day = (days: number) =>
  new Date(Date.now() + days * 24 * 60 * 60 * 1000).toLocaleDateString('en-US', {
    ...{ year: 'numeric', month: 'short', day: 'numeric', timeZone: 'UTC' },
  })

type Case = { identity: Identity; trust?: string; says: RegExp[]; step: RegExp; code: string }

const cases: Record<string, () => Case> = {
  'that expired': () => ({
    identity: authority.issue({ from: -30, to: -2 }),
    says: [new RegExp(`expired on ${day(-2)}`), new RegExp(`computer's date is ${day(0)}`)],
    step: /date of this computer/,
    code: 'CERT_HAS_EXPIRED',
  }),
  'whose authority expired': () => ({
    identity: expiredAuthority.issue(),
    trust: expiredAuthority.pem,
    says: [/authority whose certificate expired/],
    step: /date of this computer/,
    code: 'CERT_HAS_EXPIRED',
  }),
  'that is not valid yet': () => ({
    identity: authority.issue({ from: 2, to: 30 }),
    says: [new RegExp(`not valid before ${day(2)}`), new RegExp(`computer's date is ${day(0)}`)],
    step: /date of this computer/,
    code: 'CERT_NOT_YET_VALID',
  }),
  'of another host': () => ({
    identity: authority.issue({ names: ['portal.hotel.test', 'b.test', 'c.test', 'd.test'] }),
    says: [/larch\.test showed is for portal\.hotel\.test, b\.test, c\.test and others/],
    step: /address in the connection/,
    code: 'ERR_TLS_CERT_ALTNAME_INVALID',
  }),
  'of an unknown authority': () => ({
    identity: stranger.issue(),
    says: [/issued by “Stranger & Co\.”/],
    step: /the connection needs its certificate/,
    code: 'UNABLE_TO_VERIFY_LEAF_SIGNATURE',
  }),
  'of an unknown authority that comes along': () => {
    const { cert, key } = stranger.issue()
    return {
      identity: { cert: cert + stranger.pem, key },
      says: [/issued by “Stranger & Co\.”/],
      step: /the connection needs its certificate/,
      code: 'SELF_SIGNED_CERT_IN_CHAIN',
    }
  },
  'of an authority that calls itself oddly': () => ({
    identity: nowhere.issue(),
    says: [/issued by “Evil CA O=Trusted”/],
    step: /IT department/,
    code: 'UNABLE_TO_VERIFY_LEAF_SIGNATURE',
  }),
  'that is self-signed': () => ({
    identity: selfSigned('larch.test'),
    says: [/is self-signed/],
    step: /the connection needs its certificate/,
    code: 'DEPTH_ZERO_SELF_SIGNED_CERT',
  }),
  'with too short a key': () => ({
    identity: authority.issue({ weak: true }),
    says: [/too weak/],
    step: /not safe any more/,
    code: 'UNSPECIFIED',
  }),
}

/** Reaches `larch.test` with a client that uses a proxy, since only the proxy can resolve the name. */
async function reach(origin: string, caCertificate: string | null) {
  const proxy = await startHttpProxy()
  ends.push(() => proxy.close())
  return startClient(origin, { says: `PROXY 127.0.0.1:${proxy.port}` }, { caCertificate })
}

describe('a certificate', () => {
  it.each(Object.entries(cases))('%s explains itself, and the server is sent nothing', async (_, make) => {
    const { identity, trust = authority.pem, says, step, code } = make()
    const larch = await startLarch({ identity })
    const { client, dispatcher } = await reach(larch.origin, trust)
    const failure = await failureOf(client.listPage(list))
    expect(failure.code).toBe('service/untrusted-certificate')
    for (const words of says) expect(failure.message).toMatch(words)
    expect(failure.message).toMatch(/^[\x20-\x7e“”]+$/)
    expect(failure.nextStep).toMatch(step)
    expect(failure.detail).toMatch(
      new RegExp(`^${code}; subject .+; issuer .+; valid \\S{10} to \\S{10}; SHA-256 (\\w\\w:){31}\\w\\w$`),
    )
    expect(failure.cause).toBeUndefined()

    const signingIn = await failureOf(refreshAt(larch.origin, dispatcher))
    expect([signingIn.code, signingIn.message]).toEqual([failure.code, failure.message])
    expect(await client.send(write)).toMatchObject({ kind: 'not-sent', error: { code: failure.code } })
    expect(larch.seen).toEqual([])
  })

  it('of an authority in the connection is good', async () => {
    const larch = await startLarch()
    const { client } = await reach(larch.origin, authority.pem)
    await client.listPage(list)
    expect(larch.seen).toMatchObject([{ authorization: `Bearer ${token}` }])
  })
})

const child = fileURLToPath(new URL('./support/trusting-child.ts', import.meta.url))
/** Connects in a process of its own with this environment; returns its two lines: how that ended, and the technical detail. */
const linesIn = async (url: string, environment: Record<string, string>, own = '') => {
  const { stdout } = await promisify(execFile)(process.execPath, [child, url, own], {
    env: { PATH: process.env.PATH, ...environment },
  })
  return stdout.trim().split('\n')
}
const runIn = async (...where: Parameters<typeof linesIn>) => (await linesIn(...where))[0]

describe('an environment', () => {
  it('does not switch the checking of certificates off', async () => {
    const larch = await startLarch({ identity: authority.issue({ names: ['127.0.0.1'] }) })
    const url = `https://127.0.0.1:${larch.port}`
    expect(await runIn(url, { NODE_TLS_REJECT_UNAUTHORIZED: '0' })).toBe('service/untrusted-certificate')
    expect(larch.seen).toEqual([])
  })

  it('does not make Steward write the keys of its connections down', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'steward-keys-'))
    ends.push(() => rm(folder, { recursive: true }))
    const larch = await startLarch({ identity: authority.issue({ names: ['127.0.0.1'] }) })
    const url = `https://127.0.0.1:${larch.port}`
    expect(await runIn(url, { SSLKEYLOGFILE: join(folder, 'keys') }, authority.pem)).toBe('answered')
    expect(await readdir(folder)).toEqual([])
  })
})

describe('an authority that the system trusts', () => {
  it.each(['SSL_CERT_FILE', 'SSL_CERT_DIR', 'NODE_EXTRA_CA_CERTS'])(
    'is trusted where the store that %s names holds it, with and without one of the connection, and nowhere else',
    async (variable) => {
      const folder = await mkdtemp(join(tmpdir(), 'steward-store-'))
      ends.push(() => rm(folder, { recursive: true }))
      const file = join(folder, 'firm.pem')
      await writeFile(file, authority.pem)
      const larch = await startLarch({ identity: authority.issue({ names: ['127.0.0.1'] }) })
      const url = `https://127.0.0.1:${larch.port}`
      const environment = { [variable]: variable === 'SSL_CERT_DIR' ? folder : file }
      expect(await runIn(url, environment)).toBe('answered')
      expect(await runIn(url, environment, stranger.pem)).toBe('answered')
      expect(await runIn(url, {})).toBe('service/untrusted-certificate')
    },
  )
})

describe('an authority that Node has built in', () => {
  it.each([
    ['without', ''],
    ['with', stranger.pem],
  ])('is trusted %s one of the connection, whatever the system trusts', async (_, own) => {
    const folder = await mkdtemp(join(tmpdir(), 'steward-store-'))
    ends.push(() => rm(folder, { recursive: true }))
    const store = join(folder, 'firm.pem')
    await writeFile(store, stranger.pem)
    const [builtIn = ''] = rootCertificates
    for (const [trusted, code] of [
      [builtIn, 'CERT_SIGNATURE_FAILURE'],
      [authority.pem, 'UNABLE_TO_VERIFY_LEAF_SIGNATURE'],
    ] as const) {
      const larch = await startLarch({ identity: forge(trusted, '127.0.0.1') })
      const lines = await linesIn(
        `https://127.0.0.1:${larch.port}`,
        { SSL_CERT_FILE: store, SSL_CERT_DIR: folder },
        own,
      )
      expect(lines).toEqual(['service/untrusted-certificate', expect.stringContaining(code)])
      expect(larch.seen).toEqual([])
    }
  })
})
