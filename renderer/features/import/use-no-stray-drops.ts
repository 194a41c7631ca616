import { useEffect } from 'react'

const ignore = (event: DragEvent) => event.preventDefault()

/** A file dropped beside its place is ignored: else the browser would leave the app and show the file instead. */
export function useNoStrayDrops(): void {
  useEffect(() => {
    window.addEventListener('dragover', ignore)
    window.addEventListener('drop', ignore)
    return () => {
      window.removeEventListener('dragover', ignore)
      window.removeEventListener('drop', ignore)
    }
  }, [])
}
