import { SegmentedControl, UnstyledButton } from '@mantine/core'
import type { ReactNode } from 'react'
import classes from './files.module.css'

/** The side that a narrow window shows. */
export type Side = 'record' | 'file'

type Props = {
  side: Side
  onSide: (side: Side) => void
  file: ReactNode
  /** Names of the two sides, for windows with room for only one. */
  labels: { record: string; file: string }
  /** A picture of the file, which a narrow window shows above the record; pressing it shows the file. */
  opener?: ReactNode
  children: ReactNode
}

/** A record beside a file, or alone without one. A narrow window shows one at a time; both keep their state. */
export function BesideFile({ side, onSide, file, labels, opener, children }: Props) {
  const isAlone = file === null
  return (
    <div className={isAlone ? undefined : classes.beside} data-side={isAlone ? undefined : side}>
      {isAlone ? null : (
        <SegmentedControl
          className={classes.sides ?? ''}
          size="xs"
          aria-label="View"
          data={[
            { value: 'record', label: labels.record },
            { value: 'file', label: labels.file },
          ]}
          value={side}
          onChange={onSide}
        />
      )}
      <div className={classes.record}>
        {opener && !isAlone ? (
          <UnstyledButton className={classes.opener ?? ''} aria-label="Show the file" onClick={() => onSide('file')}>
            {opener}
          </UnstyledButton>
        ) : null}
        {children}
      </div>
      {isAlone ? null : <div className={classes.file}>{file}</div>}
    </div>
  )
}
