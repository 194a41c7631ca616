import { Button, Select } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { linkObstacle, obstacleWords } from '../../../shared/domain/estate-map/link-obstacle.ts'
import { namesOf } from '../../../shared/domain/estate-map/roles.ts'
import { familyRole, isFamilyLink, relationWords } from '../../../shared/domain/family/family-links.ts'
import type { EstateLink, EstateNode } from '../../../shared/ipc/estate.ts'
import { FormDialog } from '../../components/FormDialog.tsx'
import { noMatches } from '../../components/forms/searched-options.ts'
import { OverflowMenu } from '../../components/OverflowMenu.tsx'
import { RecordLink } from '../../components/RecordLink.tsx'
import { Section } from '../../components/Section.tsx'
import { Ago, Quiet, RecordText } from '../../components/Values.tsx'
import { useApi, useConnection } from '../../lib/api.ts'
import { useForbidden } from '../../lib/policy.ts'
import { FoundIn, LaterTrustees } from './FoundIn.tsx'
import classes from './record-roles.module.css'
import { useCoupleQuestion, useEstate, useEstateActions } from './use-estate.tsx'

type Actions = ReturnType<typeof useEstateActions>
type End = 'from' | 'to'

/** The end of a link that is not the shown record. */
const otherEnd = ({ from }: EstateLink, { resource, id }: EstateNode): End =>
  from.resource === resource && from.id === id ? 'to' : 'from'

/** The shown record's role in the other: “Trustee of”, “Child of”; or the other's role in it: “Trustee:”. */
function roleWords(link: EstateLink, end: End): string {
  const family = isFamilyLink(link) ? familyRole(link.role) : null
  if (family !== null) return relationWords(family, end === 'to')
  return end === 'to' ? `${link.role} of` : `${link.role}:`
}

/** Chooses the record in place of one that is no longer there. */
function MoveDialog({ link, end, householdId, actions, onClose }: MoveProps) {
  const [chosen, setChosen] = useState<string | null>(null)
  const estate = useEstate(householdId)
  const map = estate.data
  const { resource } = link[end]
  const other = link[end === 'from' ? 'to' : 'from']
  const records = (resource === 'individuals' ? map?.people : map?.entities) ?? []
  const data = records
    .filter(({ id }) => id !== other.id || resource !== other.resource)
    .map(({ id, name }) => ({ value: id, label: name || id }))
  const node = chosen === null ? null : { resource, id: chosen }
  const moved = node && { ...link, [end]: node }
  const obstacle = moved && linkObstacle(moved, map?.links.filter(({ id }) => id !== link.id) ?? [])
  const isFree = obstacle === null || obstacle.why === 'couple'
  const words = moved && obstacle && !isFree && map ? obstacleWords(obstacle, moved, namesOf(map)) : null
  const question = useCoupleQuestion(moved, map, link.id)
  const move = async () => {
    const answer = await question.ask()
    if (node && answer) actions.move(link, { end, node, replaced: answer.replaced }, onClose)
  }
  return (
    <FormDialog
      title="Move this role"
      onClose={onClose}
      confirm={{ label: 'Move', isPending: false, isDisabled: node === null || !isFree, onConfirm: () => void move() }}
    >
      <p className={classes.note}>
        The role moves from a record that is no longer in the offline copy to the one that you choose.
      </p>
      <Select
        label={resource === 'individuals' ? 'Person' : 'Entity'}
        data={data}
        value={chosen}
        onChange={setChosen}
        searchable
        withScrollArea={false}
        nothingFoundMessage={noMatches(estate)}
        data-autofocus
        error={words && obstacle?.why === 'noted' ? `${words} Choose another one, or remove this role.` : words}
      />
      {question.dialog}
    </FormDialog>
  )
}

type MoveProps = { link: EstateLink; end: End; householdId: string; actions: Actions; onClose: () => void }

function Role({
  link,
  node,
  householdId,
  actions,
}: {
  link: EstateLink
  node: EstateNode
  householdId: string
  actions: Actions
}) {
  const [moving, setMoving] = useState(false)
  const forbidden = useForbidden('estate.moveLink')
  const end = otherEnd(link, node)
  const other = link[end]
  const isGone = other.name === null
  return (
    <li className={`row ${classes.role}`}>
      <div className={`anywhere ${classes.about}`}>
        <span>
          <RecordText>{roleWords(link, end)}</RecordText>{' '}
          {isGone ? <Quiet>no longer in the offline copy</Quiet> : <RecordLink {...other} />}
        </span>
        <span className={classes.note}>
          Saved on this computer only · <Ago at={link.made_at} />
        </span>
        <FoundIn places={link.found_in} className={classes.note} />
        <LaterTrustees link={link} className={classes.note} />
      </div>
      <div className="row">
        {isGone ? (
          <Button
            variant="default"
            size="compact-sm"
            disabled={forbidden !== null}
            title={forbidden ?? undefined}
            onClick={() => setMoving(true)}
          >
            Move…
          </Button>
        ) : null}
        <OverflowMenu
          label={`More for ${link.role}${isGone ? '' : `, ${other.name}`}`}
          actions={[{ label: 'Remove this role', onRun: () => actions.remove(link), reason: forbidden }]}
        />
      </div>
      {moving ? <MoveDialog {...{ link, end, householdId, actions }} onClose={() => setMoving(false)} /> : null}
    </li>
  )
}

/** The roles that the user noted of a record, at either end; nothing without any. */
export function RecordRoles({ node, householdId }: { node: EstateNode; householdId: string }) {
  const connectionId = useConnection().id
  const actions = useEstateActions(householdId)
  const links = useQuery(useApi().estate.roles.queryOptions({ input: { connectionId, ...node } })).data?.links ?? []
  // The page of an individual shows the family beside it.
  const shown = links.filter((link) => !isFamilyLink(link) || link[otherEnd(link, node)].name === null)
  if (shown.length === 0) return null
  return (
    <Section title="Roles" count={shown.length} anchor="roles">
      <ul className={classes.roles}>
        {shown.map((link) => (
          <Role key={link.id} {...{ link, node, householdId, actions }} />
        ))}
      </ul>
    </Section>
  )
}
