import { useEffect, useRef } from 'react'
import { useCustody } from './custody.ts'
import classes from './lock.module.css'

/** The final screen, shown after Steward's data was removed from this computer. */
export function Removed() {
  const secretsLeft = useCustody(({ secretsLeft }) => secretsLeft)
  const title = useRef<HTMLHeadingElement>(null)
  useEffect(() => title.current?.focus(), [])
  return (
    <>
      <h1 ref={title} tabIndex={-1}>
        Everything was removed
      </h1>
      <p className={classes.why}>
        Sign-ins, keys, offline copies, files and settings were deleted from this computer. Nothing was changed in the
        service. Steward is closing; you can close this window.
      </p>
      {secretsLeft ? (
        <p role="alert" className={classes.problem}>
          The keychain could not be reached. Open it when it is available, and delete the entries called “Steward”. A
          sign-in among them stays valid until your firm revokes it.
        </p>
      ) : null}
    </>
  )
}
