import type { Migration } from '../migrate.ts'

/** The indexes that earlier versions built in parts, as a table of sorted entries that then became the index. */
const builtInParts = [
  ...['users', 'households', 'individuals', 'entities', 'documents', 'document_summaries'].flatMap((table) => [
    `${table}_list`,
    `${table}_changed`,
  ]),
  ...['households_owner', 'individuals_household', 'entities_household', 'entities_kind', 'entities_estate'],
  ...['documents_household', 'documents_type', 'documents_entity', 'documents_individual'],
  ...['document_summaries_household', 'document_summaries_document'],
]

const dropParts = (index: string): string =>
  [
    ...['added', 'changed', 'gone'].map((when) => `DROP TRIGGER IF EXISTS ${index}_building_${when};`),
    ...['', '_runs', '_progress'].map((part) => `DROP TABLE IF EXISTS ${index}_building${part};`),
  ].join(' ')

/**
 * Lists are sorted and counted by SQLite alone: the rows that each commit changed, and columns as they were needed in memory, are not
 * stored any more. An index that was being built in parts is created again, whole, when its first load ends.
 */
export const mirrorPlainLists: Migration = `
  DROP TABLE row_change;
  DROP TABLE stored_column;
  DROP TABLE stored_column_part;
  ${builtInParts.map(dropParts).join('\n  ')}
`
