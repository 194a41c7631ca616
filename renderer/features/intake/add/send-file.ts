/**
 * Sends an announced file to the main process, once. The browser shell uploads its bytes as a stream; the desktop shell passes
 * the file to the preload, which alone can resolve its path.
 *
 * @returns false if the file did not arrive completely
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
