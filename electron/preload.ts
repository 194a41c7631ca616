import { ipcRenderer, webUtils } from 'electron'

// The whole bridge. The page reaches it only through postMessage between the two worlds, which can carry ports and files. `/` is
// this page's own origin.

// When the page asks, once, this requests a port from the main process and passes it on to the page.

window.addEventListener('message', function onAsked(event) {
  if (event.source !== window || event.data !== 'steward:connect') return
  window.removeEventListener('message', onAsked)
  ipcRenderer.once('steward:port', ({ ports }) => window.postMessage('steward:port', '/', [...ports]))
  ipcRenderer.send('steward:connect')
})

// Sends the path of a dropped or picked file to the main process, together with the page's ticket for it. Electron knows a path
// only for files that the user gave to the page; the page never sees it.
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
