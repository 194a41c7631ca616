import { Autocomplete } from '@mantine/core'
import { usualRoles } from '../../../shared/estate-drawing/words.ts'

type Props = {
  value: string
  onChange: (role: string) => void
  /** Absent where the field has a visible label. */
  'aria-label'?: string
  label?: string
  'data-autofocus'?: true | undefined
  error?: string | null
}

/** A role: one of the usual ones, or any other word. */
export function RoleField(props: Props) {
  return (
    <Autocomplete
      {...props}
      data={[...usualRoles]}
      maxLength={60}
      placeholder="Role"
      withScrollArea={false}
      openOnFocus={false}
    />
  )
}
