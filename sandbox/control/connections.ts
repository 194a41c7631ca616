import type { Server, Socket } from 'node:net'

export interface Connections {
  /** Cuts every connection there is, and each new one as it comes. */
  goOffline(): void
  goOnline(): void
}

/** Takes the service off the network without giving up its port, which another process might take meanwhile. */
export function watchConnections(server: Server): Connections {
  const open = new Set<Socket>()
  let offline = false
  server.on('connection', (socket: Socket) => {
    open.add(socket)
    socket.once('close', () => open.delete(socket))
    if (offline) socket.resetAndDestroy()
  })
  return {
    goOffline() {
      offline = true
      for (const socket of open) socket.resetAndDestroy()
    },
    goOnline() {
      offline = false
    },
  }
}
