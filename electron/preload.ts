import { ipcRenderer, webUtils } from 'electron'

// All that this bridge does. Nothing of it can be reached by the page but by posting, from one world to the other, where ports
// and files can pass. `/` is this page's own origin.

// When the page asks, once, it asks the main process for a port and passes it on to the page.

window.addEventListener('message', function onAsked(event) {
  if (event.source !== window || event.data !== 'steward:connect') return
  window.removeEventListener('message', onAsked)
  ipcRenderer.once('steward:port', ({ ports }) => window.postMessage('steward:port', '/', [...ports]))
  ipcRenderer.send('steward:connect')
})

// A file that was dropped or picked is named to the main process by its path, with the ticket that the page got for it. The
// path is asked of Electron, which has one only for files that a person gave to the page; the page never learns it.
window.addEventListener('message', (event: MessageEvent<unknown>) => {
  if (event.source !== window) return
  const { type, ticket, file } = (event.data ?? {}) as Readonly<Record<string, unknown>>
  if (type !== 'steward:file' || typeof ticket !== 'string') return
  void take(ticket, file).then((taken) => window.postMessage({ type: 'steward:file-taken', ticket, taken }, '/'))
})

async function take(ticket: string, file: unknown): Promise<boolean> {
  try {
    const path = webUtils.getPathForFile(file as File)
    return path !== '' && (await ipcRenderer.invoke('steward:file', ticket, path)) === true
  } catch {
    return false
  }
}
