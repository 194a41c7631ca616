import { Button, Group, Modal, Select } from '@mantine/core'
import { type FormEvent, useState } from 'react'
import { nodeKey, nodeOf } from '../../../shared/domain/estate-map/lines.ts'
import { lineKindNames } from '../../../shared/estate-drawing/words.ts'
import { type EstateMap, type EstateNode, estateRole } from '../../../shared/ipc/estate.ts'
import { ErrorState } from '../../components/States.tsx'
import { presentError } from '../../lib/present-error.ts'
import { useReturnFocus } from '../../lib/use-return-focus.ts'
import classes from './estate-map.module.css'
import { RoleField } from './RoleField.tsx'
import type { useEstateActions } from './use-estate.tsx'

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

/** Draws a link between two records of the household: who, in which role, of what. */
export function LinkDialog({ map, from: start, actions, onClose }: Props) {
  const [from, setFrom] = useState(start && nodeKey(start))
  const [to, setTo] = useState<string | null>(null)
  const [role, setRole] = useState('')
  const [tried, setTried] = useState(false)
  useReturnFocus()
  const data = [
    { group: 'People', items: choices(map.people, 'individuals') },
    { group: 'Entities', items: choices(map.entities, 'entities') },
  ]
  const parsed = estateRole.safeParse(role)
  const [first, second] = [nodeOf(from), nodeOf(to)]
  const save = (event: FormEvent) => {
    event.preventDefault()
    setTried(true)
    if (!first || !second || from === to || !parsed.success) return
    actions.add({ from: first, to: second, role: parsed.data, origin: 'drawn' }, onClose)
  }
  const field = { data, searchable: true, withScrollArea: false, nothingFoundMessage: 'No matches.' } as const
  return (
    <Modal opened onClose={onClose} title="Draw a link" closeButtonProps={{ 'aria-label': 'Close' }}>
      <form noValidate onSubmit={save} className={classes.form}>
        <p className={classes.note}>
          {lineKindNames.link}. It is stored on this computer only, and you can export it to a file.
        </p>
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
          error={tried && (!second || from === to) ? 'Choose another person or entity.' : null}
        />
        {actions.adding.error ? <ErrorState error={presentError(actions.adding.error)} /> : null}
        <Group justify="flex-end">
          <Button variant="default" onClick={onClose}>
            Cancel
          </Button>
          <Button type="submit" loading={actions.adding.isPending}>
            Save link
          </Button>
        </Group>
      </form>
    </Modal>
  )
}
