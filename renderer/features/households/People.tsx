import { Link, useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { formatCount } from '../../../shared/domain/counts.ts'
import { localToday } from '../../../shared/domain/days.ts'
import { familyOf } from '../../../shared/domain/family/family-links.ts'
import { type Generation, generationsOf } from '../../../shared/domain/family/generations.ts'
import { ageInYears } from '../../../shared/domain/figure-age.ts'
import type { IndividualRow } from '../../../shared/ipc/rows.ts'
import { PersonAvatar } from '../../components/Avatar.tsx'
import { ReasonedButton } from '../../components/forms/ReasonedButton.tsx'
import { PendingMark } from '../../components/PendingMark.tsx'
import { RecordLink } from '../../components/RecordLink.tsx'
import { firstShown, Section } from '../../components/Section.tsx'
import { NoneOf } from '../../components/Unread.tsx'
import { Quiet, Tag } from '../../components/Values.tsx'
import { useConnection } from '../../lib/api.ts'
import { useCommand } from '../../lib/commands/use-command.ts'
import { useForbidden } from '../../lib/policy.ts'
import { useNow } from '../../lib/use-now.ts'
import { useBulkTarget } from '../bulk/public.ts'
import { FamilyDialog, useEstate } from '../estate-map/public.ts'
import { rolesOf } from '../records/public.ts'
import classes from './households.module.css'

function Person({ row, today }: { row: IndividualRow; today: string }) {
  const age = row.is_deceased ? null : ageInYears(row.date_of_birth, today)
  const roles = rolesOf(row).join(', ')
  return (
    <li className={`line ${classes.person}`} data-mark={row.pending ?? undefined}>
      <PersonAvatar id={row.id} name={row.title} size={32} />
      <div className="anywhere">
        <div className={classes.name}>
          <RecordLink resource="individuals" id={row.id} name={row.title} />
          {age === null ? null : <> · {age}</>}
          <PendingMark mark={row.pending} /> {row.is_deceased ? <Tag>Deceased</Tag> : null}
        </div>
        {roles === '' ? null : <div className="note">{roles}</div>}
      </div>
    </li>
  )
}

function years({ from, to }: Pick<Generation<unknown>, 'from' | 'to'>): string {
  if (from === null || to === null) return 'Date of birth not known'
  return from === to ? `Born ${from}` : `Born ${from} – ${to}`
}

type Props = { rows: readonly IndividualRow[]; count: number; householdId: string; reason: string | null }

/** The household's people by generation, with roles and ages. */
export function People({ rows, count, householdId, reason }: Props) {
  const navigate = useNavigate()
  const connectionId = useConnection().id
  const choose = useBulkTarget((state) => state.choose)
  const today = localToday(new Date(useNow()))
  const scope = { household_id: householdId }
  const add = () =>
    void navigate({ to: '/c/$connectionId/households/$id/individuals/new', params: { connectionId, id: householdId } })
  const editAll = () => {
    choose({ connectionId, resource: 'individuals', which: { list: { filters: [], scope, except: [] } }, count })
    void navigate({ to: '/c/$connectionId/bulk/$resource', params: { connectionId, resource: 'individuals' } })
  }
  useCommand('individual.new', reason === null ? add : null)
  const family = familyOf(useEstate(householdId).data?.links ?? [])
  const [isAddingFamily, setAddingFamily] = useState(false)
  const noLinks = useForbidden('estate.addLink')
  return (
    <Section
      title="People"
      anchor="people"
      count={count}
      of="individuals"
      aside={
        <>
          {count > rows.length ? (
            <Link
              to="/c/$connectionId/individuals"
              params={{ connectionId }}
              search={scope}
              data-on-paper={firstShown(rows.length, count)}
            >
              Show all {formatCount(count)}
            </Link>
          ) : null}
          {count > 0 ? (
            <ReasonedButton reason={reason} onClick={editAll}>
              Edit all…
            </ReasonedButton>
          ) : null}
          {rows.length > 1 ? (
            <ReasonedButton reason={noLinks} onClick={() => setAddingFamily(true)}>
              Add family…
            </ReasonedButton>
          ) : null}
          <ReasonedButton reason={reason} onClick={add}>
            Add person
          </ReasonedButton>
        </>
      }
    >
      {rows.length === 0 ? (
        <NoneOf resource="individuals" rows>
          <Quiet>No one yet.</Quiet>
        </NoneOf>
      ) : null}
      {generationsOf(rows, family).map((generation) => (
        <div key={generation.people[0]?.id}>
          <h3 className={classes.generation}>{years(generation)}</h3>
          <ul className={classes.cards}>
            {generation.people.map((row) => (
              <Person key={row.id} row={row} today={today} />
            ))}
          </ul>
        </div>
      ))}
      {isAddingFamily ? (
        <FamilyDialog householdId={householdId} start={null} onClose={() => setAddingFamily(false)} />
      ) : null}
    </Section>
  )
}
