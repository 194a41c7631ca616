import { useState } from 'react'
import classes from './intake.module.css'

type Props = { fileName: string; value: string; onName: (name: string) => void }

/** Edits the document's future name; saved on blur or Enter. */
export function NameCell({ fileName, value, onName }: Props) {
  const [typed, setTyped] = useState<string | null>(null)
  const keep = () => {
    if (typed !== null && typed !== value) onName(typed)
    setTyped(null)
  }
  return (
    <input
      className={classes.name}
      aria-label={`Name of ${fileName}`}
      aria-invalid={(typed ?? value).trim() === ''}
      dir="auto"
      maxLength={1000}
      autoComplete="off"
      value={typed ?? value}
      onChange={(event) => setTyped(event.currentTarget.value)}
      onBlur={keep}
      onKeyDown={(event) => {
        if (event.key === 'Enter') keep()
        if (event.key === 'Escape') setTyped(null)
      }}
    />
  )
}
