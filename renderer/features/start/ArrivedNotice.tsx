import { useQuery } from '@tanstack/react-query'
import { useApi } from '../../lib/api.ts'
import classes from './start.module.css'

/** That files were opened with Steward which no connection has asked about yet. */
export function ArrivedNotice() {
  const count = useQuery(useApi().intake.arrived.queryOptions({ input: {} })).data?.files.length ?? 0
  if (count === 0) return null
  const files = count === 1 ? 'A file waits' : `${count} files wait`
  return (
    <p className={classes.notice} role="status">
      {files} to be added. Open a connection to say whose documents they are.
    </p>
  )
}
