import type { AppEvent } from '../../../shared/ipc/events.ts'
import type { Client } from '../ipc-transports.ts'

export type Listening = {
  /** The next event of one of these kinds, from where the last one was found; others are passed over. */
  next<Type extends AppEvent['type']>(...types: Type[]): Promise<Extract<AppEvent, { type: Type }>>
}

/** Listens as a page does. When it resolves, the main process knows of it. */
export async function listen(client: Client): Promise<Listening> {
  const events = await client.events.subscribe({})
  const listening: Listening = {
    async next(...types) {
      for (;;) {
        const { value, done } = await events.next()
        if (done) throw new Error('The events ended.')
        if (types.some((type) => type === value.type)) return value as never
      }
    },
  }
  // How the lock stands is told first.
  await listening.next('custody')
  return listening
}
