import { Button, Group, Modal } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { useEffect } from 'react'
import { toastFile } from '../../components/ShowInFolder.tsx'
import { ErrorState, PageSkeleton } from '../../components/States.tsx'
import { useApi } from '../../lib/api.ts'
import { presentError } from '../../lib/present-error.ts'
import { useReturnFocus } from '../../lib/use-return-focus.ts'
import { BundleFiles } from './BundleFiles.tsx'

/** Shows a support bundle in full, and saves exactly what is shown. */
export function BundleDialog({ onClose }: { onClose: () => void }) {
  const api = useApi()
  const { mutate: look, ...preview } = useMutation(
    api.support.preview.mutationOptions({ meta: { shown: true }, gcTime: 0 }),
  )
  const save = useMutation(
    api.support.save.mutationOptions({
      // Another window has created a newer bundle: show that one.
      onError: () => look({}),
      onSuccess: ({ file }) => {
        if (file === null) return
        toastFile('Saved as', file)
        onClose()
      },
    }),
  )
  useEffect(() => look({}), [look])
  useReturnFocus()
  return (
    <Modal
      opened
      onClose={onClose}
      title="Support bundle"
      size="min(1080px, 92vw)"
      closeButtonProps={{ 'aria-label': 'Close' }}
    >
      {preview.data ? <BundleFiles files={preview.data.files} /> : null}
      {preview.isError ? <ErrorState error={presentError(preview.error)} onRetry={() => look({})} /> : null}
      {preview.data || preview.isError ? null : <PageSkeleton label="Making the support bundle" />}
      <Group justify="flex-end" gap="sm" mt="md">
        <Button variant="default" onClick={onClose}>
          Close
        </Button>
        <Button
          disabled={!preview.data}
          loading={save.isPending}
          onClick={() => preview.data && save.mutate({ handle: preview.data.handle })}
        >
          Save as ZIP…
        </Button>
      </Group>
    </Modal>
  )
}
