import { useEffect } from 'react'

/** Returns true if a drag carries files. Dragging text into fields stays possible. */
export const carriesFiles = ({ dataTransfer }: DragEvent): boolean => dataTransfer?.types.includes('Files') ?? false

function over(event: DragEvent): void {
  if (!carriesFiles(event) || event.defaultPrevented) return
  event.preventDefault()
  if (event.dataTransfer) event.dataTransfer.dropEffect = 'none'
}

function dropped(event: DragEvent): void {
  if (carriesFiles(event)) event.preventDefault()
}

/** Ignores files dropped outside a drop target. Otherwise the browser would leave the app and show the file. */
export function useNoStrayDrops(): void {
  useEffect(() => {
    // On `window`, so that it runs after any drop target has handled the event.
    window.addEventListener('dragover', over)
    window.addEventListener('drop', dropped)
    return () => {
      window.removeEventListener('dragover', over)
      window.removeEventListener('drop', dropped)
    }
  }, [])
}
