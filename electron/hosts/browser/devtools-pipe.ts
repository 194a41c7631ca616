import type { Readable, Writable } from 'node:stream'

type Parameters = Readonly<Record<string, unknown>>
type Listener = (method: string, parameters: Parameters) => void

/** Chromium's DevTools protocol over its two pipes: JSON messages, each ended by a zero byte. */
export type DevtoolsPipe = {
  /** Rejects with the protocol's error, and when Chromium ends. */
  call(method: string, parameters: object, sessionId?: string): Promise<Parameters>
  /** Events of one session. Returns the function that stops listening. */
  onEvent(sessionId: string, listener: Listener): () => void
  /** Rejects every open call. */
  end(): void
}

type Message = {
  id?: number
  sessionId?: string
  method?: string
  params?: Parameters
  result?: Parameters
  error?: { message: string }
}

type Waiting = { resolve(result: Parameters): void; reject(problem: Error): void }

/**
 * @param input - Chromium's file descriptor 3
 * @param output - Chromium's file descriptor 4
 */
export function createDevtoolsPipe(input: Writable, output: Readable): DevtoolsPipe {
  const waiting = new Map<number, Waiting>()
  const listeners = new Map<string, Listener>()
  const state = { last: 0, ended: false }
  const end = () => {
    state.ended = true
    for (const { reject } of waiting.values()) reject(new Error('Chromium ended.'))
    waiting.clear()
  }
  const receive = ({ id, sessionId, method, params = {}, result = {}, error }: Message) => {
    if (id === undefined) {
      if (method !== undefined && sessionId !== undefined) listeners.get(sessionId)?.(method, params)
      return
    }
    const call = waiting.get(id)
    waiting.delete(id)
    if (error) call?.reject(new Error(error.message))
    else call?.resolve(result)
  }
  // A PDF arrives in thousands of pieces: they are joined once, not after each of them.
  let pieces: Buffer[] = []
  output.on('data', (data: Buffer) => {
    let rest = data
    for (let at = rest.indexOf(0); at >= 0; at = rest.indexOf(0)) {
      const text = Buffer.concat([...pieces, rest.subarray(0, at)]).toString('utf8')
      pieces = []
      rest = rest.subarray(at + 1)
      receive(JSON.parse(text))
    }
    if (rest.length > 0) pieces.push(rest)
  })
  for (const stream of [input, output]) stream.on('error', end)
  return {
    call(method, parameters, sessionId) {
      if (state.ended) return Promise.reject(new Error('Chromium ended.'))
      state.last += 1
      const id = state.last
      const { promise, ...call } = Promise.withResolvers<Parameters>()
      waiting.set(id, call)
      const message = { id, method, params: parameters, ...(sessionId === undefined ? {} : { sessionId }) }
      input.write(`${JSON.stringify(message)}\0`)
      return promise
    },
    onEvent(sessionId, listener) {
      listeners.set(sessionId, listener)
      return () => void listeners.delete(sessionId)
    },
    end,
  }
}
