import { useEffect } from 'react'

/** Whether a drag carries files; text may be dragged into any field. */
export const carriesFiles = ({ dataTransfer }: DragEvent): boolean => dataTransfer?.types.includes('Files') ?? false

function over(event: DragEvent): void {
  if (!carriesFiles(event) || event.defaultPrevented) return
  event.preventDefault()
  if (event.dataTransfer) event.dataTransfer.dropEffect = 'none'
}

function dropped(event: DragEvent): void {
  if (carriesFiles(event)) event.preventDefault()
}

/** A file dropped beside its place is ignored: else the browser would leave the app and show the file instead. */
export function useNoStrayDrops(): void {
  useEffect(() => {
    // The last to hear of it, after whatever takes files.
    window.addEventListener('dragover', over)
    window.addEventListener('drop', dropped)
    return () => {
      window.removeEventListener('dragover', over)
      window.removeEventListener('drop', dropped)
    }
  }, [])
}
