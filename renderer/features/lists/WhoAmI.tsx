import { Select } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { FormDialog } from '../../components/FormDialog.tsx'
import { useUserChoices } from '../../components/filters/use-choices.ts'
import { useApi, useConnection } from '../../lib/api.ts'

type Props = { onMe: (id: string) => Promise<void>; onClose: () => void }

/** Asks which of the firm's users the current user is: the sign-in can only propose one. */
export function WhoAmI({ onMe, onClose }: Props) {
  const { users, none } = useUserChoices(true)
  const input = { connectionId: useConnection().id }
  const me = useQuery(useApi().places.me.queryOptions({ input })).data
  const [chosen, setChosen] = useState<string | null>(null)
  const id = chosen ?? me?.user_id ?? me?.proposed?.id ?? null
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
        nothingFoundMessage={none}
        value={id}
        onChange={setChosen}
      />
    </FormDialog>
  )
}
