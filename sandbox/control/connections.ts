import type { Server, Socket } from 'node:net'

export interface Connections {
  /** Closes every open connection, and every new one as it arrives. */
  goOffline(): void
  goOnline(): void
}

/** Takes the service off the network but keeps its port bound, so that no other process can take it in the meantime. */
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
