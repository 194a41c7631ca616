import { Link } from '@tanstack/react-router'
import type { Resource } from '../../../shared/service/resource.ts'
import { useConnection } from '../../lib/connection.ts'
import classes from './scope-mark.module.css'

/** Says that a list is narrowed, with a link to the full list. */
export function ScopeMark({ resource, text }: { resource: Resource; text: string }) {
  const connection = useConnection()
  return (
    <p className={classes.mark}>
      <span>{text}</span>
      <Link to={`/c/$connectionId/${resource}`} params={{ connectionId: connection.id }}>
        Show all
      </Link>
    </p>
  )
}
