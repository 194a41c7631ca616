import { Select } from '@mantine/core'
import { useState } from 'react'
import { linkObstacle, obstacleWords } from '../../../shared/domain/estate-map/link-obstacle.ts'
import { namesOf } from '../../../shared/domain/estate-map/roles.ts'
import type { FamilyRole } from '../../../shared/domain/family/family-links.ts'
import { familyRoles } from '../../../shared/domain/roles/role-names.ts'
import type { EstateMap } from '../../../shared/ipc/estate.ts'
import { FormDialog } from '../../components/FormDialog.tsx'
import { noMatches } from '../../components/forms/searched-options.ts'
import { useCoupleQuestion, useEstate, useEstateActions } from './use-estate.tsx'

/** The first person's relation to the second; a child is stored as the other's parent. */
const relations = [...familyRoles, 'Child'] as const

/** People to choose from; those of one name are told apart by their place in the list. */
function peopleChoices(people: EstateMap['people']) {
  const counts = new Map<string, number>()
  return people.map(({ id, name }) => {
    const before = counts.get(name) ?? 0
    counts.set(name, before + 1)
    return { value: id, label: before === 0 ? name || id : `${name} (${before + 1})` }
  })
}

type Props = {
  householdId: string /** The id of the first person, if that is known. */
  start: string | null
  onClose: () => void
}

/** Notes what two people of a household are to each other: it is stored on this computer and never sent. */
export function FamilyDialog({ householdId, start, onClose }: Props) {
  const estate = useEstate(householdId)
  const map = estate.data
  const actions = useEstateActions(householdId)
  const [first, setFirst] = useState(start)
  const [relation, setRelation] = useState<string | null>('Spouse')
  const [second, setSecond] = useState<string | null>(null)
  const [tried, setTried] = useState(false)
  const people = map?.people ?? []
  const role: FamilyRole = familyRoles.find((one) => one === relation) ?? 'Parent'
  const ends = relation === 'Child' ? { from: second, to: first } : { from: first, to: second }
  const node = (id: string) => ({ resource: 'individuals', id }) as const
  const link = ends.from === null || ends.to === null ? null : { from: node(ends.from), to: node(ends.to), role }
  const obstacle = link === null ? null : linkObstacle(link, map?.links ?? [])
  const words = link && obstacle && map ? obstacleWords(obstacle, link, namesOf(map)) : null
  const replaced = obstacle?.why === 'couple' ? obstacle.by : null
  const standing = link && replaced && map ? obstacleWords({ why: 'noted', by: replaced }, link, namesOf(map)) : null
  const isFree = obstacle === null || replaced !== null
  const question = useCoupleQuestion(link, map)
  const save = async () => {
    setTried(true)
    if (!link || !isFree) return
    const answer = replaced && question.second === null ? { replaced } : await question.ask()
    if (answer) actions.add({ ...link, origin: 'drawn' }, onClose, answer.replaced)
  }
  const data = peopleChoices(people)
  const field = { data, searchable: true, withScrollArea: false, nothingFoundMessage: noMatches(estate) } as const
  return (
    <FormDialog
      title="Add family"
      onClose={onClose}
      error={actions.adding.error}
      confirm={{
        label: replaced ? `Replace ${replaced.role.toLowerCase()}` : 'Save family',
        isPending: actions.adding.isPending,
        onConfirm: () => void save(),
      }}
    >
      <p className="note">
        Saved on this computer only. It decides the order of the household’s people, and you can export it with your
        links.
      </p>
      <Select
        {...field}
        label="Person"
        value={first}
        onChange={setFirst}
        data-autofocus={start === null || undefined}
        error={tried && first === null ? 'Choose a person.' : null}
      />
      <Select
        label="Is the"
        data={[...relations]}
        value={relation}
        allowDeselect={false}
        withScrollArea={false}
        onChange={setRelation}
        data-autofocus={start !== null || undefined}
      />
      <Select
        {...field}
        label="Of"
        data={data.filter(({ value }) => value !== first)}
        value={second}
        onChange={setSecond}
        error={tried && first !== null ? (second === null ? 'Choose another person.' : isFree ? null : words) : null}
      />
      {standing === null ? null : <p className="note">{standing} The new relation takes its place.</p>}
      {question.dialog}
    </FormDialog>
  )
}
