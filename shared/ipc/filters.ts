import { z } from 'zod'
import {
  emptinessOperators,
  type Filter,
  type FilterOperator,
  filterOperators,
  filterProblem,
} from '../domain/filter-rules.ts'
import { type ScopeName, scopeNames } from '../records/scopes.ts'
import type { ListColumn } from './list-columns.ts'
import { idInput } from './procedure.ts'

const operators = [...new Set([...Object.values(filterOperators).flat(), ...emptinessOperators])] as [
  FilterOperator,
  ...FilterOperator[],
]

/** Ids that narrow a list. */
export const listScope = z.strictObject(
  Object.fromEntries(scopeNames.map((name) => [name, idInput.optional()])) as Record<
    ScopeName,
    z.ZodOptional<typeof idInput>
  >,
)

/** The schema of a list's filters. */
export const filtersOf = <Column extends string>(columns: Readonly<Record<Column, ListColumn>>) =>
  z
    .array(
      z.strictObject({
        column: z.enum(Object.keys(columns) as [Column, ...Column[]]),
        operator: z.enum(operators),
        values: z.array(z.union([z.string().max(500), z.number(), z.boolean()])).max(200),
      }),
    )
    .max(30)
    .superRefine((filters, context) => {
      filters.forEach((filter, at) => {
        const problem = filterProblem(columns[filter.column as Column], filter as Filter)
        if (problem) context.addIssue({ code: 'custom', message: problem, path: [at] })
      })
    })
