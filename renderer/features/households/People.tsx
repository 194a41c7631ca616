import type { IndividualRow } from '../../../shared/ipc/rows.ts'
import { peopleColumns } from '../../components/columns/individuals.tsx'
import { RelatedSection } from '../../components/RelatedSection.tsx'
import type { Scope } from '../../lib/scope.ts'

type Props = { rows: readonly IndividualRow[]; count: number; scope: Scope }

/** The household's people, its primary clients first. */
export function People({ rows, count, scope }: Props) {
  const ordered = rows.toSorted((left, right) => Number(right.is_primary) - Number(left.is_primary))
  return (
    <RelatedSection
      resource="individuals"
      title="People"
      columns={peopleColumns}
      rows={ordered}
      count={count}
      scope={scope}
    />
  )
}
