import { Link } from '@tanstack/react-router'
import { useEffect } from 'react'
import { ConnectForm } from './ConnectForm.tsx'
import classes from './connect.module.css'

/** Adds a connection to a tenant, typed in or read from a file. */
export function ConnectPage() {
  useEffect(() => {
    document.title = 'Connect your firm – Steward'
  }, [])
  return (
    <main id="main" className={classes.page}>
      <div className={classes.inner}>
        <Link to="/">All connections</Link>
        <h1>Connect your firm</h1>
        <p className="quiet">
          Your firm received these when it was registered with the service. Each step is checked at your firm’s servers;
          nothing is saved before the last one.
        </p>
        <ConnectForm />
      </div>
    </main>
  )
}
