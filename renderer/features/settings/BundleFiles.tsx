import { useState } from 'react'
import { formatCount } from '../../../shared/domain/counts.ts'
import type { SupportFile } from '../../../shared/ipc/support.ts'
import { CopyButton } from '../../components/CopyButton.tsx'
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
export function BundleFiles({ files }: { files: readonly SupportFile[] }) {
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
