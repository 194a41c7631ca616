import { once } from 'node:events'
import { Agent, get, type IncomingMessage } from 'node:http'
import type { Socket } from 'node:net'
import { expect, onTestFinished, test } from 'vitest'
import { serveLoopback } from '../../../electron/platform/loopback-server.ts'

test('a connection that carries many requests has as many listeners as one that carries one', async () => {
  const counted: number[] = []
  const sockets = new Set<Socket>()
  const server = await serveLoopback({
    addresses: ['127.0.0.1'],
    port: 0,
    limits: {},
    maxConnections: 4,
    handle: () => ({
      request({ socket }, response) {
        sockets.add(socket)
        counted.push(socket.listenerCount('error'))
        response.end('ok')
      },
    }),
  })
  const agent = new Agent({ keepAlive: true, maxSockets: 1 })
  onTestFinished(async () => {
    agent.destroy()
    await server.close()
  })
  for (let request = 0; request < 20; request += 1) {
    const [response] = (await once(get({ host: '127.0.0.1', port: server.port, agent }), 'response')) as [
      IncomingMessage,
    ]
    await response.resume().toArray()
  }
  expect(sockets.size).toBe(1)
  expect(new Set(counted).size).toBe(1)
})
