import { Button, Checkbox, Group, Modal, TextInput } from '@mantine/core'
import { useMutation, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { removalWords } from '../../../shared/domain/custody.ts'
import { ErrorState } from '../../components/States.tsx'
import { useApi } from '../../lib/api.ts'
import { presentError } from '../../lib/present-error.ts'
import { useReturnFocus } from '../../lib/use-return-focus.ts'
import { isLossy } from './left-words.ts'
import { useLock } from './lock-state.ts'
import { WhatGoes } from './WhatGoes.tsx'

/** Asks the user to type a confirmation before everything is removed from this computer; unsent changes need a separate one. */
export function RemoveEverythingDialog({ onClose }: { onClose: () => void }) {
  const api = useApi()
  const here = useQuery({ ...api.custody.localData.queryOptions({ input: {} }), staleTime: 0 })
  const [typed, setTyped] = useState('')
  const [dropped, setDropped] = useState(false)
  const remove = useMutation({
    ...api.custody.removeEverything.mutationOptions({ meta: { shown: true } }),
    onSuccess: ({ secrets_gone: gone }) => useLock.setState({ secretsLeft: !gone }),
  })
  useReturnFocus()
  const lossy = here.data !== undefined && isLossy(here.data)
  const ready = here.data !== undefined && typed.trim() === removalWords && (!lossy || dropped)
  return (
    <Modal
      opened
      onClose={onClose}
      title="Remove everything from this computer?"
      size={520}
      closeButtonProps={{ 'aria-label': 'Close' }}
    >
      <form
        className="column"
        onSubmit={(event) => {
          event.preventDefault()
          if (ready && !remove.isPending) remove.mutate({ typed, ...(lossy ? { unsent: 'drop' } : {}) })
        }}
      >
        <WhatGoes here={here} />
        {lossy ? (
          <Checkbox
            checked={dropped}
            onChange={(event) => setDropped(event.currentTarget.checked)}
            label="Data that is not in the service may be lost permanently"
          />
        ) : null}
        <TextInput
          label="Type these words to confirm"
          description={removalWords}
          autoComplete="off"
          spellCheck={false}
          data-autofocus
          value={typed}
          onChange={(event) => setTyped(event.currentTarget.value)}
        />
        {remove.error ? <ErrorState error={presentError(remove.error)} /> : null}
        <Group justify="flex-end">
          <Button variant="default" onClick={onClose}>
            Keep everything
          </Button>
          <Button type="submit" color="red" disabled={!ready} loading={remove.isPending}>
            Remove everything
          </Button>
        </Group>
      </form>
    </Modal>
  )
}
