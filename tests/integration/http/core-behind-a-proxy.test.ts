import { afterEach, expect, it } from 'vitest'
import { emptyConnection } from '../../../shared/ipc/connections.ts'
import { createKeychainDouble } from '../../doubles/keychain.ts'
import { startHttpProxy } from '../../doubles/proxy.ts'
import { shellDouble } from '../../doubles/shell.ts'
import { createTenantCores, signIn } from '../app/support/tenant-cores.ts'
import { answerPage, authority, endAll, ends, startLarch } from './support/larch.ts'

const { tempFolder, startCore, cleanUp } = createTenantCores()

afterEach(async () => {
  await cleanUp()
  await endAll()
})

it('a tenant is signed in to and read through the proxy that the shell names', async () => {
  const answered = Promise.withResolvers<void>()
  const larch = await startLarch({
    answer(request, response) {
      response.setHeader('content-type', 'application/json')
      if (request.url !== '/oauth2/token') {
        answerPage(response)
        return answered.resolve()
      }
      response.end(JSON.stringify({ access_token: 'access', token_type: 'Bearer', expires_in: 3600 }))
    },
  })
  const proxy = await startHttpProxy()
  ends.push(() => proxy.close())
  const asked: string[] = []
  const shell = {
    ...shellDouble(),
    async resolveProxy(url: string) {
      asked.push(url)
      return `PROXY 127.0.0.1:${proxy.port}`
    },
  }
  const core = await startCore({ userDataDir: await tempFolder(), keychain: createKeychainDouble(), shell })
  const { id } = await core.connections.add({
    ...{
      ...emptyConnection,
      name: 'Larch',
      base_url: larch.origin,
      auth_url: larch.origin,
      client_id: 'id',
      client_secret: 'secret',
    },
    ...{ flow: 'client_credentials', ca_certificate: authority.pem },
  })
  expect(await signIn(core, id)).toContain('done')
  await answered.promise
  expect(new Set(proxy.asked.map(({ target }) => target))).toEqual(new Set([`larch.test:${larch.port}`]))
  expect(new Set(asked)).toEqual(new Set([`${larch.origin}/`]))
  expect(larch.seen.map(({ path }) => path)).toContain('/oauth2/token')
})
