import { afterAll, describe, expect, test } from 'vitest'
import type { SandboxOptions } from '../../../sandbox/server.ts'
import { exerciseApi, exerciseCommonRefusals, findSamples } from '../support/openapi/api-cases.ts'
import { type Contract, startContract } from '../support/openapi/contract.ts'
import { answerSchemas, type Schema } from '../support/openapi/document.ts'
import { probeBodies, probeQueries } from '../support/openapi/probes.ts'
import { exerciseSignIn, type SignInNeeds } from '../support/openapi/sign-in-cases.ts'

const contracts: Contract[] = []
afterAll(async () => {
  await Promise.all(contracts.map((contract) => contract.close()))
})

async function start(options: SandboxOptions): Promise<Contract> {
  const contract = await startContract({ maxUploadBytes: 200_000, ...options })
  contracts.push(contract)
  return contract
}

interface Variant {
  options: SandboxOptions
  needs?: SignInNeeds
  /** Sends each value for each field as well: for options that change what a request may hold. */
  probes?: boolean
}

const RESOURCE = 'https://api.example.com'
const VARIANTS: Record<string, Variant> = {
  'the service as described': { options: {}, probes: true },
  'no refresh tokens': { options: { refreshTokens: 'never' } },
  'refresh tokens by scope, not asked for': { options: { refreshTokens: 'by-scope' } },
  'refresh tokens by scope, asked for': { options: { refreshTokens: 'by-scope' }, needs: { scope: 'offline_access' } },
  'known scopes': { options: { scopes: ['openid', 'offline_access'] }, needs: { scope: 'openid offline_access' } },
  'authentication by post': { options: { tokenAuth: ['post'] } },
  'authentication by a Basic header': { options: { tokenAuth: ['basic'] } },
  'a public client': { options: { publicClient: true } },
  'a resource': { options: { resource: RESOURCE }, needs: { resource: RESOURCE } },
  discovery: { options: { discovery: true, scopes: ['openid'], publicClient: true }, needs: { scope: 'openid' } },
  'exact redirect URIs': { options: { exactRedirect: true, redirectUris: ['http://127.0.0.1:43210/callback'] } },
  'short access tokens': { options: { accessTokenSeconds: 60 } },
  'coded errors': { options: { errorStyle: 'coded' } },
  'plain errors': { options: { errorStyle: 'plain' } },
  'errors as pages': { options: { errorStyle: 'html' } },
  'errors without a body': { options: { errorStyle: 'empty' } },
  'writes answered with 200': { options: { successStyle: 'ok' } },
  'writes answered with 202': { options: { successStyle: 'accepted' } },
  'updates answered without a record': { options: { successStyle: 'bare' } },
  ULIDs: { options: { idStyle: 'ulid' } },
  UUIDs: { options: { idStyle: 'bare' } },
  'without the entities of a household': { options: { householdEntities: false } },
  'limits of requests': {
    options: { emptyPrimaries: false, strictNull: true, valuationDescriptionMax: 2048 },
    probes: true,
  },
  'listed kinds of files': { options: { fileTypes: 'listed' } },
}

describe.each(Object.entries(VARIANTS))(
  'the OpenAPI document of %s',
  (_name, { options, needs = {}, probes = false }) => {
    test('agrees with every request and answer, of every operation, with each documented status', async () => {
      const contract = await start(options)
      const token = await exerciseSignIn(contract, needs)
      contract.setToken(token)
      const samples = await findSamples(contract)
      await exerciseApi(contract, samples)
      await exerciseCommonRefusals(contract, samples, token)
      if (probes) {
        expect(await probeBodies(contract, samples)).toBeGreaterThan(1000)
        expect(await probeQueries(contract, samples)).toBeGreaterThan(200)
      }
      const limited = await exerciseLimit(options)
      expect(contract.unseen().filter((each) => limited.includes(each))).toEqual([])
    })

    test('has every route of the server, and no other', async () => {
      const { sandbox, operations } = await start(options)
      const described = [...operations.values()].map(
        ({ method, url }) => `${method} ${url.replace(sandbox.baseUrl, '')}`,
      )
      expect(described.sort()).toEqual(sandbox.registeredRoutes.map((route) => route.replace(':id', '{id}')).sort())
    })

    test('describes every field of every answer', async () => {
      const { document } = await start(options)
      const open = answerSchemas(document).flatMap(openObjects)
      // The only one is the document itself.
      expect(open).toEqual([{ type: 'object' }])
    })
  },
)

/** Answers of the API while its rate limit refuses every request. Returns the documented answers that did not come. */
async function exerciseLimit(options: SandboxOptions): Promise<string[]> {
  const now = Date.now()
  // Reading the document takes the only request that is allowed while the clock stands still.
  const contract = await start({ ...options, rateLimit: 1, clock: () => now })
  for (const [operationId, { isOfApi }] of contract.operations) {
    if (isOfApi) await contract.call(operationId, {}, 429)
  }
  return contract.unseen()
}

/** Objects that allow fields which they do not describe. */
function openObjects(schema: Schema): Schema[] {
  const inside = Object.values(schema).flatMap((value) => {
    const all = Array.isArray(value) ? value : [value]
    return all.flatMap((each) => (typeof each === 'object' && each !== null ? openObjects(each as Schema) : []))
  })
  return schema.type === 'object' && schema.additionalProperties !== false ? [schema, ...inside] : inside
}
