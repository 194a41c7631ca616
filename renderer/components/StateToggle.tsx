import { ActionIcon, Tooltip } from '@mantine/core'
import type { Icon } from '@tabler/icons-react'
import type { UseQueryResult } from '@tanstack/react-query'
import classes from './states.module.css'

type Props = {
  label: string
  /** Null while it is not known. */
  isOn: boolean | null
  query: Pick<UseQueryResult, 'isError'>
  /** The words for a press. */
  hints: { on: string; off: string }
  faces: { on: Icon; off: Icon }
  onToggle: () => void
}

/**
 * A button that shows whether something is so, such as a favorite, and changes it. While that is not known, it shows neither: a state
 * that was not read is not "off".
 */
export function StateToggle({ label, isOn, query, hints, faces, onToggle }: Props) {
  const Face = isOn === true ? faces.on : faces.off
  const unknown = isOn === null ? `${label}: ${query.isError ? 'could not be read' : 'not read yet'}` : undefined
  return (
    <Tooltip label={unknown ?? (isOn ? hints.on : hints.off)}>
      <ActionIcon
        size={24}
        aria-label={label}
        aria-pressed={isOn ?? undefined}
        aria-description={unknown}
        className={classes.toggle}
        data-unknown={isOn === null || undefined}
        onClick={onToggle}
      >
        <Face size={16} stroke={1.75} aria-hidden="true" />
      </ActionIcon>
    </Tooltip>
  )
}
