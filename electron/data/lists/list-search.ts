import { foldLetters } from '../../../shared/domain/fold.ts'
import type { Resource } from '../../../shared/service/resource.ts'
import type { Condition } from './conditions.ts'

/** The texts in which a list's search field looks, as folded SQL expressions or conditions over `t`. */
type SearchedTexts = {
  /** Conditions with one parameter, a folded word; one of them must hold. */
  contains: readonly string[]
  /** Resources whose texts are searched besides the list's own. */
  dependsOn: readonly Resource[]
}

/** Further words are ignored, because they would not narrow the list. */
const maxWords = 12

const text = (column: string) => `instr(coalesce(t.${column}_sort, ''), ?) > 0`
const householdNamed = 'SELECT h.id FROM households h WHERE instr(h.title_sort, ?) > 0'
const household = `t.household_id IN (${householdNamed})`

/** By resource: names, and what else tells a row apart at a glance. */
const searched: Readonly<Record<Resource, SearchedTexts>> = {
  households: { contains: [text('title'), text('primaries'), text('external_id')], dependsOn: [] },
  individuals: { contains: [text('title'), text('email'), household], dependsOn: ['households'] },
  entities: { contains: [text('title'), text('external_id'), household], dependsOn: ['households'] },
  valuations: {
    contains: [
      `t.entity_id IN (SELECT e.id FROM entities e WHERE instr(e.title_sort, ?) > 0)`,
      `t.entity_id IN (SELECT e.id FROM entities e WHERE e.household_id IN (${householdNamed}))`,
    ],
    dependsOn: ['entities', 'households'],
  },
  documents: { contains: [text('title'), household], dependsOn: ['households'] },
  'document-summaries': { contains: [text('title'), household], dependsOn: ['households'] },
  users: { contains: [text('title'), text('email')], dependsOn: [] },
}

/** Resources whose changes can change what a search finds. */
export const searchDependsOn = (resource: Resource): readonly Resource[] => searched[resource].dependsOn

/**
 * The rows in which every word of a text occurs, at any place of a word and ignoring case and accents. Unlike the quick search this
 * needs no index, so it also works during a first load.
 */
export function searchCondition(resource: Resource, typed: string): Condition {
  const { contains } = searched[resource]
  const words = foldLetters(typed).split(/\s+/u).filter(Boolean).slice(0, maxWords)
  return {
    sql: words.length === 0 ? '1' : words.map(() => `(${contains.join(' OR ')})`).join(' AND '),
    parameters: words.flatMap((word) => contains.map(() => word)),
  }
}
