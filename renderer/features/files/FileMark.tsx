import { IconDeviceLaptop } from '@tabler/icons-react'
import classes from './files.module.css'
import { useFileMark } from './use-file-mark.ts'

/** A thumbnail or an icon before a document's name, if its file is on this computer. */
export function FileMark({ id }: { id: string }) {
  const mark = useFileMark(id)
  return (
    <span className={classes.mark} title={mark ? 'On this computer' : undefined}>
      {mark?.png ? <img src={`data:image/png;base64,${mark.png}`} alt="" /> : null}
      {mark && !mark.png ? <IconDeviceLaptop size={14} stroke={1.75} aria-hidden="true" /> : null}
      {mark ? <span className="visually-hidden">On this computer: </span> : null}
    </span>
  )
}
