import { SegmentedControl } from '@mantine/core'
import { type ReactNode, useState } from 'react'
import classes from './files.module.css'

type Props = {
  file: ReactNode
  /** Names of the two sides, for windows with room for only one. */
  labels: { record: string; file: string }
  children: ReactNode
}

/** A record beside a file. A narrow window shows one at a time; both keep their state. */
export function BesideFile({ file, labels, children }: Props) {
  const [side, setSide] = useState<'record' | 'file'>('record')
  return (
    <div className={classes.beside} data-side={side}>
      <SegmentedControl
        className={classes.sides ?? ''}
        size="xs"
        aria-label="View"
        data={[
          { value: 'record', label: labels.record },
          { value: 'file', label: labels.file },
        ]}
        value={side}
        onChange={setSide}
      />
      <div className={classes.record}>{children}</div>
      <div className={classes.file}>{file}</div>
    </div>
  )
}
