import { ipcRenderer } from 'electron'

// All that this bridge does: when the page asks, once, it asks the main process for a port and passes it on to the page.
// Ports cannot cross the context bridge; they can be posted from one world to the other. `/` is this page's own origin.

window.addEventListener('message', function onAsked(event) {
  if (event.source !== window || event.data !== 'steward:connect') return
  window.removeEventListener('message', onAsked)
  ipcRenderer.once('steward:port', ({ ports }) => window.postMessage('steward:port', '/', [...ports]))
  ipcRenderer.send('steward:connect')
})
