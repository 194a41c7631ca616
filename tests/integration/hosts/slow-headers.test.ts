import { connect } from 'node:net'
import { expect, it } from 'vitest'
import { startShell } from '../../doubles/browser-shell.ts'

// By default Node checks for slow connections every 30 s. This test's limit is below that, and far above Steward's 5 s.
it('headers that come one by one are cut off, however steadily they come', { timeout: 25_000 }, async () => {
  const shell = await startShell()
  const socket = connect({ host: '127.0.0.1', port: shell.port })
  const lines: string[] = []
  const dripping = setInterval(() => socket.write(`x-${lines.push('')}: y\r\n`), 100)
  try {
    socket.write(`GET / HTTP/1.1\r\nhost: 127.0.0.1:${shell.port}\r\n`)
    const answer = new Promise<string>((resolve) => socket.once('data', (data) => resolve(String(data))))
    socket.on('error', () => {})
    expect(await answer).toMatch(/^HTTP\/1\.1 4\d\d /)
  } finally {
    clearInterval(dripping)
    socket.destroy()
    await shell.server.close()
  }
})
