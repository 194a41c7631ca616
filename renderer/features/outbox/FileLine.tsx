import { formatBytes } from '../../../shared/domain/bytes.ts'
import type { ListedOperation } from '../../../shared/ipc/outbox.ts'
import { Quiet, RecordText } from '../../components/Values.tsx'
import classes from './outbox.module.css'

/** The name and size of a write's file; renders nothing if the write has no file. */
export function FileLine({ operation: { file } }: { operation: ListedOperation }) {
  if (!file) return null
  return (
    <p className={classes.file}>
      <RecordText>{file.name}</RecordText> <Quiet>{formatBytes(file.size)}</Quiet>
    </p>
  )
}
