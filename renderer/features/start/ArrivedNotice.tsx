import { useQuery } from '@tanstack/react-query'
import { useApi } from '../../lib/api.ts'
import classes from './start.module.css'

/** Announces files that were opened with Steward and not yet added to a connection. */
export function ArrivedNotice() {
  const count = useQuery(useApi().intake.arrived.queryOptions({ input: {} })).data?.files.length ?? 0
  if (count === 0) return null
  const files = count === 1 ? 'A file is waiting' : `${count} files are waiting`
  return (
    <p className={classes.notice} role="status">
      {files} to be added. Open a connection to choose whose documents they are.
    </p>
  )
}
