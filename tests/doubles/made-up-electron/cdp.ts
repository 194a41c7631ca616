import { EventEmitter } from 'node:events'
import { WebSocket } from 'ws'

type Answer = {
  id?: number
  sessionId?: string
  method?: string
  params?: never
  result?: never
  error?: { message: string }
}

/** A connection to a Chromium's debugging address. */
export type Cdp = {
  send<Result>(method: string, params?: object, sessionId?: string): Promise<Result>
  /** Emits `SESSION METHOD` with the parameters of each event. */
  readonly events: EventEmitter
}

/** Connects to a Chromium. */
export async function connectCdp(address: string): Promise<Cdp> {
  const socket = new WebSocket(address, { perMessageDeflate: false })
  const events = new EventEmitter()
  const waiting = new Map<number, { resolve(result: never): void; reject(error: Error): void }>()
  let next = 1
  await new Promise((resolve, reject) => {
    socket.once('open', resolve)
    socket.once('error', reject)
  })
  socket.on('message', (data) => {
    const { id, sessionId, method, params, result, error } = JSON.parse(String(data)) as Answer
    if (id === undefined) return void events.emit(`${sessionId} ${method}`, params)
    const call = waiting.get(id)
    waiting.delete(id)
    if (error === undefined) call?.resolve(result as never)
    else call?.reject(new Error(error.message))
  })
  return {
    events,
    send(method, params = {}, sessionId) {
      const id = next++
      socket.send(JSON.stringify({ id, method, params, ...(sessionId === undefined ? {} : { sessionId }) }))
      return new Promise((resolve, reject) => waiting.set(id, { resolve, reject }))
    },
  }
}
