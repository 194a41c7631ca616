import { Select } from '@mantine/core'
import { useState } from 'react'
import { FormDialog } from '../../components/FormDialog.tsx'
import { useUserChoices } from '../../components/filters/use-choices.ts'

type Props = { onMe: (id: string) => Promise<void>; onClose: () => void }

/** Asks which of the firm's users the current user is, because the sign-in does not tell. */
export function WhoAmI({ onMe, onClose }: Props) {
  const users = useUserChoices(true)
  const [id, setId] = useState<string | null>(null)
  return (
    <FormDialog
      title="Set my name"
      onClose={onClose}
      confirm={{
        label: 'Show my households',
        isDisabled: id === null,
        onConfirm: () => {
          if (id === null) return
          void onMe(id)
          onClose()
        },
      }}
    >
      <p>“My households” are those for which you are the relationship owner. Steward asks this once per connection.</p>
      <Select
        label="You are"
        placeholder="Choose a user"
        data-autofocus
        searchable
        data={[...users]}
        value={id}
        onChange={setId}
      />
    </FormDialog>
  )
}
