import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { decidedByFirm } from '../../shared/domain/policy-permissions.ts'
import { useApi } from '../lib/api.ts'
import { useConnection } from '../lib/connection.ts'
import { frequentSignIns } from '../lib/frequent-sign-ins.ts'
import { usePolicy } from '../lib/policy.ts'
import classes from './frame.module.css'

/** Slim notices above the screen about states that affect every screen. */
export function Banners() {
  const connection = useConnection()
  const isUnreadable = usePolicy().unreadable !== undefined
  const info = useQuery(useApi().app.info.queryOptions({ input: {} })).data
  return (
    <>
      {info?.keychain.kind === 'session' && connection.kind === 'tenant' ? (
        <output className={classes.banner}>
          {info.keychain.notice ?? 'The keychain is unavailable: nothing is kept when Steward closes.'}
        </output>
      ) : null}
      {isUnreadable ? (
        <output className={classes.banner}>
          {decidedByFirm.unreadable}
          <Link to="/settings">Settings</Link>
        </output>
      ) : null}
      {connection.cache === 'open' && connection.cacheProblem ? (
        <output className={classes.banner}>
          {connection.cacheProblem.message} {connection.cacheProblem.nextStep}
        </output>
      ) : null}
      {connection.session !== 'signed-in' ? (
        <output className={classes.banner}>
          You are viewing the offline copy. Sign in again to update it. {frequentSignIns(connection)}
          <Link to="/sign-in/$connectionId" params={{ connectionId: connection.id }}>
            Sign in
          </Link>
        </output>
      ) : null}
    </>
  )
}
