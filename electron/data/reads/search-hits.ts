import { documentTypeNames, entityKindNames, nameOf } from '../../../shared/domain/names.ts'
import type { SearchHit } from '../../../shared/ipc/records.ts'
import type { PendingMark } from '../../../shared/ipc/rows.ts'
import { recordSchemas } from '../../../shared/service/record-schemas.ts'
import { type Resource, resources } from '../../../shared/service/resource.ts'
import { foldedWords } from '../mirror/folded-words.ts'
import { passageBreak } from '../mirror/record-table.ts'
import { recordTables } from '../mirror/record-tables.ts'
import { valuationBody } from '../mirror/search-index.ts'
import type { Db } from '../open-database.ts'
import { markSql } from '../overlay/pending.ts'
import { listShapes } from './list-shapes.ts'
import type { Candidate } from './search-rank.ts'
import { hitSql } from './search-sql.ts'
import { isIn, matchesIn, type QueryWord } from './search-words.ts'
import { snippetOf } from './snippet.ts'

type StoredHit = { id: string; kind: string | null; subtitle: string | null; json: string }

/** A candidate as it is shown; null when its record has been deleted in the meantime. */
export type ReadHit = (candidate: Candidate) => SearchHit | null

/** Prepares the statements for the texts of a hit, for every resource. */
export function prepareHits(mirror: Db): ReadHit {
  const selects = new Map(
    resources.map((resource) => [resource, mirror.prepare<[number], StoredHit>(hitSql[resource])]),
  )
  const marks = new Map(
    resources.map((resource) => [
      resource,
      mirror.prepare<[number], PendingMark | null>(markSql(resource, listShapes[resource].table)).pluck(),
    ]),
  )
  return ({ resource, row, title, words, inTitle }) => {
    const found = selects.get(resource)?.get(row)
    if (!found) return null
    const snippet = inTitle ? null : snippetOf(passagesOf(resource, found.json), words, missingIn(title, words))
    const subtitle = subtitleOf(found)
    return {
      resource,
      id: found.id,
      title,
      title_matches: matchesIn(title, words),
      // Not repeated if the snippet shows the same text.
      subtitle: snippet?.text === subtitle ? '' : subtitle,
      snippet: snippet?.text ?? null,
      snippet_matches: snippet?.matches ?? [],
      pending: marks.get(resource)?.get(row) ?? null,
    }
  }
}

function missingIn(title: string, words: readonly QueryWord[]): QueryWord[] {
  const inTitle = Array.from(foldedWords(title), ({ folded }) => folded)
  return words.filter((word) => !isIn(inTitle, word))
}

function subtitleOf({ kind, subtitle }: StoredHit): string {
  const named = kind === null ? null : nameOf({ ...entityKindNames, ...documentTypeNames }, kind)
  return [named, subtitle].filter((part) => part !== null && part !== '').join(' · ')
}

function passagesOf(resource: Resource, json: string): string[] {
  const value: unknown = JSON.parse(json)
  if (resource === 'valuations') {
    const valuation = recordSchemas.valuations.safeParse(value)
    return valuation.success ? valuationBody(valuation.data).split(passageBreak) : []
  }
  const judged = recordTables[resource].judge(value)
  return judged.kind === 'good' ? judged.body.split(passageBreak) : []
}
