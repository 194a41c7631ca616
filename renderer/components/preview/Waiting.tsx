import { Loader } from '@mantine/core'
import classes from './preview.module.css'

/** A file is being read, or what shows it is being fetched. */
export function Waiting() {
  return (
    <div className={classes.waiting} role="status">
      <Loader size="sm" />
      <span className="visually-hidden">Reading the file</span>
    </div>
  )
}
