import { connect } from 'node:net'
import { expect, it } from 'vitest'
import { startShell } from '../../doubles/browser-shell.ts'

// By default Node checks for slow connections every 30 s. This test's limit is below that, and far above Steward's 5 s.
it('headers that come one by one, and a connection without a request, are cut off without an answer: a browser would take it for that of its next request', {
  timeout: 25_000,
}, async () => {
  const shell = await startShell()
  const open = () => {
    const socket = connect({ host: '127.0.0.1', port: shell.port })
    let answer = ''
    socket.on('data', (data) => {
      answer += data
    })
    socket.on('error', () => {})
    return { socket, answered: new Promise<string>((resolve) => socket.once('close', () => resolve(answer))) }
  }
  const [slow, unused] = [open(), open()]
  const lines: string[] = []
  const dripping = setInterval(() => slow.socket.write(`x-${lines.push('')}: y\r\n`), 100)
  try {
    slow.socket.write(`GET / HTTP/1.1\r\nhost: 127.0.0.1:${shell.port}\r\n`)
    expect(await Promise.all([slow.answered, unused.answered])).toEqual(['', ''])
  } finally {
    clearInterval(dripping)
    slow.socket.destroy()
    unused.socket.destroy()
    await shell.server.close()
  }
})
