import { type ChangeEvent, type ReactNode, useRef } from 'react'
import { filesOfInput, type Picked } from './picked-files.ts'

type Pickers = { files(): void; folder(): void; inputs: ReactNode }

/** The system's file and folder pickers. `inputs` must be rendered; they are hidden, and named by what is done with the files. */
export function useFilePickers(what: 'add' | 'read as statements', onPick: (picked: Picked) => void): Pickers {
  const files = useRef<HTMLInputElement>(null)
  const folder = useRef<HTMLInputElement>(null)
  const change = (event: ChangeEvent<HTMLInputElement>) => {
    const picked = filesOfInput(event.currentTarget.files ?? [])
    // Allows the same file to be picked again.
    event.currentTarget.value = ''
    onPick(picked)
  }
  return {
    files: () => files.current?.click(),
    folder() {
      if (folder.current === null) return
      // React does not support this attribute.
      folder.current.webkitdirectory = true
      folder.current.click()
    },
    inputs: (
      <>
        <input ref={files} type="file" multiple hidden aria-label={`Files to ${what}`} onChange={change} />
        <input ref={folder} type="file" hidden aria-label={`Folder to ${what}`} onChange={change} />
      </>
    ),
  }
}
