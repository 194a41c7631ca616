import type { JsonFields, Operation } from '../../shared/domain/operation.ts'
import { isLocalId } from '../../shared/domain/operation-rules.ts'
import type { Random } from './random.ts'
import type { World } from './world.ts'

/**
 * A colleague creates a record similar to one that is being sent, at about the same time: same owner, same name, same type. Some
 * are equal in all fields; others differ in another field.
 *
 * @returns true if there was a record to imitate
 */
export async function makeTwin(world: World, open: readonly Operation[]): Promise<boolean> {
  const { random } = world
  const creates = open.filter(({ action, parent_id }) => action === 'create' && !(parent_id && isLocalId(parent_id)))
  const underWay = creates.filter(({ state }) => state === 'sending' || state === 'uncertain')
  const candidates = underWay.length > 0 ? underWay : creates
  if (candidates.length === 0) return false
  // A household taken for another one takes its people and documents along, so it is imitated most.
  const parents = candidates.filter(({ resource }) => resource === 'households')
  const operation = random.pick(parents.length > 0 && random.chance(0.6) ? parents : candidates)
  const { resource, parent_id, fields } = operation
  const individual = fields.individual_id
  if (typeof individual === 'string' && isLocalId(individual)) return false
  const twin = twins[resource]?.(fields, random)
  if (twin === undefined) return false
  const path = resource === 'valuations' ? `entities/${String(parent_id)}/valuation` : resource
  const file = resource === 'documents' ? Buffer.from(`Of a colleague ${String(random.next())}`) : undefined
  await world.createAsColleague(path, twin, file)
  return true
}

type Twin = (fields: JsonFields, random: Random) => JsonFields

const twins: Partial<Record<Operation['resource'], Twin>> = {
  households(fields, random) {
    const { primary_relationship_owner_id, primary_individuals } = fields
    const bare: JsonFields = { primary_relationship_owner_id: primary_relationship_owner_id ?? '' }
    const people = primary_individuals === undefined ? bare : { ...bare, primary_individuals }
    const { external_id: _unique, ...equal } = fields
    const others = [{ first_name: 'Somebody', last_name: 'Else', state: 'CA' }]
    return random.pick<JsonFields>([
      bare,
      bare,
      { ...bare, primary_individuals: others },
      { ...people, external_id: `Theirs ${String(random.next())}` },
      { ...people, notes: 'Of a colleague' },
      equal,
      equal,
      equal,
    ])
  },
  individuals: (fields, random) =>
    random.pick<JsonFields>([
      fields,
      { ...fields, email: 'of.a.colleague@example.com' },
      { ...fields, date_of_birth: '1950-05-05' },
    ]),
  documents: (fields) => fields,
  valuations(fields, random) {
    const { description: _own, directly_held_assets: assets, ...others } = fields
    const held = (Array.isArray(assets) ? assets : []) as JsonFields[]
    const marked = held.map((asset) => ({ ...asset, external_id: `Theirs ${String(random.next())}` }))
    return random.chance(0.5) ? { ...others, directly_held_assets: held } : { ...fields, directly_held_assets: marked }
  },
}
