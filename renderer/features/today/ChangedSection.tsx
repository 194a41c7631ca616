import { Link } from '@tanstack/react-router'
import { resourceNames } from '../../../shared/domain/names.ts'
import type { ContractOutputs } from '../../../shared/ipc/contract.ts'
import { RecordText } from '../../components/Values.tsx'
import { useConnection } from '../../lib/connection.ts'
import { useNow } from '../../lib/use-now.ts'
import { dateBefore, sayCount, writeChangesSearch } from '../changes/public.ts'
import { TodaySection } from './TodaySection.tsx'
import classes from './today.module.css'

export type ChangedHouseholds = ContractOutputs['changes']['households']

/** The households that others changed since yesterday, with what sort of things changed. */
export function ChangedSection({ changed, owner }: { changed: ChangedHouseholds; owner: string | null }) {
  const connectionId = useConnection().id
  const yesterday = dateBefore(useNow(), 1)
  const search = writeChangesSearch({
    whose: owner === null ? 'firm' : 'mine',
    since: yesterday,
    others: true,
  })
  const { households, more } = changed
  return (
    <TodaySection
      title={changedTitle(owner)}
      many="households"
      section={{ lines: households, total: more ? null : households.length }}
      about={more ? 'Not all of them are counted here.' : undefined}
      aside={
        <Link to="/c/$connectionId/changes" params={{ connectionId }} search={search} className={classes.listLink}>
          All these changes
        </Link>
      }
      keyOf={({ household }) => household.id}
    >
      {({ household, changes, resources }) => (
        <>
          {household.name === '' ? (
            <span>A household that is gone</span>
          ) : (
            <Link to="/c/$connectionId/households/$id" params={{ connectionId, id: household.id }} hash="changes">
              <RecordText>{household.name}</RecordText>
            </Link>
          )}
          <span className={classes.middle}>{kindsOf(resources)}</span>
          <span className={classes.end}>{sayCount(changes)}</span>
        </>
      )}
    </TodaySection>
  )
}

export const changedTitle = (owner: string | null): string =>
  owner === null ? 'Changed since yesterday' : 'Changed in your households since yesterday'

/** `Households, people, valuations`, in the order of the sidebar. */
function kindsOf(resources: ChangedHouseholds['households'][number]['resources']): string {
  const names = Object.entries(resourceNames).flatMap(([resource, { many }]) =>
    resources.some((one) => one === resource) ? [many] : [],
  )
  return names.map((name, at) => (at === 0 ? name : name.toLowerCase())).join(', ')
}
