import { Select } from '@mantine/core'
import { useState } from 'react'
import { linkObstacle, obstacleWords } from '../../../shared/domain/estate-map/link-obstacle.ts'
import { nodeKey, nodeOf } from '../../../shared/domain/estate-map/nodes.ts'
import { namesOf } from '../../../shared/domain/estate-map/roles.ts'
import { roleSources } from '../../../shared/estate-drawing/words.ts'
import { type EstateMap, type EstateNode, estateRole } from '../../../shared/ipc/estate.ts'
import { FormDialog } from '../../components/FormDialog.tsx'
import { RoleField } from './Evidence.tsx'
import classes from './estate-map.module.css'
import { useCoupleQuestion, type useEstateActions } from './use-estate.tsx'

type Props = {
  map: EstateMap
  /** Where the link begins, if that is known. */
  from: EstateNode | null
  actions: ReturnType<typeof useEstateActions>
  onClose: () => void
}

type Choice = { value: string; label: string }

/** Names that occur twice are told apart by their place in the list. */
function choices(records: readonly { id: string; name: string }[], resource: EstateNode['resource']): Choice[] {
  const counts = new Map<string, number>()
  return records.map(({ id, name }) => {
    const before = counts.get(name) ?? 0
    counts.set(name, before + 1)
    return { value: nodeKey({ resource, id }), label: before === 0 ? name || id : `${name} (${before + 1})` }
  })
}

/** Adds a role between two records of the household: who, in which role, of what. */
export default function AddRole({ map, from: start, actions, onClose }: Props) {
  const [from, setFrom] = useState(start && nodeKey(start))
  const [to, setTo] = useState<string | null>(null)
  const [role, setRole] = useState('')
  const [tried, setTried] = useState(false)
  const data = [
    { group: 'People', items: choices(map.people, 'individuals') },
    { group: 'Entities', items: choices(map.entities, 'entities') },
  ]
  const parsed = estateRole.safeParse(role)
  const [first, second] = [nodeOf(from), nodeOf(to)]
  const link = first && second && parsed.success ? { from: first, to: second, role: parsed.data } : null
  const obstacle = link && linkObstacle(link, map.links)
  const isFree = !obstacle || obstacle.why === 'couple'
  const question = useCoupleQuestion(link, map)
  const save = async () => {
    setTried(true)
    const answer = link && isFree ? await question.ask() : null
    if (link && answer) actions.add({ ...link, origin: 'drawn' }, onClose, answer.replaced)
  }
  const field = { data, searchable: true, withScrollArea: false, nothingFoundMessage: 'No matches.' } as const
  return (
    <FormDialog
      title="Add a role"
      onClose={onClose}
      error={actions.adding.error}
      confirm={{ label: 'Save link', isPending: actions.adding.isPending, onConfirm: () => void save() }}
    >
      <p className={classes.note}>{roleSources.link}. You can export it to a file with your other links.</p>
      <Select
        {...field}
        label="From"
        value={from}
        onChange={setFrom}
        data-autofocus={start === null || undefined}
        error={tried && !first ? 'Choose a person or an entity.' : null}
      />
      <RoleField
        label="Is the"
        data-autofocus={start === null ? undefined : true}
        value={role}
        onChange={setRole}
        error={tried && !parsed.success ? 'Enter a role, such as trustee.' : null}
      />
      <Select
        {...field}
        label="Of"
        value={to}
        onChange={setTo}
        error={
          !tried || (second && isFree)
            ? null
            : link && obstacle
              ? obstacleWords(obstacle, link, namesOf(map))
              : 'Choose another person or entity.'
        }
      />
      {question.dialog}
    </FormDialog>
  )
}
