import { UnstyledButton } from '@mantine/core'
import classes from './forms.module.css'

type Props = {
  /** Display name of the field. */
  label: string
  /**
   * True for a text, which is also cleared by emptying it. The button is no tab stop then: a space that is typed after Tab would
   * press it.
   */
  inText?: boolean
  onClear: () => void
}

/** Empties a field of a record that has a value there. */
export function ClearButton({ label, inText = false, onClear }: Props) {
  return (
    <UnstyledButton
      className={`note ${classes.clear}`}
      aria-label={`Clear ${label}`}
      {...(inText ? { tabIndex: -1 } : {})}
      onClick={onClear}
    >
      Clear
    </UnstyledButton>
  )
}

/** Width in px of the part of an input that holds the button. */
export const clearWidth = 46

/** Text below a field that was emptied. */
export const clearedHint = 'Cleared when you save.'
