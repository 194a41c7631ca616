import type { ApiAnswer } from '../sandbox-client.ts'
import { everyField, goodBodies, idFor, type Row, type Samples } from './bodies.ts'
import type { Sent } from './conformance.ts'
import type { Contract } from './contract.ts'

/** Reads every list completely, and finds records that belong together. */
export async function findSamples(contract: Contract): Promise<Samples> {
  const all = async (operationId: string) => rowsOf(await contract.call(operationId, { query: { limit: '1000' } }, 200))
  const households = await all('listHouseholds')
  const individuals = await all('listIndividuals')
  const users = await all('listUsers')
  const entities = await all('listEntities')
  await all('listDocuments')
  const summaries = await all('listDocumentSummaries')
  const household = households[0]?.id ?? ''
  const ofHousehold = (rows: Row[]) => rows.find((row) => row.household_id === household)?.id ?? ''
  const document = await upload(contract, household)
  return {
    user: users[0]?.id ?? '',
    household,
    individual: ofHousehold(individuals),
    entity: ofHousehold(entities),
    document,
    summary: summaries[0]?.id ?? '',
  }
}

export async function upload(
  contract: Contract,
  household: string,
  more: Record<string, string> = {},
): Promise<string> {
  const file = new File(['0123456789'], 'figures.numbers', { type: 'application/vnd.apple.numbers' })
  const body = { household_id: household, name: 'Figures', type: 'BALANCE_SHEET', ...more }
  const answer = await contract.call('createDocument', { body, file }, contract.success('createDocument'))
  return (answer.body as Row).id
}

export function rowsOf(answer: ApiAnswer): Row[] {
  return (answer.body as { data: Row[] }).data
}

/** The refusals that every operation of the API knows: no token, an unknown parameter or record, and a body of the wrong kind. */
export async function exerciseCommonRefusals(contract: Contract, samples: Samples, token: string): Promise<void> {
  const bodies = goodBodies(samples)
  for (const [operationId, operation] of contract.operations) {
    if (!operation.isOfApi || operation.security?.length === 0) continue
    const id = idFor(operationId, samples)
    const body = bodies[operationId]?.()
    const good: Sent = body === undefined ? { id } : { id, body }
    contract.setToken(null)
    await contract.call(operationId, good, 401)
    contract.setToken(token)
    await contract.call(operationId, { ...good, query: { unknown: '1' } }, 400)
    if (operation.url.includes('{id}')) await contract.call(operationId, { ...good, id: 'none' }, 404)
    if (operation.requestBody === undefined) continue
    await contract.call(operationId, { id, raw: { mediaType: 'text/plain', text: 'x' } }, 415)
    if (body === undefined) continue
    await contract.call(operationId, { id, raw: { mediaType: 'application/json', text: '{' } }, 400)
    const text = JSON.stringify({ notes: 'x'.repeat(5_000_000) })
    await contract.call(operationId, { id, raw: { mediaType: 'application/json', text } }, 413)
  }
}

/** Calls every operation with requests that succeed, and with those that conflict with what is stored. */
export async function exerciseApi(contract: Contract, samples: Samples): Promise<void> {
  const bodies = goodBodies(samples)
  const succeed = (operationId: string, sent: Sent) => contract.call(operationId, sent, contract.success(operationId))
  const create = async (operationId: string, more: object = {}, id = samples.household) =>
    (await succeed(operationId, { id, body: { ...bodies[operationId]?.(), ...more } })).body as Row

  await succeed('getOpenApi', {})
  await exerciseHouseholds(contract, samples, create)
  await exerciseFiles(contract, samples)
  for (const operationId of [
    'getUser',
    'getHousehold',
    'getIndividual',
    'getEntity',
    'getDocument',
    'getDocumentSummary',
  ]) {
    await succeed(operationId, { id: idFor(operationId, samples) })
  }
  for (const operationId of ['updateHousehold', 'updateIndividual', 'updateDocument', 'updateDocumentSummary']) {
    await succeed(operationId, { id: idFor(operationId, samples), body: bodies[operationId]?.() })
    await succeed(operationId, { id: idFor(operationId, samples), body: {} })
    await contract.call(operationId, { id: idFor(operationId, samples), body: { unknown: 1 } }, 422)
  }
  for (const operationId of ['listHouseholdIndividuals', 'listHouseholdDocuments', 'listHouseholdEntities']) {
    if (contract.operations.has(operationId)) await succeed(operationId, { id: samples.household })
  }
  await create('createValuation', {}, samples.entity)
  await contract.call('createValuation', { id: samples.entity, body: {} }, 422)
  await succeed('getLatestValuation', { id: samples.entity })
  await succeed('listSummariesOfDocument', { id: samples.document })
}

