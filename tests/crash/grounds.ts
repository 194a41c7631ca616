import type { Ground } from './advisor.ts'
import type { Served } from './served.ts'

const lanes = 3

/** Divides the records into lanes that share none. */
export function groundsOf({ individuals, households, entities, users, valuations }: Served): Ground[] {
  const share = <One>(all: readonly One[], lane: number) => all.filter((_, at) => at % lanes === lane)
  const ids = (all: readonly { id: string }[], lane: number) => share(all, lane).map(({ id }) => id)
  const held = valuations.flatMap(({ directly_held_assets: assets }) => (Array.isArray(assets) ? assets : []))
  const [asset] = held as { asset_class: { id: string } }[]
  return Array.from({ length: lanes }, (_, lane) => ({
    editable: ids(individuals.slice(0, 30), lane),
    victims: ids(individuals.slice(30), lane),
    households: ids(households, lane),
    entities: ids(entities, lane),
    assetClass: asset?.asset_class.id ?? '',
    owner: users[0]?.id ?? '',
  }))
}
