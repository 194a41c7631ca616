import { create } from 'zustand'
import { type LinkState, loadAgain } from '../lib/client/connect-client.ts'
import classes from './link-lost.module.css'

export const useLink = create<{ state: LinkState }>(() => ({ state: 'connecting' }))

const texts = {
  'expired-link': {
    title: 'This link was used or has expired',
    hint: 'Each link opens Steward once. Start Steward again, or paste a new address from its terminal into this tab. Nothing is lost.',
  },
  unanswered: {
    title: 'Steward does not answer',
    hint: 'It may be busy. Everything it saved is still there. If it still does not answer in a minute, start Steward again.',
  },
  disconnected: {
    title: 'Steward is no longer running',
    hint: 'Start Steward again. Everything it saved is still there.',
  },
  connecting: {
    title: 'Waiting for Steward…',
    hint: 'Your screens are shown as soon as it answers.',
  },
} as const

/** The page without a connection, if it waits for one, could not connect or must show nothing more. Drawn without theme and client. */
export function LinkLost() {
  const { state } = useLink()
  const text = texts[state === 'ready' ? 'connecting' : state]
  return (
    <main className={classes.page} role="alert">
      <h1>{text.title}</h1>
      <p>{text.hint}</p>
      {state === 'unanswered' && (
        <button type="button" onClick={loadAgain}>
          Try again
        </button>
      )}
    </main>
  )
}

/** Tells the user of an already running page that the main process is gone. */
export function LinkBanner() {
  const { state } = useLink()
  if (state === 'ready') return null
  if (state === 'connecting') return <output className={classes.banner}>Reconnecting to Steward…</output>
  return (
    <div className={classes.banner} role="alert">
      {texts[state].title}. {texts[state].hint}
    </div>
  )
}
