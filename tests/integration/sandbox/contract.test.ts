import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { ARGUMENT_NAMES, parseOptions } from '../../../sandbox/command-line.ts'
import type { SandboxOptions } from '../../../sandbox/server.ts'
import { propertyRuns } from '../../doubles/property-runs.ts'
import { exerciseApi, exerciseCommonRefusals, findSamples } from '../support/openapi/api-cases.ts'
import { OPERATIONS_WITH_JSON } from '../support/openapi/bodies.ts'
import { type Contract, startContract } from '../support/openapi/contract.ts'
import { answerSchemas, type Schema } from '../support/openapi/document.ts'
import { probeBodies, probeQueries } from '../support/openapi/probes.ts'
import { exerciseSignIn, type SignInNeeds } from '../support/openapi/sign-in-cases.ts'
import { REDIRECT } from '../support/sandbox-sign-in.ts'

interface Variant {
  line: string
  /** The parameters of a sign-in. */
  needs?: SignInNeeds
  /** Operations with a body of which each field is sent with each value: those that the options change. */
  probes?: readonly string[]
}

const RESOURCE = 'https://api.example.com'
/** Command lines with every option: one of the sign-in and one of the API together, since neither changes what the other does. */
const VARIANTS: readonly Variant[] = [
  { line: '', probes: OPERATIONS_WITH_JSON },
  {
    line: '--strict-null --no-empty-primaries --valuation-description-max 2048',
    probes: ['createHousehold', 'createValuation', 'updateHousehold', 'updateIndividual', 'updateDocument'],
  },
  { line: '--no-refresh --error-style coded' },
  { line: '--refresh-by-scope --error-style plain' },
  { line: '--refresh-by-scope --error-style html', needs: { scope: 'offline_access' } },
  { line: '--scopes openid,offline_access --error-style empty', needs: { scope: 'openid offline_access' } },
  { line: '--token-auth post --success-style ok' },
  { line: '--token-auth basic --success-style accepted' },
  { line: '--public-client --success-style bare' },
  { line: `--resource ${RESOURCE} --id-style ulid`, needs: { resource: RESOURCE } },
  { line: '--discovery --scopes openid --public-client --id-style bare', needs: { scope: 'openid' } },
  { line: `--exact-redirect --redirect-uri ${REDIRECT} --listed-files` },
  { line: '--access-token-seconds 60 --no-household-entities' },
]

/** Options that change no answer, and the rate limit, which each variant is also started with. */
const SAME_ANSWERS = new Set(
  'households seed hostile canaries full-files as-of port data cert-dir control control-port control-guarded rate-limit help'.split(
    ' ',
  ),
)

test('every option that changes an answer is in a variant', () => {
  const varied = VARIANTS.map(({ line }) => `${line} `).join('')
  expect(ARGUMENT_NAMES.filter((name) => !SAME_ANSWERS.has(name) && !varied.includes(`--${name} `))).toEqual([])
})

/** All of them in `npm run properties`; in `npm test` the first, which sends the most, and two others by the seed. */
const { numRuns, seed } = propertyRuns(VARIANTS.length)
const [plain, ...others] = VARIANTS
const drawn = others.map((_, at) => others[(at + seed * 5) % others.length])
const tried = [plain, ...(numRuns < VARIANTS.length ? drawn.slice(0, 2) : drawn)].filter((one) => one !== undefined)

describe.each(tried)('the OpenAPI document of the sandbox with "$line"', ({ line, needs = {}, probes = [] }) => {
  const options = optionsOf(line)
  const started: { contract?: Contract } = {}
  beforeAll(async () => {
    started.contract = await startContract(options)
  })
  afterAll(() => started.contract?.close())
  const contractOf = () => started.contract as Contract

  test('has every route of the server, and no other, and describes every field of every answer', () => {
    const { sandbox, document, operations } = contractOf()
    const described = [...operations.values()].map(({ method, url }) => `${method} ${url.replace(sandbox.baseUrl, '')}`)
    expect(described.sort()).toEqual(sandbox.registeredRoutes.map((route) => route.replace(':id', '{id}')).sort())
    // The only object that is not described is the document itself.
    expect(answerSchemas(document).flatMap(openObjects)).toEqual([{ type: 'object' }])
  })

  test('agrees with every request and answer, of every operation, with each documented status', async () => {
    const contract = contractOf()
    const token = await exerciseSignIn(contract, needs)
    contract.setToken(token)
    const samples = await findSamples(contract)
    await exerciseApi(contract, samples)
    await exerciseCommonRefusals(contract, samples, token)
    await probeBodies(contract, samples, probes)
    if (probes === OPERATIONS_WITH_JSON) await probeQueries(contract, samples)
    const limited = await exerciseLimit(options)
    expect(contract.unseen().filter((each) => limited.includes(each))).toEqual([])
  })
})

function optionsOf(line: string): SandboxOptions {
  const options = parseOptions(line.split(' ').filter((word) => word !== ''))
  if (options === 'help') throw new Error('This command line only asks for help.')
  return { ...options, households: 3, hostile: true, maxUploadBytes: 200_000 }
}

/** Answers of the API while its rate limit refuses every request. Returns the documented answers that did not come. */
async function exerciseLimit(options: SandboxOptions): Promise<string[]> {
  const now = Date.now()
  // Reading the document takes the only request that is allowed while the clock does not advance.
  const contract = await startContract({ ...options, rateLimit: 1, clock: () => now })
  try {
    for (const [operationId, { isOfApi }] of contract.operations) {
      if (isOfApi) await contract.call(operationId, {}, 429)
    }
    return contract.unseen()
  } finally {
    await contract.close()
  }
}

/** Objects that allow fields which they do not describe. */
function openObjects(schema: Schema): Schema[] {
  const inside = Object.values(schema).flatMap((value) => {
    const all = Array.isArray(value) ? value : [value]
    return all.flatMap((each) => (typeof each === 'object' && each !== null ? openObjects(each as Schema) : []))
  })
  return schema.type === 'object' && schema.additionalProperties !== false ? [schema, ...inside] : inside
}
