import { Button, Group, Modal } from '@mantine/core'
import { useState } from 'react'
import { Quiet } from '../../../components/Values.tsx'
import { type HouseholdChoice, HouseholdSelect } from './HouseholdSelect.tsx'
import { useFilePickers } from './use-file-pickers.tsx'
import { useTakeFiles } from './use-take-files.tsx'

/** Asks for the household, then for the files. */
export function ChooseHousehold({ onClose }: { onClose: () => void }) {
  const [chosen, setChosen] = useState<HouseholdChoice | null>(null)
  const take = useTakeFiles()
  const pickers = useFilePickers('add', (picked) => {
    if (chosen === null) return
    onClose()
    void take({ household_id: chosen.value, entity_id: null, individual_id: null }, picked)
  })
  return (
    <Modal opened onClose={onClose} title="Add documents" closeButtonProps={{ 'aria-label': 'Close' }}>
      <div className="column">
        <HouseholdSelect chosen={chosen} onChoose={setChosen} />
        <Quiet>On a household’s page, you can drop files anywhere.</Quiet>
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
