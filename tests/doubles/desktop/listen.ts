import type { AppEvent } from '../../../shared/ipc/events.ts'
import type { Client } from '../client-over.ts'

export type Listening = {
  /** Returns the next event of one of these types after the last one returned; events of other types are skipped. */
  next<Type extends AppEvent['type']>(...types: Type[]): Promise<Extract<AppEvent, { type: Type }>>
}

/** Subscribes to events as a page does. Once it resolves, the main process knows of the subscription. */
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
  // The first event is the state of the lock.
  await listening.next('lock')
  return listening
}
