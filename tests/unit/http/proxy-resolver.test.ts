import { describe, expect, it } from 'vitest'
import { createProxyResolver } from '../../../electron/http/proxy-resolver.ts'
import { routeName } from './support/route-name.ts'

const larch = { host: 'larch.test', port: 443 }

function arrange(answers: (url: string) => Promise<string>) {
  const asked: string[] = []
  const time = { now: 0 }
  const finder = createProxyResolver({
    now: () => time.now,
    resolveProxy: (url) => {
      asked.push(url)
      return answers(url)
    },
  })
  const names = async (target = larch) => (await finder.routesTo(target)).routes.map(routeName)
  return { finder, names, asked, time }
}

describe('the ways to a server', () => {
  it('are asked once for connections that open together, by address alone, and again after some seconds', async () => {
    const { names, asked, time } = arrange(async () => 'PROXY p.test:8080')
    expect(await Promise.all([names(), names(), names()])).toEqual(Array(3).fill(['PROXY p.test:8080']))
    expect(asked).toEqual(['https://larch.test/'])
    time.now = 9_999
    await names()
    expect(asked).toHaveLength(1)
    time.now = 10_000
    await names()
    expect(asked).toHaveLength(2)
    await names({ host: 'larch.test', port: 8443 })
    expect(asked.at(-1)).toBe('https://larch.test:8443/')
  })

  it('are asked again as soon as none of them led there', async () => {
    const system = { says: 'PROXY office.test:8080' }
    const { finder, names } = arrange(async () => system.says)
    await names()
    system.says = 'DIRECT'
    expect(await names()).toEqual(['PROXY office.test:8080'])
    finder.forget(larch)
    expect(await names()).toEqual(['DIRECT'])
  })

  it('put a proxy that could not be used behind the others for a minute', async () => {
    const { finder, names, time } = arrange(async () => 'PROXY a.test:1; PROXY b.test:2; DIRECT')
    finder.failed({ kind: 'http', host: 'a.test', port: 1, credentials: null })
    expect(await names()).toEqual(['PROXY b.test:2', 'DIRECT', 'PROXY a.test:1'])
    time.now = 60_000
    expect(await names()).toEqual(['PROXY a.test:1', 'PROXY b.test:2', 'DIRECT'])
  })

  it('lead straight there when the system cannot say', async () => {
    const { names } = arrange(async () => {
      throw new Error('no settings')
    })
    expect(await names()).toEqual(['DIRECT'])
  })

  it.each(['127.0.0.1', '127.8.9.1', 'localhost', 'a.localhost', 'LOCALHOST', '::1'])(
    'lead straight to this computer itself (%s), without asking',
    async (host) => {
      const { names, asked } = arrange(async () => 'PROXY p.test:8080')
      expect(await names({ host, port: 8400 })).toEqual(['DIRECT'])
      expect(asked).toEqual([])
    },
  )

  it.each(['127.0.0.1.evil.test', 'notlocalhost', 'localhost.evil.test', '10.0.0.1'])(
    'do not take %s for this computer',
    async (host) => {
      const { names, asked } = arrange(async () => 'PROXY p.test:8080')
      expect(await names({ host, port: 8400 })).toEqual(['PROXY p.test:8080'])
      expect(asked).toHaveLength(1)
    },
  )

  it('do not take what is no address for this computer', async () => {
    const { names } = arrange(async () => 'PROXY p.test:8080')
    await expect(names({ host: '1270.0.0.1', port: 8400 })).rejects.toThrow('Invalid URL')
  })
})
