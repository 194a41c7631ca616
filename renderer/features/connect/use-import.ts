import { useEffect, useEffectEvent, useState } from 'react'
import type { ConnectionInput } from '../../../shared/ipc/connections.ts'
import { carriesFiles } from '../../lib/use-no-stray-drops.ts'
import { importDescription } from './import-description.ts'

const mostBytes = 256 * 1024

export type ImportOutcome = { is: 'none' } | { is: 'failed'; problem: string } | { is: 'taken'; notes: string[] }

/** Text that may be a description; anything else is pasted where the cursor is. */
const looksLikeDescription = (text: string): boolean => /^\uFEFF?\s*\{[\s\S]*\}\s*$/.test(text)

/** Takes a connection's description from a chosen file, and from a file or text that is dropped or pasted anywhere on the page. */
export function useImport(onImport: (values: ConnectionInput) => void) {
  const [outcome, setOutcome] = useState<ImportOutcome>({ is: 'none' })

  const takeText = (text: string) => {
    const imported = importDescription(text)
    if ('problem' in imported) return setOutcome({ is: 'failed', problem: imported.problem })
    onImport(imported.values)
    setOutcome({ is: 'taken', notes: imported.notes })
  }
  const takeFile = async (file: File | null) => {
    if (!file) return
    if (file.size > mostBytes)
      return setOutcome({
        is: 'failed',
        problem: 'This file is larger than 256 KB, so it is not a connection description.',
      })
    takeText(await file.text())
  }
  const pasted = useEffectEvent((event: ClipboardEvent) => {
    const file = event.clipboardData?.files[0]
    const text = event.clipboardData?.getData('text/plain') ?? ''
    if (file === undefined && !looksLikeDescription(text)) return
    event.preventDefault()
    if (file === undefined) takeText(text)
    else void takeFile(file)
  })
  const dropped = useEffectEvent((event: DragEvent) => {
    if (!carriesFiles(event)) return
    event.preventDefault()
    void takeFile(event.dataTransfer?.files[0] ?? null)
  })
  useEffect(() => {
    const paste = (event: ClipboardEvent) => pasted(event)
    const drop = (event: DragEvent) => dropped(event)
    const over = (event: DragEvent) => {
      if (carriesFiles(event)) event.preventDefault()
    }
    // On the document, so that they run before the listeners on `window` that refuse files dropped elsewhere.
    document.addEventListener('paste', paste)
    document.addEventListener('drop', drop)
    document.addEventListener('dragover', over)
    return () => {
      document.removeEventListener('paste', paste)
      document.removeEventListener('drop', drop)
      document.removeEventListener('dragover', over)
    }
  }, [])
  return { outcome, takeFile }
}