type Create = (operationId: string, more?: object, id?: string) => Promise<Row>

async function exerciseHouseholds(contract: Contract, samples: Samples, create: Create): Promise<void> {
  const bodies = goodBodies(samples)
  const made = await create('createHousehold', { primary_individuals: [everyField, everyField] })
  const taken = { ...bodies.createHousehold?.(), external_id: made.external_id }
  await contract.call('createHousehold', { body: taken }, 409)
  await contract.call('createHousehold', { body: { ...taken, primary_relationship_owner_id: 'none' } }, 422)
  await contract.call('updateHousehold', { id: samples.household, body: { external_id: made.external_id } }, 409)
  await contract.call(
    'updateHousehold',
    { id: made.id, body: { external_id: null } },
    contract.success('updateHousehold'),
  )
  const third = { ...bodies.createIndividual?.(), household_id: made.id, is_primary: true }
  await contract.call('createIndividual', { body: third }, 409)
  await contract.call('createIndividual', { body: { ...third, household_id: 'none' } }, 422)
  const person = await create('createIndividual', { household_id: made.id })
  await contract.call('updateIndividual', { id: person.id, body: { is_primary: true } }, 409)
  await contract.call('deleteIndividual', { id: person.id }, contract.success('deleteIndividual'))
  const deleted = await contract.call('getIndividual', { id: person.id }, 200)
  if (!('deleted_at' in (deleted.body as Row))) throw new Error('A deleted individual has no deleted_at.')
  await contract.call('deleteHousehold', { id: made.id }, contract.success('deleteHousehold'))
}

async function exerciseFiles(contract: Contract, samples: Samples): Promise<void> {
  const { household, individual, entity } = samples
  const parts = { household_id: household, name: 'Large', type: 'OTHER' }
  const large = new File(['x'.repeat(200_001)], 'large.pdf')
  await contract.call('createDocument', { body: parts, file: large }, 413)
  await contract.call('createDocument', { body: parts }, 422)
  await contract.call(
    'createDocument',
    { body: { ...parts, household_id: 'none' }, file: new File(['x'], 'x.txt') },
    422,
  )
  for (const [operationId, id] of [
    ['downloadDocument', await upload(contract, household, { individual_id: individual, entity_id: entity })],
    ['downloadDocumentSummary', samples.summary],
  ] as const) {
    const whole = await contract.call(operationId, { id }, 200)
    await contract.call(operationId, { id, headers: { range: 'bytes=2-4' } }, 206)
    await contract.call(operationId, { id, headers: { range: 'bytes=999999999-' } }, 416)
    await contract.call(operationId, { id, headers: { 'if-none-match': String(whole.headers.etag) } }, 304)
    if (operationId === 'downloadDocument') {
      await contract.call('deleteDocument', { id }, contract.success('deleteDocument'))
    }
  }
  await contract.call('downloadDocumentSummary', { id: samples.summary, query: { format: 'pdf' } }, 200)
  const other = rowsOf(await contract.call('listEntities', { query: { limit: '1000' } }, 200)).at(-1)
  await contract.call('deleteEntity', { id: other?.id ?? '' }, contract.success('deleteEntity'))
}
