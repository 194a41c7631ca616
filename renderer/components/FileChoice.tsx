import { Button, type ButtonProps, FileButton } from '@mantine/core'
import { type Ref, useRef } from 'react'

type Props = ButtonProps & {
  /** Accessible name of the file input. */
  label: string
  /** The types to choose from, as in `accept` of a file input. */
  accept: string
  onFile: (file: File) => void
  ref?: Ref<HTMLButtonElement>
}

/** A button that opens the system's file picker. The same file can be chosen again once it was corrected. */
export function FileChoice({ label, accept, onFile, ref, variant = 'default', ...button }: Props) {
  const reset = useRef<() => void>(null)
  return (
    <FileButton
      accept={accept}
      resetRef={reset}
      inputProps={{ 'aria-label': label }}
      onChange={(file) => {
        // The browser reports no change while the input still has this file.
        reset.current?.()
        if (file !== null) onFile(file)
      }}
    >
      {(props) => <Button {...props} {...button} variant={variant} {...(ref ? { ref } : {})} />}
    </FileButton>
  )
}

/** Why a chosen or dropped file was not taken: it may be gone, or may have changed since it was chosen. */
export const notReadable = 'This file could not be read. It may have been moved or changed: choose it again.'
