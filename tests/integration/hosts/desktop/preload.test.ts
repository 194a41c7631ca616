import { readFile } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { createContext, runInContext } from 'node:vm'
import { beforeAll, describe, expect, it, vi } from 'vitest'
import { ensureBuild } from '../../../doubles/ensure-build.ts'

const root = resolve(import.meta.dirname, '../../../..')

describe('the built preload', () => {
  beforeAll(ensureBuild)

  /** Runs the preload with only the globals of a sandboxed preload. */
  const run = async () => {
    const code = await readFile(join(root, 'out/preload/preload.cjs'), 'utf8')
    const listeners: ((event: object) => void)[] = []
    const required: string[] = []
    const ipcRenderer = { once: vi.fn(), send: vi.fn(), invoke: vi.fn(async () => true) }
    const webUtils = { getPathForFile: vi.fn((file: unknown) => (file === given ? '/home/ada/Will.pdf' : '')) }
    const window = {
      addEventListener: (_name: string, listener: (event: object) => void) => listeners.push(listener),
      removeEventListener: (_name: string, listener: (event: object) => void) =>
        void listeners.splice(listeners.indexOf(listener), 1),
      postMessage: vi.fn(),
    }
    const require = (name: string) => {
      required.push(name)
      return { ipcRenderer, webUtils }
    }
    runInContext(code, createContext({ window, require }))
    const hear = (event: object) => {
      for (const listener of [...listeners]) listener(event)
    }
    return { window, required, ipcRenderer, hear }
  }
  const given = { name: 'Will.pdf' }

  it('needs electron and nothing else', async () => {
    expect((await run()).required).toEqual(['electron'])
  })

  it('asks once for a port when its own page asks, and passes it on to that page only', async () => {
    const { window, ipcRenderer, hear } = await run()
    hear({ source: {}, data: 'steward:connect' })
    hear({ source: window, data: 'something else' })
    expect(ipcRenderer.send).not.toHaveBeenCalled()
    hear({ source: window, data: 'steward:connect' })
    hear({ source: window, data: 'steward:connect' })
    expect(ipcRenderer.send.mock.calls).toEqual([['steward:connect']])
    const [[channel, pass] = []] = ipcRenderer.once.mock.calls
    expect(channel).toBe('steward:port')
    pass({ ports: ['the port'] })
    expect(window.postMessage.mock.calls).toEqual([['steward:port', '/', ['the port']]])
  })

  it('names a file that a person gave to its own page, with the ticket, and tells the page no path', async () => {
    const { window, ipcRenderer, hear } = await run()
    hear({ source: {}, data: { type: 'steward:file', ticket: 'T', file: given } })
    hear({ source: window, data: { type: 'steward:other', ticket: 'T', file: given } })
    hear({ source: window, data: { type: 'steward:file', ticket: 7, file: given } })
    hear({ source: window, data: null })
    expect(ipcRenderer.invoke).not.toHaveBeenCalled()
    hear({ source: window, data: { type: 'steward:file', ticket: 'T', file: given, path: '/etc/passwd' } })
    await expect.poll(() => window.postMessage).toHaveBeenCalled()
    expect(ipcRenderer.invoke.mock.calls).toEqual([['steward:file', 'T', '/home/ada/Will.pdf']])
    expect(window.postMessage.mock.calls).toEqual([[{ type: 'steward:file-taken', ticket: 'T', taken: true }, '/']])
  })

  it('names nothing of a file that the page made itself, or that is none', async () => {
    const { window, ipcRenderer, hear } = await run()
    hear({ source: window, data: { type: 'steward:file', ticket: 'T', file: { path: '/etc/passwd' } } })
    await expect.poll(() => window.postMessage).toHaveBeenCalled()
    expect(ipcRenderer.invoke).not.toHaveBeenCalled()
    expect(window.postMessage.mock.calls).toEqual([[{ type: 'steward:file-taken', ticket: 'T', taken: false }, '/']])
  })
})
