/**
 * Gives an announced file to the main process, once. In the browser shell its bytes go there, as they are read; in the desktop
 * shell the file itself goes to the preload, which alone can tell where it lies.
 *
 * @returns whether all of it is there
 */
export function sendFile(ticket: string, file: File): Promise<boolean> {
  return location.protocol === 'app:' ? handOver(ticket, file) : post(ticket, file)
}

async function post(ticket: string, file: File): Promise<boolean> {
  try {
    const response = await fetch('/files', {
      method: 'POST',
      body: file,
      headers: { 'content-type': 'application/octet-stream', 'x-steward-ticket': ticket },
      credentials: 'omit',
      redirect: 'error',
    })
    return response.ok
  } catch {
    return false
  }
}

function handOver(ticket: string, file: File): Promise<boolean> {
  return new Promise((resolve) => {
    const heard = (event: MessageEvent<unknown>) => {
      const { type, ticket: of, taken } = (event.data ?? {}) as Readonly<Record<string, unknown>>
      if (event.source !== window || type !== 'steward:file-taken' || of !== ticket) return
      window.removeEventListener('message', heard)
      resolve(taken === true)
    }
    window.addEventListener('message', heard)
    window.postMessage({ type: 'steward:file', ticket, file }, '/')
  })
}
