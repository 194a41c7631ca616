import { Fragment } from 'react'
import { keyFaces, onMac } from '../lib/commands/keys.ts'
import classes from './key-caps.module.css'

/** A shortcut's keys. Two chords in sequence read “G then H”. */
export function KeyCaps({ keys }: { keys: string }) {
  return (
    <span className={`inline ${classes.keys}`}>
      {keyFaces(keys, onMac()).map((chord, at) => (
        <Fragment key={chord.join('+')}>
          {at > 0 ? <span className={classes.then}> then </span> : null}
          {chord.map((key) => (
            <kbd key={key} className={classes.key}>
              {key}
            </kbd>
          ))}
        </Fragment>
      ))}
    </span>
  )
}
