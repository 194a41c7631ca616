import type { Resource } from '../../../shared/service/resource.ts'
import type { ColumnCopy, CopiedColumn } from '../reads/column-copy.ts'
import { listShapes } from '../reads/list-shapes.ts'
import type { Vector } from '../reads/view.ts'
import { orderSql } from '../reads/view-sql.ts'

/** A column of a large list, ready to be stored: the whole list in its order, and a copy of its values if they are few. */
export type StoredColumn = {
  resource: Resource
  column: string
  /** The versions of the resources that the order depends on, that of the list first. */
  version: string
  order: Vector
  copy: Pick<ColumnCopy, 'codes' | 'values' | 'ranks'> | null
}

/** The SQL that defines a column's order. A stored column of a release that defined it otherwise is not used. */
export function statementOf({ resource, column }: CopiedColumn): string {
  const { present, absent } = orderSql(listShapes[resource], column, { condition: null, driven: false })
  return [present.sql, ...(absent ? [absent.sql] : [])].join(';\n')
}
