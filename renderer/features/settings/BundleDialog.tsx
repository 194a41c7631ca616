import { useMutation } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { formatCount } from '../../../shared/domain/counts.ts'
import type { SupportFile } from '../../../shared/ipc/support.ts'
import { CopyButton } from '../../components/CopyButton.tsx'
import { FormDialog } from '../../components/FormDialog.tsx'
import { toastFile } from '../../components/ShowInFolder.tsx'
import { ErrorState, PageSkeleton } from '../../components/States.tsx'
import { useApi } from '../../lib/api.ts'
import classes from './bundle.module.css'

/** Titles of the known files; any other file is shown by its own name. */
const titles: Readonly<Record<string, string>> = {
  'about.json': 'Steward and this computer',
  'settings.json': 'Settings',
  'policy.json': 'Firm policy',
  'connections.json': 'Connections',
  'stores.json': 'Copies on this computer',
  'sync.json': 'Last syncs',
  'outbox.json': 'Changes to be sent',
  'crash-dumps.json': 'Crashes',
  'log.jsonl': 'Log',
}

const sizeOf = (text: string): string => {
  const bytes = new TextEncoder().encode(text).length
  return bytes < 1000 ? `${bytes} B` : `${formatCount(Math.ceil(bytes / 1000))} KB`
}

/** The files of a bundle, one of them open. */
function BundleFiles({ files }: { files: readonly SupportFile[] }) {
  const [name, setName] = useState(files[0]?.name)
  const shown = files.find((file) => file.name === name) ?? files[0]
  if (!shown) return null
  return (
    <div className={classes.bundle}>
      <nav aria-label="Files of the bundle" className={classes.files}>
        <ul>
          {files.map((file) => (
            <li key={file.name}>
              <button type="button" aria-current={file === shown} onClick={() => setName(file.name)}>
                <span>{titles[file.name] ?? file.name}</span>
                <span className="note tabular">
                  {file.name} · {sizeOf(file.text)}
                </span>
              </button>
            </li>
          ))}
        </ul>
      </nav>
      <div className={classes.file}>
        <div className={classes.head}>
          <code>{shown.name}</code>
          <CopyButton text={shown.text} label={`Copy ${shown.name}`} />
        </div>
        <section aria-label={shown.name}>
          {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a scrollable area must be reachable by keyboard */}
          <pre key={shown.name} tabIndex={0}>
            {shown.text === '' ? 'Nothing was recorded yet.' : shown.text}
          </pre>
        </section>
      </div>
    </div>
  )
}

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
  return (
    <FormDialog
      title="Support bundle"
      size="min(1080px, 92vw)"
      onClose={onClose}
      cancel={{ label: 'Close' }}
      confirm={{
        label: 'Save as ZIP…',
        isDisabled: !preview.data,
        isPending: save.isPending,
        onConfirm: () => preview.data && save.mutate({ handle: preview.data.handle }),
      }}
    >
      {preview.data ? <BundleFiles files={preview.data.files} /> : null}
      <ErrorState error={preview.error} onRetry={() => look({})} />
      {preview.data || preview.isError ? null : <PageSkeleton label="Making the support bundle" />}
    </FormDialog>
  )
}
