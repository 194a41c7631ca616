import { Button, Group, Modal, Select } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useApi } from '../../lib/api.ts'
import { useConnection } from '../../lib/connection.ts'
import { useReturnFocus } from '../../lib/use-return-focus.ts'
import { Quiet } from '../Values.tsx'
import classes from './intake.module.css'
import { useFilePickers } from './use-file-pickers.tsx'
import { useTakeFiles } from './use-take-files.ts'

const mostShown = 50
const typingMs = 200

type Choice = { value: string; label: string }

/** Households whose name has these letters; the chosen one stays among them. */
function useHouseholds(typed: string, chosen: Choice | null): Choice[] {
  const [asked] = useDebouncedValue(typed.trim(), typingMs)
  const input = {
    connectionId: useConnection().id,
    offset: 0,
    limit: mostShown,
    sort: { column: 'title', direction: 'asc' },
    ...(asked === '' || asked === chosen?.label
      ? {}
      : { filters: [{ column: 'title' as const, operator: 'contains' as const, values: [asked] }] }),
  } as const
  const options = useApi().households.list.queryOptions({ input: { ...input, filters: input.filters ?? [] } })
  const { data } = useQuery({ ...options, placeholderData: keepPreviousData })
  const found = data?.rows.map(({ id, title }) => ({ value: id, label: title.trim() || id })) ?? []
  return chosen && found.every(({ value }) => value !== chosen.value) ? [chosen, ...found] : found
}

/** Asks whose documents they are, then for the files. */
export function ChooseHousehold({ onClose }: { onClose: () => void }) {
  const [typed, setTyped] = useState('')
  const [chosen, setChosen] = useState<Choice | null>(null)
  const households = useHouseholds(typed, chosen)
  const take = useTakeFiles()
  const pickers = useFilePickers((files) => {
    if (chosen === null) return
    onClose()
    void take({ household_id: chosen.value, entity_id: null, individual_id: null }, files)
  })
  useReturnFocus()
  return (
    <Modal opened onClose={onClose} title="Add documents" closeButtonProps={{ 'aria-label': 'Close' }}>
      <div className={classes.choose}>
        <Select
          label="Household"
          placeholder="Type a part of its name"
          data-autofocus
          searchable
          allowDeselect={false}
          withScrollArea={false}
          classNames={{ options: classes.options ?? '' }}
          data={households}
          // What the service of names found is shown as it is.
          filter={({ options }) => options}
          value={chosen?.value ?? null}
          onChange={(id) => setChosen(households.find(({ value }) => value === id) ?? null)}
          onSearchChange={setTyped}
          nothingFoundMessage="No household is called so."
        />
        <Quiet>On a household’s own page files can be dropped anywhere.</Quiet>
        {pickers.inputs}
        <Group justify="flex-end">
          <Button variant="default" disabled={chosen === null} onClick={pickers.folder}>
            A folder…
          </Button>
          <Button disabled={chosen === null} onClick={pickers.files}>
            Files…
          </Button>
        </Group>
      </div>
    </Modal>
  )
}
